#include "ui/ui.h"

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
    float hidden = above > 0 ? -above : fmaxf(fminf(below, -above), 0);
    if (hidden == 0 || !scroll || !vl_focus_is_at(ui->focus, rect))
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

vl_touch vl_ui_touch(const vl_ui *ui, vl_rect rect)
{
    const vl_pointer *p = &ui->pointer;
    if (p->away)
        return (vl_touch){0};

    bool over = vl_rect_contains(rect, p->x, p->y);
    bool began = vl_rect_contains(rect, p->press_x, p->press_y);
    return (vl_touch){
        .hover = over && !p->touch && (!p->down || began),
        .held = over && began && p->down,
        .clicked = over && began && p->released && !p->scrolls,
    };
}

vl_touch vl_ui_control(const vl_ui *ui, vl_rect rect)
{
    vl_touch touch = vl_ui_touch(ui, rect);
    vl_focus_add(ui->focus, rect);
    if (!vl_focus_is_at(ui->focus, rect))
        return touch;
    touch.clicked = touch.clicked || ui->focus->activates;
    ui->focus->activates = false;
    vl_focus_ring(ui, rect);
    return touch;
}

vl_touch vl_ui_control_within(const vl_ui *ui, vl_rect rect, vl_rect area, float *scroll)
{
    vl_ui seen = *ui;
    seen.pointer.away = seen.pointer.away || !vl_rect_contains(area, ui->pointer.x, ui->pointer.y);
    vl_touch touch = vl_ui_control(&seen, rect);
    vl_focus_show(ui, rect, area, scroll);
    return touch;
}

vl_ui vl_ui_unexplained(const vl_ui *ui)
{
    vl_ui plain = *ui;
    plain.find = NULL;
    return plain;
}

void vl_ui_box(const vl_ui *ui, vl_rect rect, float radius, vl_colour face, vl_colour edge)
{
    radius = vl_points(ui, radius);
    vl_draw_round_rect(ui->list, rect, radius, face);
    vl_draw_round_frame(ui->list, rect, radius, vl_hair(ui), edge);
}
