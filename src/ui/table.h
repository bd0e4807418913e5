#pragma once
/// Tables: names at the left, behind a sample of a line, and columns of figures at the right.
///
/// A table is drawn row by row, each taken off the top of what is left of a rectangle. All text is
/// in the small size; what is too wide for its column is cut with an ellipsis.

#include "ui/widgets.h"

enum { VL_MOST_COLUMNS = 8 };

/// The first column has what the others leave.
typedef struct vl_column {
    const char *head, *below; ///< one or two lines; NULL
    float share;              ///< of the width of a row behind the sample
    float points;             ///< more of it
} vl_column;

typedef struct vl_table {
    const vl_column *columns; ///< not owned
    int column_count;         ///< ≤ VL_MOST_COLUMNS
    float height;             ///< of a row, pixels
    vl_colour hover;          ///< behind a row under the pointer; transparent: none can be clicked

    /// Points: the room for the sample of a line, and where in it that begins and ends. 0: none.
    float sample, sample_from, sample_to;
    float thickness;   ///< of the sample, pixels
    bool head_at_edge; ///< the first head stands over the sample as well
} vl_table;

typedef struct vl_table_row {
    const vl_line_style *style;         ///< of the sample; NULL: none
    bool filled;                        ///< the sample is an area with the line as its upper edge
    vl_colour behind;                   ///< behind the row; transparent: nothing
    vl_colour colour;                   ///< of the text
    const char *cells[VL_MOST_COLUMNS]; ///< NULL: empty
    vl_colour colours[VL_MOST_COLUMNS]; ///< of a text that has another one; else transparent
} vl_table_row;

/// What the pointer does to the heads.
vl_touch vl_table_heads(const vl_ui *ui, const vl_table *table, vl_rect *left);

/// How many of `count` rows are drawn into what is left, from number `*first` on. Where there is no
/// room for all, a row at the bottom leads to the next ones, and behind the last ones to the first.
int vl_table_fit(const vl_ui *ui, const vl_table *table, vl_rect *left, int count, int *first);

/// True when it was clicked.
bool vl_table_draw(const vl_ui *ui, const vl_table *table, const vl_table_row *row, vl_rect *left);
