#include "ui/heatmap.h"

#include "ui/number.h"
#include "ui/widgets.h"

// The position of the map on the screen.
typedef struct place {
    const vl_ui *ui;
    const vl_heatmap *map;
    vl_rect area; // whole pixels, square
} place;

// A cell extends half a step to each side of its point.
static double low_end(const vl_heatmap *map)
{
    return 0.5 * map->step;
}

static double high_end(const vl_heatmap *map)
{
    return low_end(map) + map->count * map->step;
}

// Maps a value to 0…1 along an axis.
static float share(const vl_heatmap *map, double value)
{
    return (float)((value - low_end(map)) / (map->count * map->step));
}

static float x_of(const place *p, double value)
{
    return p->area.x + p->area.w * share(p->map, value);
}

static float y_of(const place *p, double value)
{
    return p->area.y + p->area.h * (1 - share(p->map, value));
}

// Returns the left edge of a column, rounded to whole pixels, so that no seam is visible.
static float column_edge(const place *p, int column)
{
    return p->area.x + roundf(p->area.w * (float)column / (float)p->map->count);
}

static float row_edge(const place *p, int row)
{
    return p->area.y + p->area.h - roundf(p->area.h * (float)row / (float)p->map->count);
}

// Adjacent cells of one colour are drawn as one rectangle.
static void draw_row(const place *p, int row)
{
    const vl_heatmap *map = p->map;
    const double *values = map->values + (size_t)row * (size_t)map->count;
    float top = row_edge(p, row + 1), height = row_edge(p, row) - top;
    vl_colour run = {0};
    for (int column = 0, first = 0; column <= map->count; column++) {
        bool end = column == map->count;
        vl_colour colour = end ? run : map->colour(p->ui->theme, values[column]);
        if (column > 0 && (end || memcmp(&colour, &run, sizeof run) != 0)) {
            float left = column_edge(p, first);
            vl_draw_rect(p->ui->list, (vl_rect){left, top, column_edge(p, column) - left, height},
                         run);
            first = column;
        }
        run = colour;
    }
}

static void draw_mark(const place *p)
{
    const vl_theme *theme = p->ui->theme;
    const vl_rect *a = &p->area;
    float x = roundf(fminf(fmaxf(x_of(p, p->map->mark_x), a->x), a->x + a->w));
    float y = roundf(fminf(fmaxf(y_of(p, p->map->mark_y), a->y), a->y + a->h));
    float line = vl_hair(p->ui), radius = vl_points(p->ui, 7);
    vl_draw_rect(p->ui->list, (vl_rect){x, a->y, line, a->h}, vl_colour_fade(theme->text, 0.6f));
    vl_draw_rect(p->ui->list, (vl_rect){a->x, y, a->w, line}, vl_colour_fade(theme->text, 0.6f));
    // of two rings, one is visible on every colour
    vl_draw_ring(p->ui->list, x, y, radius, vl_points(p->ui, 5), theme->background);
    vl_draw_ring(p->ui->list, x, y, radius, vl_points(p->ui, 2.5f), theme->text);
}

static float label_width(const vl_ui *ui, const vl_heatmap *map)
{
    return vl_text_width(ui->metrics, VL_TYPE_SMALL,
                         vl_figure_fixed(high_end(map), 1, VL_FIGURE_BUFFER));
}

// Draws marks and labels below the map, and at its left from `left` on.
static void draw_labels(const place *p, float left)
{
    const vl_ui *ui = p->ui;
    const vl_rect *a = &p->area;
    float line = ui->metrics->height[VL_TYPE_SMALL], tick = vl_points(ui, 4), hair = vl_hair(ui);
    float width = label_width(ui, p->map) + vl_points(ui, 12);
    double span = p->map->count * p->map->step, low = low_end(p->map), high = high_end(p->map);
    double step = vl_nice_step(span, (int)fmaxf(a->w / width, 1));
    for (double k = ceil(low / step); k * step <= high; k++) {
        float x = x_of(p, k * step);
        vl_draw_rect(ui->list, (vl_rect){roundf(x), a->y + a->h, hair, tick}, ui->theme->plot_axis);
        vl_ui_print(ui, (vl_rect){x - width / 2, a->y + a->h + tick, width, line}, VL_ALIGN_CENTER,
                    "%s", vl_figure_fixed(k * step, 1, VL_FIGURE_BUFFER));
    }
    step = vl_nice_step(span, (int)fmaxf(a->h / (2 * line), 1));
    for (double k = ceil(low / step); k * step <= high; k++) {
        float y = y_of(p, k * step);
        vl_draw_rect(ui->list, (vl_rect){a->x - tick, roundf(y), tick, hair}, ui->theme->plot_axis);
        vl_ui_print(ui, (vl_rect){left, y - line / 2, a->x - tick - vl_points(ui, 3) - left, line},
                    VL_ALIGN_RIGHT, "%s", vl_figure_fixed(k * step, 1, VL_FIGURE_BUFFER));
    }
}

vl_heat_pick vl_heatmap_draw(const vl_ui *ui, const vl_heatmap *map, vl_rect rect)
{
    float line = ui->metrics->height[VL_TYPE_SMALL];
    // the square of the map is below the name of the y axis, right of its labels, and above the
    // labels of the x axis
    vl_rect inside = rect;
    vl_rect_cut_top(&inside, 1.3f * line);
    vl_rect_cut_bottom(&inside, 2.3f * line + vl_points(ui, 4));
    vl_rect_cut_left(&inside, ceilf(label_width(ui, map)) + vl_points(ui, 10));
    vl_rect_cut_right(&inside, vl_points(ui, 8)); // for half of the last label
    float side = floorf(fminf(inside.w, inside.h));
    const place p = {ui, map, {roundf(inside.x), roundf(inside.y), side, side}};
    const vl_rect *a = &p.area;
    if (a->w < 4 * line)
        return (vl_heat_pick){0};
    vl_draw_rect(ui->list, *a, ui->theme->plot);
    for (int row = 0; row < map->rows; row++)
        draw_row(&p, row);
    if (!isnan(map->mark_x))
        draw_mark(&p);
    vl_ui_text(ui, (vl_rect){rect.x, rect.y, rect.w, line}, VL_TYPE_SMALL, ui->theme->text,
               VL_ALIGN_LEFT, map->y);
    draw_labels(&p, rect.x);
    vl_rect foot = {a->x, a->y + a->h + 1.2f * line + vl_points(ui, 4), a->w, line};
    vl_ui_text(ui, foot, VL_TYPE_SMALL, ui->theme->text, VL_ALIGN_CENTER, map->x);
    vl_touch touch = vl_ui_touch(ui, *a);
    if (!touch.hover && !touch.held)
        return (vl_heat_pick){0};
    int column = (int)((ui->pointer.x - a->x) * (float)map->count / a->w);
    int row = (int)((a->y + a->h - ui->pointer.y) * (float)map->count / a->h);
    bool there = column >= 0 && column < map->count && row >= 0 && row < map->rows;
    return (vl_heat_pick){there, column, row};
}

void vl_heat_scale_draw(const vl_ui *ui, vl_rect rect,
                        vl_colour (*colour)(const vl_theme *theme, double at),
                        const vl_heat_tick *ticks, int count)
{
    enum { PIECES = 64 };

    float line = ui->metrics->height[VL_TYPE_SMALL];
    vl_rect labels = vl_rect_cut_bottom(&rect, 1.2f * line);
    for (int i = 0; i < PIECES; i++) {
        float left = roundf(rect.x + rect.w * (float)i / PIECES);
        float right = roundf(rect.x + rect.w * (float)(i + 1) / PIECES);
        vl_draw_rect(ui->list, (vl_rect){left, rect.y, right - left, rect.h},
                     colour(ui->theme, (i + 0.5) / PIECES));
    }
    for (int i = 0; i < count; i++) {
        float width = vl_text_width(ui->metrics, VL_TYPE_SMALL, ticks[i].label) + 1;
        float x = rect.x + rect.w * (float)ticks[i].at;
        float left = fminf(fmaxf(x - width / 2, rect.x), rect.x + rect.w - width);
        vl_draw_rect(ui->list, (vl_rect){roundf(x), rect.y, vl_hair(ui), rect.h + vl_points(ui, 3)},
                     ui->theme->plot_axis);
        vl_ui_text(ui, (vl_rect){left, labels.y + labels.h - line, width, line}, VL_TYPE_SMALL,
                   ui->theme->text_dim, VL_ALIGN_LEFT, ticks[i].label);
    }
}
