#include "ui/focus.h"

#include "ui/widgets.h"

static bool same_place(vl_rect a, vl_rect b)
{
    return fabsf(a.x - b.x) < 1 && fabsf(a.y - b.y) < 1;
}

bool vl_focus_is_at(const vl_focus *focus, vl_rect rect)
{
    return focus && focus->shown && same_place(focus->at, rect);
}

void vl_focus_add(vl_focus *focus, vl_rect rect)
{
    if (focus && focus->count < VL_MOST_CONTROLS)
        focus->controls[focus->count++] = rect;
}

void vl_focus_ring(const vl_ui *ui, vl_rect rect)
{
    float width = fmaxf(2, vl_points(ui, 3));
    vl_draw_round_frame(ui->list, vl_rect_inset(rect, -width - vl_points(ui, 1)), vl_points(ui, 10),
                        width, ui->theme->held);
}

void vl_focus_show(const vl_ui *ui, vl_rect rect, vl_rect area, float *scroll)
{
    float above = area.y - rect.y, below = rect.y + rect.h - area.y - area.h;
    float hidden = above > 0 ? -above : fmaxf(below, 0);
    if (hidden == 0 || !vl_focus_is_at(ui->focus, rect))
        return;
    *scroll += hidden;
    ui->focus->at.y -= hidden;
}

void vl_focus_move(vl_focus *focus, int direction)
{
    int at = direction > 0 ? -1 : focus->count;
    for (int i = 0; focus->shown && i < focus->count; i++)
        if (same_place(focus->controls[i], focus->at))
            at = i;
    focus->shown = focus->count > 0;
    if (focus->shown)
        focus->at = focus->controls[(at + direction + focus->count) % focus->count];
}
