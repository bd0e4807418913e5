// The row at the top: the name of the scene, and buttons that open drawers.

#include "app/screen/parts.h"

#include <math.h>
#include <stdio.h>

static int title_command(void)
{
    return vl_command_of_key('o', true);
}

// Widths of the parts of the button with the name, pixels.
typedef struct parts {
    char number[32];
    float pad, icon, title, count;
} parts;

static parts parts_of(const vl_app *app, const vl_ui *ui)
{
    parts p = {.pad = vl_points(ui, VL_GAP), .icon = vl_points(ui, 26)};
    if (app->scene_number > 0)
        snprintf(p.number, sizeof p.number, "%d of %d", app->scene_number, app->scene_count);
    p.title = vl_text_width(ui->metrics, VL_TYPE_LARGE, app->session.scene->title) + 1;
    p.count = vl_text_width(ui->metrics, VL_TYPE_READING, p.number) + 1;
    return p;
}

// In a narrow window the name shrinks to its icon before any button has its place: without it no
// finger finds the other scenes.
void vl_top_layout(vl_app *app, const vl_ui *ui, vl_rect *left)
{
    vl_rect row = vl_rect_cut_top(left, vl_points(ui, VL_TARGET));
    vl_rect_cut_top(left, vl_points(ui, VL_GAP / 2));
    parts p = parts_of(app, ui);
    vl_rect title = vl_rect_cut_left(&row, p.icon + 2 * p.pad);
    vl_place_buttons(app, ui, VL_PLACE_PROJECTOR, true, &row);
    if (!app->projector)
        vl_place_buttons(app, ui, VL_PLACE_TOP, true, &row);
    title.w += fminf(row.w, p.title + p.count + 3 * p.pad);
    vl_place_control(app, title_command(), title);
    vl_layout_cover(&app->layout, title);
}

static void draw_title(vl_app *app, const vl_ui *ui, vl_rect rect)
{
    vl_command command = vl_command_get(title_command());
    parts p = parts_of(app, ui);
    const vl_button back = {.active = command.active(app, &command)};
    if (vl_ui_button(ui, rect, &back))
        command.act(app, &command);
    vl_colour ink = back.active ? ui->theme->button_active_text : ui->theme->button_text;
    vl_rect inside = rect;
    vl_rect_cut_left(&inside, p.pad);
    vl_rect_cut_right(&inside, p.pad);
    vl_draw_icon(ui->list, command.icon, vl_rect_cut_left(&inside, p.icon), ink);
    vl_rect_cut_left(&inside, p.pad);
    if (inside.w < vl_points(ui, VL_TARGET)) // no room for a letter or two
        return;
    vl_rect count = vl_rect_cut_right(&inside, p.count <= inside.w ? p.count : 0);
    vl_rect_cut_right(&inside, count.w > 0 ? p.pad : 0);
    vl_ui_text(ui, inside, VL_TYPE_LARGE, ink, VL_ALIGN_LEFT, app->session.scene->title);
    if (count.w > 0)
        vl_ui_text(ui, count, VL_TYPE_READING, ink, VL_ALIGN_RIGHT, p.number);
}

void vl_top_draw(vl_app *app, const vl_ui *ui)
{
    for (int i = 0; i < app->layout.button_count; i++)
        if (app->layout.buttons[i].command == title_command())
            draw_title(app, ui, app->layout.buttons[i].rect);
    vl_draw_buttons(app, ui, VL_PLACE_TOP);
    vl_draw_buttons(app, ui, VL_PLACE_PROJECTOR);
}
