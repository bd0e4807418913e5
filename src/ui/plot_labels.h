#pragma once
/// A cursor that reads the curves of a plot.

#include "ui/plot.h"

enum { VL_MOST_CURVES = 16, VL_CURVE_VALUE = 96 };

/// A line with a name.
typedef struct vl_curve {
    const vl_series *series;
    vl_line_style style;
    char name[128];
} vl_curve;

/// Writes a value of curve number `curve` with its unit.
typedef void vl_curve_writer(const void *user, int curve, double value, char *text, int size);

/// Draws a table of the values nearest to `x` beside the place `at`, pixels.
void vl_curves_read(const vl_ui *ui, const vl_plot_map *map, const vl_curve *curves, int count,
                    double x, float at, vl_curve_writer *write, const void *user);
