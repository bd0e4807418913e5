#pragma once
/// Plots of y over x, or over time, linear or logarithmic.
///
/// A vl_plot draws data of vl_series. It stores its range between frames: the range grows at once
/// and shrinks only after a while, so that the plot does not jump. Thousands of points cost about
/// two vertices for each pixel column, and every spike is drawn. A value that is not finite (or not
/// positive on a logarithmic axis) is a gap.

#include "ui/number.h"
#include "ui/series.h"
#include "ui/ui.h"

typedef struct vl_axis {
    const char *unit; ///< "J"; NULL or empty if there is none
    double size;      ///< of the unit, which labels keep: 1e-3 for "mm"; 0: 1, labels have prefixes
    bool logarithmic;
    bool fixed;        ///< the range is low…high; else it follows the data
    bool with_zero;    ///< the range always includes 0
    double low, high;  ///< shown range; computed by the plot unless it is fixed
    double slack_time; ///< s since the range has been much too large; computed by the plot
} vl_axis;

/// Writes the unit that the labels of a linear axis have, and returns its size.
double vl_axis_unit(const vl_axis *axis, char unit[VL_FIGURE_SIZE]);

typedef struct vl_plot {
    const char *title; ///< NULL: it has no head, and its unit is in a corner
    vl_axis x, y;
    bool has_reference;
    double reference; ///< y of a horizontal line
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
    bool marks;                ///< draw marks at the points
    const vl_plot_mark *kinds; ///< of each mark, by number of the point; NULL: discs
    bool quiet;                ///< the range of the axes ignores this line
    float weight;              ///< of the line, 1 is usual; 0 is 1
} vl_plot_line;

/// Maps a pair of values into a plot area: x grows to the right, y upwards.
typedef struct vl_plot_map {
    vl_rect area; ///< pixels
    double x_low, x_high, y_low, y_high;
    bool x_logarithmic, y_logarithmic;
} vl_plot_map;

/// Draws `count` lines, later ones on top; where both axes are logarithmic with samples of the
/// slopes d log y/d log x of 1, 2 and 4 in the lower right corner. A plot that is `{0}` except for
/// its settings has no range yet. Returns where the values are; without room the area is empty.
vl_plot_map vl_plot_draw(const vl_ui *ui, vl_plot *plot, vl_rect rect, const vl_plot_line *lines,
                         int count);

/// Discards the range: the next drawing computes it from the data.
void vl_plot_forget(vl_plot *plot);

/// Returns the place of a value, pixels; NaN if it cannot be shown.
float vl_plot_place_x(const vl_plot_map *map, double x);
float vl_plot_place_y(const vl_plot_map *map, double y);

/// Returns the x that is at a place, pixels.
double vl_plot_x_at(const vl_plot_map *map, float place);

/// A line: x0, y0, x1, y1 … in pixels, with a point of NaN in each gap. Begins as `{0}`.
typedef struct vl_plot_points {
    float *xy; ///< to be freed
    int count, capacity;
} vl_plot_points;

/// Thins a series to at most four points (first, lowest, highest, last) for each pixel column.
vl_plot_points vl_plot_thin(const vl_series *series, const vl_plot_map *map);

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
