#pragma once
/// Plots: rolling over time, or y over x; linear or logarithmic.
///
/// Data live in vl_series, drawn by a vl_plot which keeps its range between frames: it grows at
/// once and shrinks only after a while, so that the plot does not dance. Thousands of points cost
/// about two vertices for each pixel column, and no spike is lost. A value that is not finite (or
/// not positive on a logarithmic axis) is a gap.

#include "ui/ui.h"

#include <stdbool.h>

/// Points in the order they came; the oldest go when there are `most`. A fresh one is `{0}` with
/// `most` filled in.
typedef struct vl_series {
    int most;         ///< > 0
    double *x, *y;    ///< ring buffers
    int first, count; ///< index of the oldest
    int capacity;
} vl_series;

void vl_series_add(vl_series *series, double x, double y);
void vl_series_clear(vl_series *series);
void vl_series_free(vl_series *series);

/// Point number `index` (0 is the oldest).
static inline int vl_series_slot(const vl_series *series, int index)
{
    int slot = series->first + index;
    return slot < series->most ? slot : slot - series->most;
}

typedef struct vl_axis {
    const char *unit; ///< "J"; NULL or empty where it has none
    bool logarithmic;
    bool fixed;       ///< stays low…high; else it follows the data
    bool with_zero;   ///< 0 is always within the range
    double low, high; ///< shown; kept by the plot where it is not fixed
    double roomy;     ///< s for which the range has been much too wide; kept by the plot
} vl_axis;

/// A sample of a line of a given slope, in the lower right corner of a plot with two logarithmic
/// axes.
typedef struct vl_plot_guide {
    double slope; ///< > 0: d log y/d log x
    const char *label;
} vl_plot_guide;

typedef struct vl_plot {
    const char *title;
    vl_axis x, y;
    double window; ///< > 0: rolling, the newest `window` of x, labelled backwards from 0
    bool has_reference;
    double reference;            ///< y of a horizontal line
    const vl_plot_guide *guides; ///< not owned; drawn where both axes are logarithmic
    int guide_count;
} vl_plot;

/// How a point is marked.
typedef enum vl_plot_mark {
    VL_MARK_DISC,
    VL_MARK_RING,  ///< hollow: it is there, but does not count
    VL_MARK_CROSS, ///< it has no y: marked at the upper edge
} vl_plot_mark;

/// A line in a plot.
typedef struct vl_plot_line {
    const vl_series *series;
    const vl_series *from; ///< the area between it and this one, with the same x, is filled; NULL
    bool from_zero;        ///< that between it and y = 0
    const vl_line_style *style;
    const char *name;          ///< in the legend; NULL: not there
    bool marks;                ///< dots at the points as well
    const vl_plot_mark *kinds; ///< of the marks, by number of the point; NULL: discs
    bool quiet;                ///< the range of the axes does not follow this line
} vl_plot_line;

/// Draws `count` lines; the later ones on top. Forgets the range when the plot is `{0}` but for its
/// settings.
void vl_plot_draw(const vl_ui *ui, vl_plot *plot, vl_rect rect, const vl_plot_line *lines,
                  int count);

/// Forgets the range: the next drawing takes that of the data.
void vl_plot_forget(vl_plot *plot);

/// Called with each x–y pair (pixels) of a thinned line; `begin` where the line is begun anew.
typedef void vl_plot_sink(void *user, float x, float y, bool begin);

/// Where a pair of values is in a plot area: x and y grow right and up.
typedef struct vl_plot_map {
    vl_rect area; ///< pixels
    double x_low, x_high, y_low, y_high;
    bool x_logarithmic, y_logarithmic;
} vl_plot_map;

/// Thins a series: at most four points (first, least, greatest, last) for each pixel column.
void vl_plot_thin(const vl_series *series, const vl_plot_map *map, vl_plot_sink *sink, void *user);
