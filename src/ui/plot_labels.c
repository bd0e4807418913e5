#include "ui/plot_labels.h"

#include "ui/number.h"
#include "ui/tags.h"
#include "ui/widgets.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

// Points: the mark of a name, its radius and that of marks on lines, gaps.
static const float mark_width = 18, radius = 5, gap = 6, pad = 8;

float vl_curves_column(const vl_ui *ui, const vl_curve *curves, int count)
{
    float widest = 0;
    for (int i = 0; i < count; i++)
        widest = fmaxf(widest, vl_text_width(ui->metrics, VL_TYPE_SMALL, curves[i].name));
    return widest + vl_points(ui, mark_width + 2 * gap) + 1;
}

// Returns the last point that can be drawn; NaN without one in the area.
static vl_vertex end_of(const vl_plot_map *map, const vl_series *series)
{
    vl_vertex none = {.x = (float)NAN, .y = (float)NAN};
    for (int i = series->count - 1; i >= 0; i--) {
        int slot = vl_series_slot(series, i);
        vl_vertex at = {.x = vl_plot_place_x(map, series->x[slot]),
                        .y = vl_plot_place_y(map, series->y[slot])};
        if (isfinite(at.x) && isfinite(at.y))
            return at.x >= map->area.x ? at : none;
    }
    return none;
}

static float within(const vl_rect *area, float y)
{
    return fmaxf(area->y, fminf(y, area->y + area->h));
}

static vl_tag tag_of(const vl_ui *ui, const vl_plot_map *map, vl_rect column, const vl_curve *curve)
{
    vl_vertex end = end_of(map, curve->series);
    return (vl_tag){.x = isfinite(end.x) ? column.x : end.x,
                    .y = within(&map->area, end.y),
                    .gap = vl_points(ui, gap),
                    .w = column.w - vl_points(ui, gap) - 1,
                    .h = ui->metrics->height[VL_TYPE_SMALL]};
}

static bool has_room(const vl_tag *tags, int index)
{
    vl_rect a = tags[index].rect;
    for (int i = 0; i < index; i++) {
        vl_rect b = tags[i].rect;
        if (b.w > 0 && a.y < b.y + b.h - 0.5f && b.y < a.y + a.h - 0.5f)
            return false;
    }
    return a.w > 0;
}

static void draw_name(const vl_ui *ui, vl_rect rect, const vl_curve *curve)
{
    vl_rect mark = vl_rect_cut_left(&rect, vl_points(ui, mark_width));
    vl_draw_mark(ui->list, mark.x + mark.w / 2, mark.y + mark.h / 2, vl_points(ui, radius),
                 &curve->style);
    vl_ui_text(ui, rect, VL_TYPE_SMALL, ui->theme->text, VL_ALIGN_LEFT, curve->name);
}

// A line leads from the end of the curve to a name that had to move.
static void draw_label(const vl_ui *ui, const vl_plot_map *map, const vl_tag *tag,
                       const vl_curve *curve)
{
    vl_vertex end = end_of(map, curve->series);
    const float lead[] = {fminf(end.x, map->area.x + map->area.w), tag->y,
                          tag->rect.x + vl_points(ui, mark_width / 2 - radius),
                          tag->rect.y + tag->rect.h / 2};
    vl_draw_polyline(ui->list, lead, 2, vl_hair(ui), vl_colour_fade(curve->style.colour, 0.6f));
    vl_draw_mark(ui->list, lead[0], lead[1], vl_points(ui, radius), &curve->style);
    draw_name(ui, tag->rect, curve);
}

void vl_curves_label(const vl_ui *ui, const vl_plot_map *map, vl_rect column,
                     const vl_curve *curves, int count)
{
    vl_tag tags[VL_MOST_CURVES];
    assert(count <= VL_MOST_CURVES);
    for (int i = 0; i < count; i++)
        tags[i] = tag_of(ui, map, column, &curves[i]);
    vl_tags_place(tags, count, column, NULL, 0, 0);
    for (int i = 0; i < count; i++)
        if (has_room(tags, i))
            draw_label(ui, map, &tags[i], &curves[i]);
        else
            tags[i].rect = (vl_rect){0};
}

// Returns the slot of the point nearest to `x`; −1 outside the curve.
static int slot_at(const vl_series *series, double x)
{
    int index = vl_series_nearest(series, x);
    if (index < 0 || x > vl_series_newest(series) || x < series->x[vl_series_slot(series, 0)])
        return -1;
    return vl_series_slot(series, index);
}

static double value_at(const vl_series *series, double x)
{
    int slot = slot_at(series, x);
    return slot < 0 ? (double)NAN : series->y[slot];
}

static void draw_mark(const vl_ui *ui, const vl_plot_map *map, const vl_curve *curve, float place)
{
    int slot = slot_at(curve->series, vl_plot_x_at(map, place));
    if (slot >= 0)
        vl_draw_mark(ui->list, vl_plot_place_x(map, curve->series->x[slot]),
                     vl_plot_place_y(map, curve->series->y[slot]), vl_points(ui, 0.8f * radius),
                     &curve->style);
}

void vl_curves_mark(const vl_ui *ui, const vl_plot_map *map, const vl_curve *curves, int count)
{
    enum { MARKS = 5 };

    vl_draw_clip(ui->list, map->area);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < MARKS; k++) {
            float part = ((float)k + ((float)i + 0.5f) / (float)count) / MARKS;
            draw_mark(ui, map, &curves[i], map->area.x + part * map->area.w);
        }
    vl_draw_unclip(ui->list);
}

// --- the cursor ---------------------------------------------------------------------------------

typedef struct vl_table_size {
    float name, value, line; // pixels
} vl_table_size;

static vl_table_size size_of(const vl_ui *ui, const vl_curve *curves, int count,
                             char values[][VL_FIGURE_SIZE])
{
    vl_table_size size = {vl_curves_column(ui, curves, count), 0,
                          ui->metrics->height[VL_TYPE_SMALL]};
    for (int i = 0; i < count; i++)
        size.value = fmaxf(size.value, vl_text_width(ui->metrics, VL_TYPE_SMALL, values[i]));
    size.value += 1;
    return size;
}

// At the side of the line where there is more room, at the upper edge.
static vl_rect table_rect(const vl_ui *ui, const vl_plot_map *map, vl_table_size size, int rows,
                          float x)
{
    float room = vl_points(ui, pad), w = size.name + size.value + 2 * room;
    bool right = x < map->area.x + map->area.w / 2;
    vl_rect rect = {right ? x + room : x - room - w, map->area.y + room, w,
                    (float)rows * size.line + 2 * room};
    rect.x = fmaxf(rect.x, map->area.x);
    return rect;
}

void vl_curves_read(const vl_ui *ui, const vl_plot_map *map, const vl_curve *curves, int count,
                    double x, vl_curve_writer *write, const void *user)
{
    char values[VL_MOST_CURVES][VL_FIGURE_SIZE], head[VL_FIGURE_SIZE + 8];
    float at = roundf(vl_plot_place_x(map, x)), edge = vl_points(ui, 8);
    assert(count <= VL_MOST_CURVES);
    vl_draw_rect(ui->list, (vl_rect){at, map->area.y, fmaxf(1, vl_hair(ui)), map->area.h},
                 ui->theme->accent);
    for (int i = 0; i < count; i++)
        write(user, i, value_at(curves[i].series, x), values[i], VL_FIGURE_SIZE);
    vl_table_size size = size_of(ui, curves, count, values);
    vl_rect rect = table_rect(ui, map, size, count + 1, at), row;
    vl_draw_round_rect(ui->list, rect, edge, vl_colour_fade(ui->theme->panel, 0.94f));
    vl_draw_round_frame(ui->list, rect, edge, vl_hair(ui), ui->theme->panel_edge);
    rect = vl_rect_inset(rect, vl_points(ui, pad));
    snprintf(head, sizeof head, "t = %s s", vl_figure_fixed(x, 2, VL_FIGURE_BUFFER));
    vl_ui_text(ui, vl_rect_cut_top(&rect, size.line), VL_TYPE_SMALL, ui->theme->text_dim,
               VL_ALIGN_LEFT, head);
    for (int i = 0; i < count; i++) {
        row = vl_rect_cut_top(&rect, size.line);
        vl_ui_text(ui, vl_rect_cut_right(&row, size.value), VL_TYPE_SMALL, ui->theme->text,
                   VL_ALIGN_RIGHT, values[i]);
        draw_name(ui, row, &curves[i]);
    }
}
