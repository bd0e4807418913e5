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

/// Aligns `count` columns from `first` on to the right.
void vl_table_align_right(vl_table *table, int first, int count);

/// Adds the next cells, row by row: they are separated by tabs.
void vl_table_add(vl_table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Adds a number, `format` as for printf() of a double; a dash where it is NaN.
void vl_table_add_number(vl_table *table, const char *format, double value);

/// Adds an empty cell.
void vl_table_skip(vl_table *table);

/// All rows, two spaces between the columns, none at the end of a line; `indent` spaces in front.
/// Columns that are empty in all rows are left out. Adds to `text`.
void vl_table_lay_out(const vl_table *table, int indent, vl_text *text);

/// Prints all rows on standard output and frees the table.
void vl_table_print(vl_table *table);

void vl_table_free(vl_table *table);
