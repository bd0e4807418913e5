#pragma once
/// Heat maps: a value over two axes as colour, with contours, a marked point, and what is under the
/// pointer.

#include "ui/ui.h"

#include <stdbool.h>

/// The points of one axis: `first`, `first` + `step` … Each is the middle of its cells.
typedef struct vl_heat_axis {
    const char *name; ///< "ω dt₁"
    double first, step;
    int count;    ///< of points, ≥ 2
    int decimals; ///< of the labels, 0…9
} vl_heat_axis;

typedef struct vl_heatmap {
    vl_heat_axis x, y;
    const double *values; ///< row by row from the lowest, x.count in each
    int rows;             ///< from the lowest on, that there are already
    vl_colour (*colour)(const vl_theme *theme, double value);
    const double *levels; ///< what the contour is of, laid out as the values are; NULL: the values
    double contour;       ///< of this level a line is drawn; NaN: none
    bool marked;          ///< a point with cross hairs; beyond the map its ring lies on the edge
    double mark_x, mark_y;
} vl_heatmap;

/// The point under the pointer, a mouse over it or a finger held on it.
typedef struct vl_heat_pick {
    bool there;
    int column, row; ///< of a row that is there
} vl_heat_pick;

/// Draws it as a square, as large as `rect` has room for, with labels below and left of it.
vl_heat_pick vl_heatmap_draw(const vl_ui *ui, const vl_heatmap *map, vl_rect rect);

/// A label of a scale of colours.
typedef struct vl_heat_tick {
    double at; ///< 0…1 of its length
    const char *label;
} vl_heat_tick;

/// A scale of colours in one row with labels under it: `colour` at 0…1 of its length, in 64 pieces.
void vl_heat_scale_draw(const vl_ui *ui, vl_rect rect,
                        vl_colour (*colour)(const vl_theme *theme, double at),
                        const vl_heat_tick *ticks, int count);
