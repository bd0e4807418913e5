#pragma once
/// Tables of text with aligned columns, for a terminal or a file.

#include "base/text.h"

#include <stdbool.h>

enum { VL_TABLE_MOST_COLUMNS = 16 };

/// A table that is filled row by row. Free with vl_table_free().
typedef struct vl_table {
    int column_count;
    bool right[VL_TABLE_MOST_COLUMNS]; ///< aligned to the right: numbers
    int cell_count, capacity;
    char **cells;
} vl_table;

/// An empty table of `columns` columns, all aligned to the left.
vl_table vl_table_create(int columns);

/// Adds the next cell, row by row.
void vl_table_add(vl_table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Adds an empty cell.
void vl_table_skip(vl_table *table);

/// All rows, two spaces between the columns, none at the end of a line; `indent` spaces in front.
/// Columns that are empty in all rows are left out. Adds to `text`.
void vl_table_lay_out(const vl_table *table, int indent, vl_text *text);

void vl_table_free(vl_table *table);

/// How many characters a text takes on the screen, as long as none of them is wide.
int vl_text_width(const char *text);
