#pragma once
/// Labels at the ends of the lines of a plot, and a cursor that reads them.

#include "ui/plot.h"

enum { VL_MOST_CURVES = 16 };

/// A line with a name.
typedef struct vl_curve {
    const vl_series *series;
    vl_line_style style;
    char name[128];
} vl_curve;

/// Returns the width of a column for the names of the curves, pixels.
float vl_curves_column(const vl_ui *ui, const vl_curve *curves, int count);

/// Draws the name of each curve with its mark in a column, at the height of its end, and the mark
/// at the end. Names are moved apart, earlier ones less, so that none overlaps another; one without
/// room is left out. A curve without a point in the area has no name.
void vl_curves_label(const vl_ui *ui, const vl_plot_map *map, vl_rect column,
                     const vl_curve *curves, int count);

/// Draws marks along the curves, in places that differ from curve to curve.
void vl_curves_mark(const vl_ui *ui, const vl_plot_map *map, const vl_curve *curves, int count);

/// Writes a value of curve number `curve` with its unit.
typedef void vl_curve_writer(const void *user, int curve, double value, char *text, int size);

/// Draws a vertical line at `x` and a table of the values nearest to it beside the line.
void vl_curves_read(const vl_ui *ui, const vl_plot_map *map, const vl_curve *curves, int count,
                    double x, vl_curve_writer *write, const void *user);
