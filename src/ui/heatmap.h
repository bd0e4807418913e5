#pragma once
/// Heat maps show a value over two axes as colour, a marked point, and the values
/// under the pointer.

#include "ui/ui.h"

#include <stdbool.h>

/// The points of one axis: `first`, `first` + `step` … Each is the middle of a cell.
typedef struct vl_heat_axis {
    const char *name; ///< "ω dt₁"
    double first, step;
    int count;    ///< of points, ≥ 2
    int decimals; ///< of the labels, 0…9
} vl_heat_axis;

typedef struct vl_heatmap {
    vl_heat_axis x, y;
    const double *values; ///< rows from the lowest up, each of x.count values
    int rows;             ///< number of rows available, from the lowest up
    vl_colour (*colour)(const vl_theme *theme, double value);
    bool marked; ///< a point is marked with cross hairs; outside the map its ring is at the edge
    double mark_x, mark_y;
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
