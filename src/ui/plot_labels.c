#include "ui/plot_labels.h"

#include "ui/number.h"
#include "ui/widgets.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

// Points: the mark of a name, its radius and that of marks on lines, gaps.
static const float mark_width = 18, radius = 5, gap = 6, pad = 8;

// Of a name with its mark.
static float name_width(const vl_ui *ui, const vl_curve *curves, int count)
{
    float widest = 0;
    for (int i = 0; i < count; i++)
        widest = fmaxf(widest, vl_text_width(ui->metrics, VL_TYPE_SMALL, curves[i].name));
    return widest + vl_points(ui, mark_width + 2 * gap) + 1;
}

static void draw_name(const vl_ui *ui, vl_rect rect, const vl_curve *curve)
{
    vl_rect mark = vl_rect_cut_left(&rect, vl_points(ui, mark_width));
    vl_draw_mark(ui->list, mark.x + mark.w / 2, mark.y + mark.h / 2, vl_points(ui, radius),
                 &curve->style);
    vl_ui_text(ui, rect, VL_TYPE_SMALL, ui->theme->text, VL_ALIGN_LEFT, curve->name);
}

// Returns the slot of the point nearest to `x`; −1 outside the curve.
static int slot_at(const vl_series *series, double x)
{
    int index = vl_series_nearest(series, x);
    if (index < 0 || x > vl_series_newest(series) || x < series->x[vl_series_slot(series, 0)])
        return -1;
    return vl_series_slot(series, index);
}

// --- the cursor ---------------------------------------------------------------------------------

typedef struct vl_table_size {
    float name, value, line; // pixels
} vl_table_size;

static vl_table_size size_of(const vl_ui *ui, const vl_curve *curves, int count,
                             char values[][VL_CURVE_VALUE])
{
    vl_table_size size = {name_width(ui, curves, count), 0, ui->metrics->height[VL_TYPE_SMALL]};
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
                    double x, float at, vl_curve_writer *write, const void *user)
{
    char values[VL_MOST_CURVES][VL_CURVE_VALUE], head[VL_FIGURE_SIZE + 8];
    assert(count <= VL_MOST_CURVES);
    for (int i = 0; i < count; i++) {
        int slot = slot_at(curves[i].series, x);
        write(user, i, slot < 0 ? (double)NAN : curves[i].series->y[slot], values[i],
              VL_CURVE_VALUE);
    }
    snprintf(head, sizeof head, "t = %s s", vl_figure_fixed(x, 2, VL_FIGURE_BUFFER));
    vl_table_size size = size_of(ui, curves, count, values);
    size.value = fmaxf(size.value, vl_text_width(ui->metrics, VL_TYPE_SMALL, head) + 1 - size.name);
    vl_rect rect = table_rect(ui, map, size, count + 1, at), row;
    vl_ui_box(ui, rect, 8, vl_colour_fade(ui->theme->panel, 0.94f), ui->theme->panel_edge);
    rect = vl_rect_inset(rect, vl_points(ui, pad));
    vl_ui_text(ui, vl_rect_cut_top(&rect, size.line), VL_TYPE_SMALL, ui->theme->text_dim,
               VL_ALIGN_LEFT, head);
    for (int i = 0; i < count; i++) {
        row = vl_rect_cut_top(&rect, size.line);
        vl_ui_text(ui, vl_rect_cut_right(&row, size.value), VL_TYPE_SMALL, ui->theme->text,
                   VL_ALIGN_RIGHT, values[i]);
        draw_name(ui, row, &curves[i]);
    }
}
