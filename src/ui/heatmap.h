#pragma once
/// Heat maps show a value over two axes as colour, a marked point, and the values
/// under the pointer.

#include "ui/ui.h"

/// The points along both axes are `step`, 2 `step` … Each is the middle of a cell.
typedef struct vl_heatmap {
    const char *x, *y; ///< names of the axes, "ω dt₁"
    double step;
    int count;            ///< of points along an axis, ≥ 2
    const double *values; ///< rows from the lowest up, each of `count` values
    int rows;             ///< number of rows available, from the lowest up
    vl_colour (*colour)(const vl_theme *theme, double value);
    double mark_x,
        mark_y; ///< marked with cross hairs, outside the map at its edge; NaN: nothing is
} vl_heatmap;

/// The point under the pointer: under a mouse, or a finger that is held on it.
typedef struct vl_heat_pick {
    bool there;
    int column, row; ///< of an available row
} vl_heat_pick;

/// Draws the map as the largest square in `rect` with its labels below and at the left.
vl_heat_pick vl_heatmap_draw(const vl_ui *ui, const vl_heatmap *map, vl_rect rect);

/// A label of a colour scale.
typedef struct vl_heat_tick {
    double at; ///< 0…1 of the length of the scale
    const char *label;
} vl_heat_tick;

/// Draws a horizontal colour scale with labels below it. `colour` is evaluated in 64 pieces at 0…1
/// of its length.
void vl_heat_scale_draw(const vl_ui *ui, vl_rect rect,
                        vl_colour (*colour)(const vl_theme *theme, double at),
                        const vl_heat_tick *ticks, int count);
