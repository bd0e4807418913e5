#pragma once
/// Plots over time (rolling) or of y over x, linear or logarithmic.
///
/// A vl_plot draws data of vl_series. It stores its range between frames: the range grows at once
/// and shrinks only after a while, so that the plot does not jump. Thousands of points cost about
/// two vertices for each pixel column, and every spike is drawn. A value that is not finite (or not
/// positive on a logarithmic axis) is a gap.

#include "ui/ui.h"

#include <stdbool.h>

/// Points in the order of their arrival; at most `most`, then the oldest are dropped. A fresh one
/// is `{0}` with `most` filled in.
typedef struct vl_series {
    int most;         ///< > 0
    double *x, *y;    ///< ring buffers
    int first, count; ///< index of the oldest
    int capacity;
} vl_series;

void vl_series_add(vl_series *series, double x, double y);
void vl_series_clear(vl_series *series);

/// Drops the newest points whose x is not less than `x`.
void vl_series_cut(vl_series *series, double x);

void vl_series_free(vl_series *series);

/// Returns the array index of point number `index` (0 is the oldest).
static inline int vl_series_slot(const vl_series *series, int index)
{
    int slot = series->first + index;
    return slot < series->most ? slot : slot - series->most;
}

typedef struct vl_axis {
    const char *unit; ///< "J"; NULL or empty if there is none
    bool logarithmic;
    bool fixed;        ///< the range is low…high; else it follows the data
    bool with_zero;    ///< the range always includes 0
    double low, high;  ///< shown range; computed by the plot unless it is fixed
    double slack_time; ///< s since the range has been much too large; computed by the plot
} vl_axis;

/// A sample line of a given slope, in the lower right corner of a plot with two logarithmic axes.
typedef struct vl_plot_guide {
    double slope; ///< > 0: d log y/d log x
    const char *label;
} vl_plot_guide;

typedef struct vl_plot {
    const char *title;
    vl_axis x, y;
    double window; ///< > 0: rolling, shows the newest `window` of x, labelled backwards from 0
    bool has_reference;
    double reference;            ///< y of a horizontal line
    const vl_plot_guide *guides; ///< not owned; drawn if both axes are logarithmic
    int guide_count;
} vl_plot;

/// The mark of a point.
typedef enum vl_plot_mark {
    VL_MARK_DISC,
    VL_MARK_RING,  ///< hollow: a point that is not used for a result
    VL_MARK_CROSS, ///< a point without y, at the upper edge
} vl_plot_mark;

/// A line in a plot.
typedef struct vl_plot_line {
    const vl_series *series;
    const vl_series *from; ///< NULL, or with the same x: the area up to it is filled
    bool from_zero;        ///< fill the area between this line and y = 0
    const vl_line_style *style;
    const char *name;          ///< in the legend; NULL: none
    bool marks;                ///< draw marks at the points
    const vl_plot_mark *kinds; ///< of each mark, by number of the point; NULL: discs
    bool quiet;                ///< the range of the axes ignores this line
} vl_plot_line;

/// Draws `count` lines, later ones on top. A plot that is `{0}` except for its settings has no
/// range yet.
void vl_plot_draw(const vl_ui *ui, vl_plot *plot, vl_rect rect, const vl_plot_line *lines,
                  int count);

/// Discards the range: the next drawing computes it from the data.
void vl_plot_forget(vl_plot *plot);

/// Maps a pair of values into a plot area: x grows to the right, y upwards.
typedef struct vl_plot_map {
    vl_rect area; ///< pixels
    double x_low, x_high, y_low, y_high;
    bool x_logarithmic, y_logarithmic;
} vl_plot_map;

/// A line: x0, y0, x1, y1 … in pixels, with a point of NaN in each gap. Begins as `{0}`.
typedef struct vl_plot_points {
    float *xy; ///< to be freed
    int count, capacity;
} vl_plot_points;

/// Thins a series to at most four points (first, lowest, highest, last) for each pixel column.
vl_plot_points vl_plot_thin(const vl_series *series, const vl_plot_map *map);
