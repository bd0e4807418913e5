#include "ui/plot_labels.h"

#include "ui/number.h"
#include "ui/widgets.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

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
