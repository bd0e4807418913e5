// Rows of controls: the buttons of commands by their place.

#include "app/screen/parts.h"

#include <assert.h>

static vl_button button_of(const vl_app *app, const vl_command *command)
{
    bool runs = command->icon == VL_ICON_PLAY, pause = runs && app->session.running;
    return (vl_button){
        .icon = pause            ? VL_ICON_PAUSE
                : command->label ? VL_ICON_NONE
                                 : command->icon,
        .label = command->label,
        .quiet = command->place < VL_PLACE_TOOLS || command->place > VL_PLACE_RATES,
        .active = command->active && !runs && command->active(app, command),
    };
}

void vl_place_control(vl_app *app, int command, vl_rect rect)
{
    vl_layout *l = &app->layout;
    assert(l->button_count < VL_MOST_PLACED);
    l->buttons[l->button_count++] = (vl_placed){command, rect};
}

static void place_button(vl_app *app, const vl_ui *ui, int index, vl_rect *left)
{
    vl_command command = vl_command_get(index);
    const vl_button button = button_of(app, &command);
    float width = vl_ui_button_width(ui, &button);
    if (left->w < width - 0.1f) // a sum of widths is rounded
        return;
    vl_rect rect = vl_rect_cut_side(left, width, vl_points(ui, VL_GAP / 2), true);
    vl_place_control(app, index, rect);
    vl_layout_cover(&app->layout, rect);
}

void vl_place_buttons(vl_app *app, const vl_ui *ui, vl_place place, vl_rect *left)
{
    for (int i = 0; i < vl_command_count(); i++)
        if (vl_command_get(i).place == place)
            place_button(app, ui, i, left);
}

float vl_buttons_width(const vl_app *app, const vl_ui *ui, vl_place place)
{
    float width = 0, gap = vl_points(ui, VL_GAP / 2);
    for (int i = 0; i < vl_command_count(); i++) {
        vl_command command = vl_command_get(i);
        const vl_button button = button_of(app, &command);
        if (command.place == place)
            width += (width > 0 ? gap : 0) + vl_ui_button_width(ui, &button);
    }
    return width;
}

void vl_draw_buttons(vl_app *app, const vl_ui *ui, vl_place place)
{
    for (int i = 0; i < app->layout.button_count; i++) {
        const vl_placed *placed = &app->layout.buttons[i];
        vl_command command = vl_command_get(placed->command);
        const vl_button button = button_of(app, &command);
        if (command.place != place)
            continue;
        if (!vl_focus_is_at(ui->focus, placed->rect)) { // from button to button no card pops up
            char text[VL_HINT_SIZE];
            bool has_key = vl_key_read(command.name, &(vl_event){0});
            const char *object = command.object ? command.object(app, &command) : NULL;
            snprintf(text, sizeof text, "%s%s%s%s%s%s", command.help, object ? ": " : "",
                     object ? object : "", has_key ? "  (" : "", has_key ? command.name : "",
                     has_key ? ")" : "");
            vl_ui_hint(ui, placed->rect, NULL, text);
        }
        if (vl_ui_button(ui, placed->rect, &button))
            command.act(app, &command);
    }
}

float vl_draw_fitting(const vl_ui *ui, vl_rect rect, vl_type_size largest, vl_colour colour,
                      vl_align align, const char *text)
{
    vl_type_size size = vl_ui_fitting(ui, largest, text, (int)strlen(text), rect.w);
    vl_ui_text(ui, rect, size, colour, align, text);
    return fminf(vl_text_width(ui->metrics, size, text), rect.w);
}

void vl_draw_chevron(const vl_ui *ui, float x, float y, float size, vl_colour colour)
{
    const float points[] = {x - size, y - size / 2, x, y + size / 2, x + size, y - size / 2};
    vl_draw_polyline(ui->list, points, 3, vl_points(ui, 2), colour);
}

// Points: the mark behind the name that tells that it opens a list.
static const float chevron = 14;

// "Two Eulers and a fall · 2 of 4", or without room for it "2 of 4".
static const char *place_in_lesson(const vl_app *app, const vl_ui *ui, float room, vl_text *text)
{
    const vl_lesson *lesson = app->opened.lesson;
    vl_text_add(text, "%s · %d of %d", lesson->title, app->opened.lesson_scene + 1,
                lesson->scene_count);
    bool fits = vl_text_width(ui->metrics, VL_TYPE_SMALL, text->data) <= room;
    return text->data + (fits ? 0 : strlen(lesson->title) + strlen(" · "));
}

// One for the names of all scenes: the largest in which a long one has room.
static vl_type_size type_of_names(const vl_app *app, const vl_ui *ui)
{
    static const char long_name[] = "Broken: a stone back too soon";
    float room = app->layout.whole.w - vl_points(ui, VL_TARGET + 2 * VL_GAP + 3 * chevron);
    return vl_ui_fitting(ui, VL_TYPE_TITLE, long_name, sizeof long_name - 1, room);
}

// In a narrow window the name is cut.
void vl_top_layout(vl_app *app, const vl_ui *ui, vl_rect row)
{
    const char *title = app->session.scene->title;
    float name = vl_text_width(ui->metrics, type_of_names(app, ui), title);
    name += vl_points(ui, 3 * chevron);
    vl_rect_cut_left(&row, ui->side - vl_points(ui, VL_SIGN));
    vl_place_buttons(app, ui, VL_PLACE_MENU, &row);
    if (app->opened.lesson) {
        vl_place_buttons(app, ui, VL_PLACE_LESSON, &row);
        vl_text text = {0};
        float gap = vl_points(ui, 2 * VL_GAP), room = row.w - name - gap;
        const char *place = place_in_lesson(app, ui, room, &text);
        float width = vl_text_width(ui->metrics, VL_TYPE_MEDIUM, place) + 1;
        width = place == text.data ? fminf(width, room) : width;
        app->layout.lesson = vl_rect_cut_left(&row, width + gap);
        vl_text_free(&text);
    }
    app->layout.title = vl_rect_cut_left(&row, fminf(row.w, name));
    vl_layout_cover(&app->layout, app->layout.title);
}

void vl_top_draw(vl_app *app, const vl_ui *ui)
{
    vl_draw_buttons(app, ui, VL_PLACE_MENU);
    vl_draw_buttons(app, ui, VL_PLACE_LESSON);
    if (app->layout.lesson.w > 0 && app->opened.lesson) {
        vl_text text = {0};
        vl_rect rect = app->layout.lesson;
        rect.w -= vl_points(ui, 2 * VL_GAP);
        const char *place = place_in_lesson(app, ui, rect.w, &text);
        vl_draw_fitting(ui, rect, VL_TYPE_MEDIUM, ui->theme->text_dim, VL_ALIGN_LEFT, place);
        vl_text_free(&text);
    }
    vl_rect rect = app->layout.title;
    const vl_button back = {.quiet = true}; // the sign of the menu is lit
    if (vl_ui_button(ui, rect, &back))
        vl_app_toggle_drawer(app, VL_DRAWER_FIND);
    vl_colour ink = ui->theme->button_text;
    float side = vl_points(ui, chevron), size = 0.35f * side;
    vl_rect_cut_left(&rect, size);
    vl_rect sign = vl_rect_cut_right(&rect, 2 * side);
    vl_draw_chevron(ui, sign.x + sign.w / 2, sign.y + sign.h / 2, size, ink);
    const char *title = app->session.scene->title;
    vl_draw_fitting(ui, rect, type_of_names(app, ui), ink, VL_ALIGN_LEFT, title);
}

// In a column, which ends above the scale bar, or where that has no room beside it, or in a row
// where not even the three of them have room; but below a question in a low window, where the room
// of a row is empty. Panes have bars of their own. What undoes the last change and what measures
// come and go at the end of them, or behind the name of the scene, where they have no room, and
// move none of them.
void vl_tools_layout(vl_app *app, const vl_ui *ui, vl_rect column)
{
    enum { TOOLS = 3, ALL = 5 };

    const float side = vl_points(ui, VL_TARGET), above_scale_bar = vl_points(ui, 56);
    vl_layout *l = &app->layout;
    const float row = side + vl_points(ui, VL_GAP / 2), room = column.h - above_scale_bar;
    if (app->shown.projector || vl_theory_is_open(app) || column.h < side)
        return;
    int slots = room >= ALL * side ? ALL : column.h >= (ALL - 1) * side ? ALL - 1 : TOOLS;
    bool fits = column.h >= (float)slots * side;
    bool across = !fits && !(l->low && vl_app_task(app) == VL_TASK_ASKED);
    slots = across ? ALL : slots;
    float least = across ? row : (float)slots * side;
    bool beside = vl_app_has_panes(app) || room < least || (across && l->small);
    column.h = beside ? column.h : room;
    float step = across ? row : fmaxf(fminf(row, (column.h - side) / (float)(slots - 1)), side);
    const float length = (float)(slots - 1) * step + side, high = across ? side : length;
    l->tools =
        (vl_rect){column.x + ui->side, column.y + column.h - high, across ? length : side, high};
    column = (vl_rect){l->tools.x, l->tools.y, side + 1, side};
    const vl_rect name = {l->title.x + l->title.w, l->title.y, side + 1, side};
    for (int i = 0, slot = 0; i < vl_command_count(); i++) {
        const vl_command command = vl_command_get(i);
        if (command.place != VL_PLACE_TOOLS && command.place != VL_PLACE_UNDO)
            continue;
        bool here = slot < slots;
        vl_rect rect = here ? column : name;
        *(here && !across ? &rect.y : &rect.x) += (float)(here ? slot : slot - slots) * step;
        slot++;
        bool comes = slot <= TOOLS       ? fits || across
                     : slot == TOOLS + 1 ? vl_session_undoes(&app->session, VL_UNDO) != NULL
                                         : app->tools.in_hand == &vl_tool_measure;
        bool free = rect.x + side <= l->whole.w && !vl_rect_overlap(rect, l->figures) &&
                    !vl_rect_overlap(rect, l->page);
        if (comes && free)
            place_button(app, ui, i, &rect);
    }
}
