#include "ui/plot_labels.h"

#include "ui/number.h"
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

static void draw_name(const vl_ui *ui, vl_rect rect, const vl_curve *curve)
{
    vl_rect mark = vl_rect_cut_left(&rect, vl_points(ui, mark_width));
    vl_draw_mark(ui->list, mark.x + mark.w / 2, mark.y + mark.h / 2, vl_points(ui, radius),
                 &curve->style);
    vl_ui_text(ui, rect, VL_TYPE_SMALL, ui->theme->text, VL_ALIGN_LEFT, curve->name);
}

// A line leads from the end of the curve to its name.
static void draw_label(const vl_ui *ui, const vl_plot_map *map, vl_vertex end, vl_rect rect,
                       const vl_curve *curve)
{
    const float lead[] = {fminf(end.x, map->area.x + map->area.w), end.y,
                          rect.x + vl_points(ui, mark_width / 2 - radius), rect.y + rect.h / 2};
    vl_draw_polyline(ui->list, lead, 2, vl_hair(ui), vl_colour_fade(curve->style.colour, 0.6f));
    vl_draw_mark(ui->list, lead[0], lead[1], vl_points(ui, radius), &curve->style);
    draw_name(ui, rect, curve);
}

// From the highest end down, each as near to its end as those above it and the room for those below
// it allow; without room for all there is none below the last that fits.
void vl_curves_label(const vl_ui *ui, const vl_plot_map *map, vl_rect column,
                     const vl_curve *curves, int count)
{
    vl_vertex ends[VL_MOST_CURVES];
    bool waits[VL_MOST_CURVES];
    float height = ui->metrics->height[VL_TYPE_SMALL], free = column.y;
    int left = 0;
    assert(count <= VL_MOST_CURVES);
    for (int i = 0; i < count; i++) {
        ends[i] = end_of(map, curves[i].series);
        waits[i] = isfinite(ends[i].x);
        ends[i].y = fmaxf(map->area.y, fminf(ends[i].y, map->area.y + map->area.h));
        left += waits[i];
    }
    for (; left > 0; left--) {
        int next = -1;
        for (int i = 0; i < count; i++)
            if (waits[i] && (next < 0 || ends[i].y < ends[next].y))
                next = i;
        float lowest = column.y + column.h - (float)left * height;
        vl_rect rect = {column.x + vl_points(ui, gap),
                        fmaxf(fminf(ends[next].y - height / 2, lowest), free),
                        column.w - vl_points(ui, gap) - 1, height};
        waits[next] = false;
        free = rect.y + height;
        if (free <= column.y + column.h + 0.5f)
            draw_label(ui, map, ends[next], rect, &curves[next]);
    }
}

// Returns the slot of the point nearest to `x`; −1 outside the curve.
static int slot_at(const vl_series *series, double x)
{
    int index = vl_series_nearest(series, x);
    if (index < 0 || x > vl_series_newest(series) || x < series->x[vl_series_slot(series, 0)])
        return -1;
    return vl_series_slot(series, index);
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
    float at = roundf(vl_plot_place_x(map, x));
    assert(count <= VL_MOST_CURVES);
    vl_draw_rect(ui->list, (vl_rect){at, map->area.y, fmaxf(1, vl_hair(ui)), map->area.h},
                 ui->theme->accent);
    for (int i = 0; i < count; i++) {
        int slot = slot_at(curves[i].series, x);
        write(user, i, slot < 0 ? (double)NAN : curves[i].series->y[slot], values[i],
              VL_FIGURE_SIZE);
    }
    vl_table_size size = size_of(ui, curves, count, values);
    vl_rect rect = table_rect(ui, map, size, count + 1, at), row;
    vl_ui_box(ui, rect, 8, vl_colour_fade(ui->theme->panel, 0.94f), ui->theme->panel_edge);
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
