#pragma once
/// Tables: names at the left, beside a sample of a line, and columns of numbers at the right.
///
/// A table is drawn row by row, each cut off the top of a rectangle. All text has the small size;
/// text that is too wide for its column is cut with an ellipsis.

#include "ui/widgets.h"

enum { VL_MOST_COLUMNS = 18 };

/// Widths add up; the first column gets the remaining width.
typedef struct vl_column {
    const char *head; ///< NULL: none
    float points;     ///< its width
} vl_column;

typedef struct vl_table {
    const vl_column *columns; ///< not owned
    int column_count;         ///< ≤ VL_MOST_COLUMNS
    float height;             ///< of a row, pixels
    vl_colour hover;          ///< of a row under the pointer; transparent: none
    bool samples; ///< the rows have room for the sample of a line at the left, below the first head
} vl_table;

typedef struct vl_table_row {
    const vl_line_style *style;         ///< of the sample; NULL: no sample
    vl_colour behind;                   ///< background of the row; transparent: none
    vl_colour colour;                   ///< of the text
    const char *cells[VL_MOST_COLUMNS]; ///< NULL: empty
    vl_colour colours[VL_MOST_COLUMNS]; ///< of single cells; transparent: `colour`
} vl_table_row;

/// Draws the heads and returns what the pointer does to them.
vl_touch vl_table_heads(const vl_ui *ui, const vl_table *table, vl_rect *left);

/// Rows by number from 0: the first, and the one behind the last.
typedef struct vl_rows {
    int first, end;
} vl_rows;

/// Returns which of `count` rows are to be drawn now. If not all fit, they begin with number
/// `*next`, which is kept from frame to frame, and a row at the bottom leads to the next ones, and
/// from the last ones to the first.
vl_rows vl_table_fit(const vl_ui *ui, const vl_table *table, vl_rect *left, int count, int *next);

/// Draws a row. Returns true if it was clicked.
bool vl_table_draw(const vl_ui *ui, const vl_table *table, const vl_table_row *row, vl_rect *left);
