// Buttons of commands that float over the stage.

#include "app/screen/parts.h"

#include "base/memory.h"

#include <stdio.h>

static vl_button button_of(const vl_app *app, const vl_command *command)
{
    bool pause = command->key == VL_KEY_SPACE && app->session.running;
    return (vl_button){
        .icon = pause            ? VL_ICON_PAUSE
                : command->label ? VL_ICON_NONE
                                 : command->icon,
        .label = command->label,
        .active = command->active && command->key != VL_KEY_SPACE && command->active(app, command),
    };
}

void vl_place_control(vl_app *app, int command, vl_rect rect)
{
    vl_layout *l = &app->layout;
    l->buttons = vl_grow(l->buttons, &l->button_capacity, l->button_count + 1, sizeof *l->buttons);
    l->buttons[l->button_count++] = (vl_placed){command, rect};
}

// A command without an object has no button, but a place, so that nothing moves when it has one.
static void place_button(vl_app *app, const vl_ui *ui, int index, bool from_right, vl_rect *left)
{
    vl_command command = vl_command_get(index);
    const vl_button button = button_of(app, &command);
    float width = vl_ui_button_width(ui, &button), gap = vl_points(ui, VL_GAP / 2);
    if (left->w < width)
        return;
    vl_rect rect = from_right ? vl_rect_cut_right(left, width) : vl_rect_cut_left(left, width);
    if (from_right)
        vl_rect_cut_right(left, gap);
    else
        vl_rect_cut_left(left, gap);
    if (command.object && !command.object(app, &command))
        return;
    vl_place_control(app, index, rect);
    vl_layout_cover(&app->layout, rect);
}

void vl_place_buttons(vl_app *app, const vl_ui *ui, vl_place place, bool from_right, vl_rect *left)
{
    int count = vl_command_count();
    for (int i = 0; i < count; i++) {
        int index = from_right ? count - 1 - i : i;
        if (vl_command_get(index).place == place)
            place_button(app, ui, index, from_right, left);
    }
}

void vl_stack_buttons(vl_app *app, const vl_ui *ui, vl_place place, vl_rect column)
{
    for (int i = vl_command_count() - 1; i >= 0; i--) {
        if (vl_command_get(i).place != place || column.h < vl_points(ui, VL_TARGET))
            continue;
        vl_rect row = vl_rect_cut_bottom(&column, vl_points(ui, VL_TARGET));
        vl_rect_cut_bottom(&column, vl_points(ui, VL_GAP / 2));
        row.w += 1; // of rounding
        place_button(app, ui, i, false, &row);
    }
}

static bool is_among(vl_place place, const vl_place *places, int count)
{
    for (int i = 0; i < count; i++)
        if (places[i] == place)
            return true;
    return false;
}

void vl_wrap_buttons(vl_app *app, const vl_ui *ui, const vl_place *places, int count, vl_rect *left)
{
    float gap = vl_points(ui, VL_GAP / 2), target = vl_points(ui, VL_TARGET);
    vl_rect row = vl_rect_cut_top(left, target);
    for (int i = 0; i < vl_command_count(); i++) {
        vl_command command = vl_command_get(i);
        const vl_button button = button_of(app, &command);
        if (!is_among(command.place, places, count))
            continue;
        if (row.w < vl_ui_button_width(ui, &button)) {
            vl_rect_cut_top(left, gap);
            row = vl_rect_cut_top(left, target);
        }
        if (row.h >= target)
            place_button(app, ui, i, false, &row);
    }
    vl_rect_cut_top(left, gap);
}

// The keyboard goes from button to button, and no card pops up on its way.
static void hint(const vl_app *app, const vl_ui *ui, vl_rect rect, const vl_command *command)
{
    char text[VL_HINT_SIZE];
    if (vl_focus_is_at(ui->focus, rect))
        return;
    const char *object = command->object ? command->object(app, command) : NULL;
    snprintf(text, sizeof text, "%s%s%s  (%s)", command->help, object ? ": " : "",
             object ? object : "", command->keys);
    vl_ui_hint(ui, rect, NULL, text);
}

void vl_draw_buttons(vl_app *app, const vl_ui *ui, vl_place place)
{
    for (int i = 0; i < app->layout.button_count; i++) {
        const vl_placed *placed = &app->layout.buttons[i];
        vl_command command = vl_command_get(placed->command);
        const vl_button button = button_of(app, &command);
        if (command.place != place)
            continue;
        hint(app, ui, placed->rect, &command);
        if (!vl_ui_button(ui, placed->rect, &button))
            continue;
        app->watches = command.watches;
        command.act(app, &command);
    }
}
