#include "ui/plot.h"

#include "base/memory.h"
#include "ui/widgets.h"

#include <assert.h>
#include <float.h>

// --- mapping ------------------------------------------------------------------------------------

// Maps a value to 0…1 within the range; NaN if it cannot be shown.
static double share(double value, double low, double high, bool logarithmic)
{
    if (!logarithmic)
        return (value - low) / (high - low);
    return value > 0 ? (log(value) - log(low)) / (log(high) - log(low)) : (double)NAN;
}

float vl_plot_place_x(const vl_plot_map *map, double x)
{
    double w = (double)map->area.w;
    return (float)((double)map->area.x + w * share(x, map->x_low, map->x_high, map->x_logarithmic));
}

float vl_plot_place_y(const vl_plot_map *map, double y)
{
    double h = (double)map->area.h;
    return (float)((double)map->area.y +
                   h * (1 - share(y, map->y_low, map->y_high, map->y_logarithmic)));
}

double vl_plot_x_at(const vl_plot_map *map, float place)
{
    double part = (double)((place - map->area.x) / map->area.w);
    if (map->x_logarithmic)
        return map->x_low * pow(map->x_high / map->x_low, part);
    return map->x_low + part * (map->x_high - map->x_low);
}

// Consecutive points in one column of pixels.
typedef struct vl_column {
    bool open, begin;
    double number;
    vl_vertex first, low, high, last; // low and high by y in pixels
    bool low_is_later;
} vl_column;

static void add_point(vl_plot_points *points, float x, float y)
{
    points->xy = vl_grow(points->xy, &points->capacity, 2 * points->count + 2, sizeof *points->xy);
    points->xy[2 * points->count] = x;
    points->xy[2 * points->count++ + 1] = y;
}

static void emit_column(vl_column *column, vl_plot_points *points)
{
    if (!column->open)
        return;
    const vl_vertex *one = column->low_is_later ? &column->high : &column->low;
    const vl_vertex *other = column->low_is_later ? &column->low : &column->high;
    if (column->begin && points->count > 0)
        add_point(points, (float)NAN, (float)NAN);
    add_point(points, column->first.x, column->first.y);
    // points equal to their neighbour are skipped
    if (one->y != column->first.y)
        add_point(points, one->x, one->y);
    if (other->y != one->y && other->y != column->first.y)
        add_point(points, other->x, other->y);
    if (column->last.x != column->first.x || column->last.y != other->y)
        add_point(points, column->last.x, column->last.y);
    column->open = false;
}

static void extend_column(vl_column *column, vl_vertex at)
{
    if (at.y < column->low.y) {
        column->low = at;
        column->low_is_later = true;
    }
    if (at.y > column->high.y) {
        column->high = at;
        column->low_is_later = false;
    }
    column->last = at;
}

vl_plot_points vl_plot_thin(const vl_series *series, const vl_plot_map *map)
{
    vl_plot_points points = {0};
    vl_column column = {.open = false};
    bool begin = true;
    for (int i = 0; i < series->count; i++) {
        int slot = vl_series_slot(series, i);
        vl_vertex at = {.x = vl_plot_place_x(map, series->x[slot]),
                        .y = vl_plot_place_y(map, series->y[slot])};
        if (!isfinite(at.x) || !isfinite(at.y)) {
            emit_column(&column, &points);
            begin = true;
            continue;
        }
        // columns are counted from x = 0, not from the edge of the area, so that the points of a
        // plot that scrolls stay in their columns, and peaks do not flicker
        double x = series->x[slot], span = map->x_high - map->x_low;
        double number = floor(map->x_logarithmic ? (double)vl_plot_place_x(map, x)
                                                 : x * (double)map->area.w / span);
        if (column.open && number == column.number) {
            extend_column(&column, at);
            continue;
        }
        emit_column(&column, &points);
        column = (vl_column){true, begin, number, at, at, at, at, false};
        begin = false;
    }
    emit_column(&column, &points);
    return points;
}

// --- ranges -------------------------------------------------------------------------------------

typedef struct vl_extent {
    double low, high; ///< low > high: empty
} vl_extent;

static const vl_extent NOTHING = {DBL_MAX, -DBL_MAX};

static bool is_shown(const vl_axis *axis, double value)
{
    return isfinite(value) && (!axis->logarithmic || value > 0);
}

static void include(vl_extent *extent, double value)
{
    extent->low = value < extent->low ? value : extent->low; // fmin() is a call
    extent->high = value > extent->high ? value : extent->high;
}

// Computes the extent of all lines along the x axis, and along the y axis within the visible part
// of x. The range of a fixed x axis must have been set before.
static void measure(const vl_plot *plot, const vl_plot_line *lines, int count, vl_extent *x,
                    vl_extent *y)
{
    bool whole = !plot->x.fixed;
    *x = *y = NOTHING;
    for (int k = 0; k < count; k++) {
        const vl_series *series = lines[k].series;
        for (int i = 0; i < series->count && !lines[k].quiet; i++) {
            int slot = vl_series_slot(series, i);
            double px = series->x[slot], py = series->y[slot];
            bool seen = whole || (px >= plot->x.low && px <= plot->x.high);
            if (!seen || !is_shown(&plot->x, px) || !is_shown(&plot->y, py))
                continue;
            include(x, px);
            include(y, py);
        }
    }
    if (plot->has_reference && is_shown(&plot->y, plot->reference))
        include(y, plot->reference);
}

// Returns the range for the data: round numbers at both ends with a small margin; whole decades on
// a logarithmic axis.
static vl_extent comfortable(const vl_axis *axis, vl_extent data)
{
    if (data.low > data.high)
        return axis->logarithmic ? (vl_extent){0.1, 10}
               : axis->with_zero ? (vl_extent){0, 1}
                                 : (vl_extent){-1, 1};
    if (axis->logarithmic) {
        double low = floor(log10(data.low) + 1e-9), high = ceil(log10(data.high) - 1e-9);
        return (vl_extent){pow(10, fmax(low, -300)), pow(10, fmin(fmax(high, low + 1), 300))};
    }
    if (axis->with_zero)
        include(&data, 0);

    // The range is never narrower than 1e-4 of its values, because noise in the last digits is not
    // shown. It is limited so that the span cannot overflow.
    const double end = 1e300;
    data = (vl_extent){fmax(data.low, -end), fmin(data.high, end)};
    double size = fmax(fabs(data.low), fabs(data.high));
    double span = fmax(data.high - data.low, size > 0 ? 1e-4 * size : 1);
    double middle = data.low / 2 + data.high / 2, air = 0.04 * span;
    double low = middle - span / 2 - air, high = middle + span / 2 + air;
    // There is no margin beyond 0 if the data end there.
    low = data.low >= 0 && low < 0 ? 0 : low;
    high = data.high <= 0 && high > 0 ? 0 : high;
    double step = vl_nice_step(high - low, 6);
    return (vl_extent){floor(low / step) * step, ceil(high / step) * step};
}

static double position(const vl_axis *axis, double value)
{
    return axis->logarithmic ? log10(value) : value;
}

static double value_at(const vl_axis *axis, double position)
{
    return axis->logarithmic ? pow(10, position) : position;
}

// Enlarges the range at once; reduces it, smoothly, after it has been much too large for a while.
static void follow(vl_axis *axis, vl_extent wanted, double elapsed)
{
    const double least_slack_time = 1.5, haste = 0.25; // s
    double low = position(axis, axis->low), high = position(axis, axis->high);
    double to_low = position(axis, wanted.low), to_high = position(axis, wanted.high);
    if (axis->low == axis->high) {
        axis->low = wanted.low;
        axis->high = wanted.high;
        return;
    }

    bool shrinking = axis->slack_time > least_slack_time;
    bool too_wide = to_high - to_low < (shrinking ? 0.995 : 0.6) * (high - low);
    axis->slack_time = too_wide ? axis->slack_time + elapsed : 0;
    if (shrinking) {
        double s = too_wide ? 1 - exp(-elapsed / haste) : 1;
        low += (to_low - low) * s;
        high += (to_high - high) * s;
    }
    axis->low = value_at(axis, fmin(low, to_low));
    axis->high = value_at(axis, fmax(high, to_high));
}

void vl_plot_forget(vl_plot *plot)
{
    vl_axis *axes[] = {&plot->x, &plot->y};
    for (int i = 0; i < 2; i++) {
        if (!axes[i]->fixed)
            axes[i]->low = axes[i]->high = 0;
        axes[i]->slack_time = 0;
    }
}

// --- ticks --------------------------------------------------------------------------------------

enum { MOST_TICKS = 16 };

typedef struct vl_ticks {
    int count;
    double values[MOST_TICKS];
    char labels[MOST_TICKS][VL_FIGURE_SIZE];
    char unit[VL_FIGURE_SIZE]; ///< unit with the SI prefix or the power of ten of the labels
} vl_ticks;

static void write_unit(const char *unit, int power, char written[VL_FIGURE_SIZE])
{
    static const char *const prefixed[] = {"J", "s", "m", "m/s", "m/s²", "N", "W", "Hz", "N/m"};
    static const char *const prefixes[] = {"f", "p", "n", "µ", "m", "", "k", "M", "G", "T", "P"};
    const char *known = NULL;
    for (size_t i = 0; unit && i < sizeof prefixed / sizeof *prefixed; i++)
        known = strcmp(unit, prefixed[i]) == 0 ? unit : known;

    // Kiloseconds are unusual, so seconds have only small prefixes.
    bool small_only = known && strcmp(known, "s") == 0;
    if (power == 0)
        snprintf(written, VL_FIGURE_SIZE, "%.40s", unit ? unit : "");
    else if (known && power >= -15 && power <= (small_only ? 0 : 15))
        snprintf(written, VL_FIGURE_SIZE, "%s%s", prefixes[power / 3 + 5], known);
    else
        snprintf(written, VL_FIGURE_SIZE, "%.30s %.30s", vl_figure_power(power, VL_FIGURE_BUFFER),
                 unit ? unit : "");
}

// A power of 1000, or 1 for values from 0.1 to 10,000, and in a unit of its own to 1,000,000.
double vl_axis_unit(const vl_axis *axis, char unit[VL_FIGURE_SIZE])
{
    double size = axis->size > 0 ? axis->size : 1;
    double largest = fmax(fabs(axis->low), fabs(axis->high)) / size;
    bool own = axis->size > 0;
    bool plain = !isnormal(largest) || (largest < (own ? 1e6 : 1e4) && (largest >= 0.1 || own));
    int power = plain ? 0 : 3 * (int)floor(log10(largest) / 3 + 1e-9);
    write_unit(axis->unit, power, unit);
    return size * pow(10, power);
}

static void linear_ticks(vl_ticks *ticks, double low, double high, int most, const vl_axis *axis)
{
    double step = vl_nice_step(high - low, most), factor = vl_axis_unit(axis, ticks->unit);
    int decimals = (int)-floor(log10(step / factor) + 1e-9);
    decimals = decimals < 0 ? 0 : decimals > 6 ? 6 : decimals;

    double first = ceil(low / step - 1e-6);
    for (int i = 0; i < MOST_TICKS && (first + i) * step <= high + 1e-6 * step; i++) {
        ticks->values[i] = (first + i) * step;
        vl_figure_fixed(ticks->values[i] / factor, decimals, ticks->labels[i]);
        ticks->count = i + 1;
    }
}

static void log_ticks(vl_ticks *ticks, double low, double high, int most, const vl_axis *axis)
{
    int first = (int)ceil(log10(low) - 1e-6), last = (int)floor(log10(high) + 1e-6);
    int stride = 1 + (last - first) / (most < 1 ? 1 : most);
    bool plain = first >= -2 && last <= 3;
    for (int e = first; e <= last && ticks->count < MOST_TICKS; e += stride) {
        ticks->values[ticks->count] = pow(10, e);
        if (plain)
            vl_figure_fixed(pow(10, e), e < 0 ? -e : 0, ticks->labels[ticks->count++]);
        else
            vl_figure_power(e, ticks->labels[ticks->count++]);
    }
    write_unit(axis->unit, 0, ticks->unit);
}

static vl_ticks make_ticks(const vl_axis *axis, double low, double high, int most)
{
    vl_ticks ticks = {0};
    most = most < 2 ? 2 : most > MOST_TICKS - 2 ? MOST_TICKS - 2 : most;
    if (!(high > low) || !isfinite(high - low))
        return ticks;
    do // one mark is no scale
        (axis->logarithmic ? log_ticks : linear_ticks)(&ticks, low, high, most++, axis);
    while (!axis->logarithmic && ticks.count < 2);
    return ticks;
}

static float widest_label(const vl_ui *ui, const vl_ticks *ticks)
{
    // The width of a usual number is reserved, so that the area does not move when the labels
    // change.
    float width = vl_text_width(ui->metrics, VL_TYPE_SMALL, "−0.00");
    for (int i = 0; i < ticks->count; i++)
        width = fmaxf(width, vl_text_width(ui->metrics, VL_TYPE_SMALL, ticks->labels[i]));
    return ceilf(width) + 1; // the area begins on a whole pixel
}

// --- drawing ------------------------------------------------------------------------------------

// In a low plot labels that would lie on the one below them, or on the last, are left out.
static void draw_y_ticks(const vl_ui *ui, const vl_plot_map *map, const vl_ticks *ticks, float left)
{
    float line = ui->metrics->height[VL_TYPE_SMALL], least = 0.7f * line, below = HUGE_VALF;
    float highest = vl_plot_place_y(map, ticks->values[ticks->count > 0 ? ticks->count - 1 : 0]);
    for (int i = 0; i < ticks->count; i++) {
        float y = roundf(vl_plot_place_y(map, ticks->values[i]));
        vl_draw_rect(ui->list, (vl_rect){map->area.x, y, map->area.w, vl_hair(ui)},
                     ui->theme->plot_grid);
        vl_rect label = {left, y - line / 2, map->area.x - left - vl_points(ui, 6), line};
        bool inner = i > 0 && i < ticks->count - 1;
        if (inner && (below - y < least || y - highest < least))
            continue;
        below = y;
        vl_ui_text(ui, label, VL_TYPE_SMALL, ui->theme->text_dim, VL_ALIGN_RIGHT, ticks->labels[i]);
    }
}

// From right to left, so that the last label, which has the unit, is always drawn.
static void draw_x_ticks(const vl_ui *ui, const vl_plot_map *map, const vl_ticks *ticks,
                         vl_rect row)
{
    float right = row.x + row.w, free_to = right;
    for (int i = ticks->count - 1; i >= 0; i--) {
        float x = roundf(vl_plot_place_x(map, ticks->values[i]));
        vl_draw_rect(ui->list, (vl_rect){x, map->area.y, vl_hair(ui), map->area.h},
                     ui->theme->plot_grid);

        char text[2 * VL_FIGURE_SIZE];
        bool last = i == ticks->count - 1 && *ticks->unit;
        snprintf(text, sizeof text, "%s%s%s", ticks->labels[i], last ? "\u00a0" : "",
                 last ? ticks->unit : "");
        float number = vl_text_width(ui->metrics, VL_TYPE_SMALL, ticks->labels[i]);
        float width = vl_text_width(ui->metrics, VL_TYPE_SMALL, text);
        float left = fminf(x - number / 2, right - width);
        if (left + width > free_to || left < row.x)
            continue;
        vl_rect label = {left, row.y, width + 1, row.h};
        vl_ui_text(ui, label, VL_TYPE_SMALL, ui->theme->text_dim, VL_ALIGN_LEFT, text);
        free_to = left - vl_points(ui, 8);
    }
}

// Draws one piece of a line. It begins at the left edge of the area, so that the dashes do not
// depend on points outside. `origin`: pixels from x = 0 to that edge; dashes move with the data.
static void draw_piece(const vl_ui *ui, const vl_plot_line *line, float *points, int count,
                       float left, double origin)
{
    const vl_line_style *style = line->style;
    float width = fmaxf(vl_points(ui, 1.75f), 1.5f) * (line->weight > 0 ? line->weight : 1);
    for (; count > 1 && points[2] <= left; count--)
        points += 2;
    if (count > 1 && points[0] < left) {
        points[1] += (points[3] - points[1]) * (left - points[0]) / (points[2] - points[0]);
        points[0] = left;
    }
    double period = (double)((style->on + style->off) * width);
    double start = origin + (double)(points[0] - left);
    float phase = period > 0 && isfinite(start) ? (float)fmod(start, period) : 0;
    vl_draw_styled(ui->list, points, count, width, style, phase);
}

static void draw_mark(const vl_ui *ui, const vl_plot_map *map, float x, float y, vl_plot_mark kind,
                      const vl_line_style *style)
{
    float reach = vl_points(ui, 4);
    if (kind == VL_MARK_CROSS) {
        float middle = map->area.y + 2 * reach, high = middle - reach, low = middle + reach;
        const float down[] = {x - reach, high, x + reach, low},
                    up[] = {x - reach, low, x + reach, high};
        vl_draw_polyline(ui->list, down, 2, vl_points(ui, 1.75f), style->colour);
        vl_draw_polyline(ui->list, up, 2, vl_points(ui, 1.75f), style->colour);
    } else if (kind == VL_MARK_RING) {
        vl_draw_disc(ui->list, x, y, reach, ui->theme->plot);
        vl_draw_ring(ui->list, x, y, reach, vl_points(ui, 1.5f), style->colour);
    } else {
        vl_draw_mark(ui->list, x, y, vl_points(ui, 3), style);
    }
}

// Draws a short line with a slope, and its label behind it, at the right end of `*row`.
static void draw_guide(const vl_ui *ui, const vl_plot_map *map, double slope, const char *name,
                       vl_rect *row)
{
    double decade_x = (double)map->area.w / log10(map->x_high / map->x_low);
    double decade_y = (double)map->area.h / log10(map->y_high / map->y_low);
    float steep = (float)(slope * decade_y / decade_x), gap = vl_points(ui, 6);
    float width = fminf(vl_points(ui, 30), row->h / steep), height = width * steep;
    float text = vl_text_width(ui->metrics, VL_TYPE_SMALL, name);
    vl_rect label = vl_rect_cut_right(row, text + gap), line = vl_rect_cut_right(row, width);
    vl_ui_text(ui, label, VL_TYPE_SMALL, ui->theme->text_dim, VL_ALIGN_CENTER, name);
    float foot = line.y + (line.h + height) / 2;
    const float points[] = {line.x, foot, line.x + width, foot - height};
    vl_draw_polyline(ui->list, points, 2, fmaxf(vl_points(ui, 1.5f), 1), ui->theme->text_dim);
    vl_rect_cut_right(row, 2 * gap);
}

static void draw_curve(const vl_ui *ui, const vl_plot_map *map, const vl_plot_line *line)
{
    bool moves = !map->x_logarithmic;
    double origin = moves ? map->x_low * (double)map->area.w / (map->x_high - map->x_low) : 0;
    vl_plot_points points = vl_plot_thin(line->series, map);
    for (int first = 0, end; first < points.count; first = end + 1) {
        for (end = first; end < points.count && !isnan(points.xy[2 * end]);)
            end++;
        draw_piece(ui, line, points.xy + 2 * first, end - first, map->area.x, origin);
    }
    vl_free(points.xy);
    const int most = 500; // more marks would overlap to a band
    const vl_series *s = line->series;
    for (int i = 0; i < s->count && line->marks && s->count <= most; i++) {
        int slot = vl_series_slot(s, i);
        draw_mark(ui, map, vl_plot_place_x(map, s->x[slot]), vl_plot_place_y(map, s->y[slot]),
                  line->kinds ? line->kinds[i] : VL_MARK_DISC, line->style);
    }
}

// Two corners of a filled area: on the line and on its base.
typedef struct vl_edge {
    float x, y, foot;
} vl_edge;

// Fills the area under a line. Of several points in one column of pixels the last one is used.
static void draw_fill(const vl_ui *ui, const vl_plot_map *map, const vl_plot_line *line)
{
    vl_colour colour = vl_colour_fade(line->style->colour, 0.45f);
    vl_edge last = {(float)NAN, (float)NAN, (float)NAN};
    for (int i = 0; i < line->series->count; i++) {
        int slot = vl_series_slot(line->series, i);
        double from = line->from ? line->from->y[vl_series_slot(line->from, i)] : 0;
        vl_edge next = {vl_plot_place_x(map, line->series->x[slot]),
                        vl_plot_place_y(map, line->series->y[slot]), vl_plot_place_y(map, from)};
        bool newest = i == line->series->count - 1;
        if (isfinite(last.x) && next.x < last.x + 1 && isfinite(next.y) && !newest)
            continue;
        if (isfinite(last.y) && isfinite(next.y) && next.x >= map->area.x) {
            int first = vl_draw_vertex(ui->list, last.x, last.y, colour);
            vl_draw_vertex(ui->list, last.x, last.foot, colour);
            vl_draw_vertex(ui->list, next.x, next.y, colour);
            vl_draw_vertex(ui->list, next.x, next.foot, colour);
            vl_draw_triangle(ui->list, first, first + 1, first + 2);
            vl_draw_triangle(ui->list, first + 1, first + 2, first + 3);
        }
        last = next;
    }
}

static void draw_area(const vl_ui *ui, const vl_plot *plot, const vl_plot_map *map,
                      const vl_plot_line *lines, int count)
{
    vl_draw_clip(ui->list, map->area);
    if (plot->has_reference) {
        float y = vl_plot_place_y(map, plot->reference);
        const float points[] = {map->area.x, y, map->area.x + map->area.w, y};
        vl_draw_dashed(ui->list, points, 2, vl_hair(ui), vl_points(ui, 4), vl_points(ui, 4), 0,
                       ui->theme->plot_reference);
    }
    // the guides are in the lower right corner, where errors that decrease with the step have no
    // points, unless the plot is low
    vl_rect inner = vl_rect_inset(map->area, vl_points(ui, 4));
    vl_rect row = vl_rect_cut_bottom(&inner, ui->metrics->height[VL_TYPE_SMALL]);
    static const char *const slopes[] = {"slope 1", "2", "4"};
    bool guided = map->x_logarithmic && map->y_logarithmic && map->area.h > vl_points(ui, 160);
    for (int i = 2; i >= 0 && guided; i--)
        draw_guide(ui, map, 1 << i, slopes[i], &row);
    for (int i = 0; i < count; i++)
        if (lines[i].from || lines[i].from_zero)
            draw_fill(ui, map, &lines[i]);
    for (int i = 0; i < count; i++)
        if (lines[i].series->count > 0)
            draw_curve(ui, map, &lines[i]);
    vl_draw_unclip(ui->list);
}

vl_plot_map vl_plot_draw(const vl_ui *ui, vl_plot *plot, vl_rect rect, const vl_plot_line *lines,
                         int count)
{
    vl_extent along, up;
    measure(plot, lines, count, &along, &up);
    if (!plot->x.fixed)
        follow(&plot->x, comfortable(&plot->x, along), (double)ui->elapsed);
    if (!plot->y.fixed)
        follow(&plot->y, comfortable(&plot->y, up), (double)ui->elapsed);
    float line = ui->metrics->height[VL_TYPE_SMALL];
    // whole decades need more distance than round numbers
    int most = (int)(rect.h / (2.2f * line)) - (plot->y.logarithmic ? 0 : 1);
    vl_ticks y = make_ticks(&plot->y, plot->y.low, plot->y.high, most);
    vl_rect head = vl_rect_cut_top(&rect, plot->title ? line : 0);
    vl_rect_cut_top(&rect, (plot->title ? 0.9f : 1.4f) * line);
    vl_rect foot = vl_rect_cut_bottom(&rect, 1.3f * line);
    foot.y += foot.h - line;
    foot.h = line;

    float left = rect.x, gutter = widest_label(ui, &y) + vl_points(ui, 6);
    vl_rect_cut_left(&rect, gutter);
    rect = (vl_rect){roundf(rect.x), roundf(rect.y), roundf(rect.w), roundf(rect.h)};
    if (rect.w < line || rect.h < line)
        return (vl_plot_map){0};

    vl_plot_map map = {rect,         plot->x.low,         plot->x.high,       plot->y.low,
                       plot->y.high, plot->x.logarithmic, plot->y.logarithmic};
    vl_ticks x = make_ticks(&plot->x, plot->x.low, plot->x.high, (int)(rect.w / (3.2f * line)));
    vl_draw_rect(ui->list, rect, ui->theme->plot);
    draw_x_ticks(ui, &map, &x, foot);
    draw_y_ticks(ui, &map, &y, left);
    draw_area(ui, plot, &map, lines, count);
    if (plot->title) {
        vl_ui_text(ui, head, VL_TYPE_SMALL, ui->theme->text, VL_ALIGN_LEFT, plot->title);
        float width = vl_text_width(ui->metrics, VL_TYPE_SMALL, plot->title);
        vl_rect_cut_left(&head, width + vl_points(ui, 8));
        vl_ui_text(ui, head, VL_TYPE_SMALL, ui->theme->text_dim, VL_ALIGN_LEFT, y.unit);
    } else // above the labels
        vl_draw_text(ui->list, left, rect.y - 1.4f * line, VL_TYPE_SMALL, ui->theme->text_dim,
                     y.unit);
    vl_draw_rect(ui->list, (vl_rect){rect.x, rect.y, vl_hair(ui), rect.h}, ui->theme->plot_axis);
    vl_draw_rect(ui->list, (vl_rect){rect.x, rect.y + rect.h, rect.w, vl_hair(ui)},
                 ui->theme->plot_axis);
    return map;
}

// Points: the mark of a name, its radius and that of marks on lines, gaps.
static const float mark_width = 18, radius = 5, gap = 6, pad = 8;

// The table is at the side of the line where there is more room, at the upper edge.
void vl_curves_read(const vl_ui *ui, const vl_plot_map *map, const vl_curve *curves, int count,
                    double x, float at, vl_curve_writer *write, const void *user)
{
    const vl_text_metrics *m = ui->metrics;
    char values[VL_MOST_CURVES][VL_CURVE_VALUE], head[VL_FIGURE_SIZE + 8];
    const float line = m->height[VL_TYPE_SMALL], room = vl_points(ui, pad);
    float name = 0, value = 0; // pixels, of the columns
    assert(count <= VL_MOST_CURVES);
    for (int i = 0; i < count; i++) {
        const vl_series *s = curves[i].series;
        bool there = s->count > 0 && x <= vl_series_newest(s) && x >= s->x[vl_series_slot(s, 0)];
        write(user, i, there ? vl_series_at(s, x) : (double)NAN, values[i], VL_CURVE_VALUE);
        name = fmaxf(name, vl_text_width(m, VL_TYPE_SMALL, curves[i].name));
        value = fmaxf(value, vl_text_width(m, VL_TYPE_SMALL, values[i]));
    }
    snprintf(head, sizeof head, "t = %s s", vl_figure_fixed(x, 2, VL_FIGURE_BUFFER));
    name += vl_points(ui, mark_width + 2 * gap) + 1;
    value = fmaxf(value + 1, vl_text_width(m, VL_TYPE_SMALL, head) + 1 - name);
    float width = name + value + 2 * room;
    bool right = at < map->area.x + map->area.w / 2;
    float left = fminf(right ? at + room : at - room - width, map->area.x + map->area.w - width);
    vl_rect rect = {fmaxf(left, map->area.x), map->area.y + room, width,
                    (float)(count + 1) * line + 2 * room};
    vl_ui_box(ui, rect, 8, vl_colour_fade(ui->theme->panel, 0.94f), ui->theme->panel_edge);
    rect = vl_rect_inset(rect, room);
    vl_ui_text(ui, vl_rect_cut_top(&rect, line), VL_TYPE_SMALL, ui->theme->text_dim, VL_ALIGN_LEFT,
               head);
    for (int i = 0; i < count; i++) {
        vl_rect row = vl_rect_cut_top(&rect, line);
        vl_ui_text(ui, vl_rect_cut_right(&row, value), VL_TYPE_SMALL, ui->theme->text,
                   VL_ALIGN_RIGHT, values[i]);
        vl_rect mark = vl_rect_cut_left(&row, vl_points(ui, mark_width));
        vl_draw_mark(ui->list, mark.x + mark.w / 2, mark.y + mark.h / 2, vl_points(ui, radius),
                     &curves[i].style);
        vl_ui_text(ui, row, VL_TYPE_SMALL, ui->theme->text, VL_ALIGN_LEFT, curves[i].name);
    }
}
