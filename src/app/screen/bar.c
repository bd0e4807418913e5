// The bar at the bottom: a button for each command.

#include "app/screen/parts.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

enum { MORE = -1 };

// The button that unfolds the bar has no command.
static bool is_wanted(const vl_app *app, const vl_command *command)
{
    bool mistake = command->folded == VL_FOLDED_MISTAKE && app->session.scene->mistake;
    bool shown = command->folded == VL_FOLDED_SHOWN || command->folded == VL_FOLDED_ICON;
    bool method = command->group == VL_GROUP_METHOD;
    return command->label && (app->shown.full_bar || method || mistake || shown);
}

// The strings that a button points to.
typedef struct parts {
    char label[64];
    vl_line_style style;
} parts;

static vl_button button_of(const vl_app *app, int index, parts *p)
{
    if (index == MORE)
        return (vl_button){.icon = VL_ICON_MORE, .label = "More", .active = app->shown.full_bar};

    vl_command command = vl_command_get(index);
    bool method = command.group == VL_GROUP_METHOD;
    snprintf(p->label, sizeof p->label, "%s", command.label);
    char *space = method ? strchr(p->label, ' ') : NULL;
    if (space)
        *space = '\n';
    if (method)
        p->style = vl_theme_method(app->theme, command.value);
    bool run = command.key == ' ', pause = run && app->session.running;
    bool bare = !app->shown.full_bar && command.folded == VL_FOLDED_ICON;
    return (vl_button){
        .icon = pause ? VL_ICON_PAUSE : command.icon,
        .label = pause  ? "Pause"
                 : bare ? NULL
                        : p->label,
        .key = command.icon == VL_ICON_NONE && !method ? NULL : command.keys,
        .style = method ? &p->style : NULL,
        .active = command.active && !run && command.active(app, &command),
    };
}

static void choose_buttons(vl_app *app)
{
    vl_layout *l = &app->layout;
    l->button_count = l->method_count = 0;
    if (!l->buttons)
        l->buttons = vl_alloc((size_t)vl_command_count() + 1, sizeof *l->buttons);
    for (int i = 0; i < vl_command_count(); i++) {
        vl_command command = vl_command_get(i);
        if (is_wanted(app, &command))
            l->buttons[l->button_count++].id = i;
        if (command.group == VL_GROUP_METHOD)
            l->method_count = l->button_count;
    }
    l->buttons[l->button_count++].id = MORE;
}

static vl_command_group group_of(int index)
{
    return index == MORE ? VL_GROUP_PROGRAM : vl_command_get(index).group;
}

// Arranges the buttons [first, end) in rows below `top`; returns the height used.
static float flow_buttons(vl_app *app, const vl_ui *ui, int first, int end, float top, float width)
{
    vl_flow_item *buttons = app->layout.buttons;
    float height = 0, gap = vl_points(ui, 4);
    for (int i = first; i < end; i++) {
        parts p;
        vl_button button = button_of(app, buttons[i].id, &p);
        buttons[i].group = i > first && group_of(buttons[i].id) != group_of(buttons[i - 1].id);
        buttons[i].width = vl_ui_button_width(ui, &button);
        height = fmaxf(height, vl_ui_button_height(ui, &button));
    }
    return vl_flow((vl_rect){gap, top, width - 2 * gap, 0}, height, gap, buttons + first,
                   end - first);
}

void vl_bar_layout(vl_app *app, const vl_ui *ui, vl_rect *left)
{
    vl_layout *l = &app->layout;
    float pad = vl_points(ui, 5);
    choose_buttons(app);
    float methods = flow_buttons(app, ui, 0, l->method_count, pad, left->w);
    float others =
        flow_buttons(app, ui, l->method_count, l->button_count, methods + 2 * pad, left->w);
    l->bar = vl_rect_cut_bottom(left, methods + others + 3 * pad);
    for (int i = 0; i < l->button_count; i++)
        l->buttons[i].rect.y += l->bar.y;
}

void vl_bar_draw(vl_app *app, const vl_ui *ui)
{
    const vl_layout *l = &app->layout;
    vl_draw_rect(ui->list, l->bar, ui->theme->panel);
    vl_draw_rect(ui->list, (vl_rect){l->bar.x, l->bar.y, l->bar.w, vl_points(ui, 1)},
                 ui->theme->panel_edge);
    for (int i = 0; i < l->button_count; i++) {
        parts p;
        int index = l->buttons[i].id;
        vl_button button = button_of(app, index, &p);
        if (!vl_ui_button(ui, l->buttons[i].rect, &button))
            continue;
        if (index == MORE) {
            app->shown.full_bar = !app->shown.full_bar;
        } else {
            vl_command command = vl_command_get(index);
            command.act(app, &command);
        }
    }
}
