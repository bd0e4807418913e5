#pragma once

/// The pattern of a sparse matrix: its entries, found from the contributions that are added in
/// them.

#include "base/arena.h"

/// While a pattern is made, `row`, `column` and `count` grow; vl_pattern_compress() finds the other
/// members.
typedef struct vl_pattern {
    vl_arena arena;    ///< of the arrays
    int size;          ///< of the square matrix
    int most;          ///< contributions for which there is room
    int count;         ///< contributions so far
    int *row, *column; ///< of each contribution
    int *entry;        ///< of each contribution: number of its entry
    int *start;        ///< number of the first entry of each column, and the number of all entries
    int *entry_row;    ///< of each entry
} vl_pattern;

/// An empty pattern with room for `most` contributions. Free with vl_arena_free().
vl_pattern vl_pattern_create(int size, int most);

/// Adds a contribution, of which there must be less than `most` so far. Several may have the same
/// row and column.
void vl_pattern_add(vl_pattern *pattern, int row, int column);

/// Numbers the entries column by column; within a column in the order in which they were added
/// first.
void vl_pattern_compress(vl_pattern *pattern);
