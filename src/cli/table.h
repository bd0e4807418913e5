#pragma once
/// Tables of text with aligned columns, for a terminal or a file.

#include "base/text.h"

#include <stdbool.h>

enum { VL_TABLE_MOST_COLUMNS = 16 };

/// A table that is filled row by row. Free with vl_table_free().
typedef struct vl_table {
    int column_count;
    bool right[VL_TABLE_MOST_COLUMNS]; ///< aligned to the right: numbers
    int heads;                         ///< rows of headings, which alone make no column
    int cell_count, capacity;
    char **cells;
} vl_table;

/// An empty table. `right` of its columns, from the column `first` on, are aligned to the right.
vl_table vl_table_create(int columns, int first, int right);

/// Adds the next cells, row by row: they are separated by tabs.
void vl_table_add(vl_table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Adds a number, `format` as for printf() of a double; a dash where it is NaN.
void vl_table_add_number(vl_table *table, const char *format, double value);

/// Adds a number with three digits, or with all digits of a larger whole number.
void vl_table_add_figure(vl_table *table, double value);

/// All rows, two spaces between the columns, none at the end of a line; `indent` spaces in front.
/// Columns are left out that are empty in all rows, or have dashes alone below their headings. Adds
/// to `text`.
void vl_table_lay_out(const vl_table *table, int indent, vl_text *text);

/// Prints all rows on standard output and frees the table.
void vl_table_print(vl_table *table);

void vl_table_free(vl_table *table);
