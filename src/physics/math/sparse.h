#pragma once
/// Sparse symmetric positive definite systems A x = b, factorised as L D Lᵀ.
///
/// The pattern is ordered and analysed once, when the system is made; later only values change.
/// The order, which keeps L sparse, is that of AMD (SuiteSparse): Amestoy, Davis, Duff: "Algorithm
/// 837: AMD", ACM Trans. Math. Softw. 30, 2004. All else is computed here, in one order of sums, so
/// that the bits do not depend on how a library was compiled.

#include "base/arena.h"
#include "base/error.h"

#include <stdbool.h>

/// The pattern of a sparse matrix: its entries, found from the contributions that are added in
/// them. While it is made, `row`, `column` and `count` grow; vl_pattern_compress() finds the other
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

/// The pattern of three unknowns for each node and of links between nodes: six contributions of
/// each node (xx, xy, xz, yy, yz, zz), then nine of each link, column by column.
vl_pattern vl_pattern_of_links(int nodes, const int *from, const int *to, int links);

/// Numbers the entries column by column; within a column in the order in which they were added
/// first.
void vl_pattern_compress(vl_pattern *pattern);

enum { VL_SPARSE_ENTRIES = 250000000 }; ///< of a factor: 2 GB

typedef struct vl_sparse {
    int entries;
    double *values; ///< of the entries, by their numbers; zero at first. The caller writes them
    double work;    ///< floating-point operations of a factorisation; some 1e9 take a second
    struct vl_factor *factor;
} vl_sparse;

/// A system of pattern->size ≥ 1 unknowns, all of whose contributions are added. They lie on and
/// below the diagonal, which every column has. Compresses, analyses and frees the pattern;
/// `(*entry)[k]` becomes the number of the entry of contribution k. NULL where a factorisation
/// takes more than `most_work`, its factor has more than VL_SPARSE_ENTRIES entries, or its order
/// cannot be found; that is known within some seconds.
vl_sparse *vl_sparse_create(vl_arena *arena, vl_pattern *pattern, double most_work, int **entry);

/// Makes all values 0.
void vl_sparse_clear(vl_sparse *sparse);

/// Factorises the present values. False where the matrix is not positive definite (or not finite);
/// then vl_sparse_solve() must not be called. Never allocates.
VL_MUST_USE bool vl_sparse_factorise(vl_sparse *sparse);

/// Solves A x = b with the last factors; x may be b. Never allocates.
void vl_sparse_solve(vl_sparse *sparse, const double *b, double *x);

/// The version of AMD, such as "2.4.6", in a buffer of VL_NUMBER_SIZE bytes.
const char *vl_sparse_version(char *buffer);
