// Rows of controls: the buttons of commands by their place.

#include "app/screen/parts.h"

#include "base/memory.h"
#include "base/text.h"
#include "ui/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

// Arranges them in a column from the bottom of `column`.
static void stack_buttons(vl_app *app, const vl_ui *ui, vl_place place, vl_rect column)
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

// --- name of the scene; notes, readouts, experiments ---

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

// --- tools for the pointer, and what adds and removes lanes ---

void vl_tools_layout(vl_app *app, const vl_ui *ui, vl_rect *left)
{
    if (app->projector)
        return;
    vl_rect row = vl_rect_cut_bottom(left, vl_points(ui, VL_TARGET));
    vl_rect_cut_bottom(left, vl_points(ui, VL_GAP / 2));
    vl_place_buttons(app, ui, VL_PLACE_TOOLS, true, &row);
    vl_rect_cut_right(&row, vl_points(ui, VL_GAP));
    vl_place_buttons(app, ui, VL_PLACE_LANES, false, &row);
    if (!app->shown.measures)
        return;
    vl_rect column = vl_rect_cut_right(left, vl_points(ui, VL_TARGET));
    vl_rect_cut_right(left, vl_points(ui, VL_GAP / 2));
    stack_buttons(app, ui, VL_PLACE_MEASURES, column);
}

void vl_tools_draw(vl_app *app, const vl_ui *ui)
{
    vl_draw_buttons(app, ui, VL_PLACE_LANES);
    vl_draw_buttons(app, ui, VL_PLACE_TOOLS);
    vl_draw_buttons(app, ui, VL_PLACE_MEASURES);
}

// --- back, run, step, speed, time ---

// Points. The scrub line is taken hold of within `reach` of the lower edge.
static const float least_speed = 84, line_width = 2, knob = 6, least_width = 100, reach = 24;

static vl_rect lower_edge(const vl_ui *ui, vl_rect row)
{
    return vl_rect_cut_bottom(&row, vl_points(ui, reach));
}

// Room for the widest speed, which has two digits behind its zeros.
static float speed_width(const vl_ui *ui)
{
    return fmaxf(vl_points(ui, least_speed),
                 vl_text_width(ui->metrics, VL_TYPE_READING, "×0.0088") + vl_points(ui, VL_GAP));
}

void vl_transport_layout(vl_app *app, const vl_ui *ui, vl_rect *left)
{
    vl_rect row = vl_rect_cut_bottom(left, vl_points(ui, VL_TARGET));
    vl_rect_cut_bottom(left, vl_points(ui, VL_GAP / 2));
    vl_place_buttons(app, ui, VL_PLACE_END, true, &row);
    vl_place_buttons(app, ui, VL_PLACE_TRANSPORT, false, &row);
    app->layout.scrub = row;
    vl_layout_cover(&app->layout, lower_edge(ui, row));
    vl_layout_cover(&app->layout, vl_rect_cut_left(&row, speed_width(ui)));
}

// What is told where there is little room.
typedef enum detail { ALL, NUMBERS, TIME } detail;

// s, of all frames to which one can go
static double end_of_line(const vl_app *app)
{
    return vl_log_time(app->session.log, vl_session_last_frame(&app->session));
}

static void add_time(vl_text *text, const vl_app *app, detail level)
{
    const vl_playback *playback = &app->session.playback;
    double time = vl_log_shown_time(app->session.log, app->digits.clock);
    double end = vl_session_playback_end(&app->session);
    bool plays = app->session.playing, turned = vl_log_is_turned(app->session.log);
    vl_text_add(text, "%st = %s", plays && level == ALL ? "recording   " : "",
                vl_figure_fixed(time, 2, VL_FIGURE_BUFFER));
    if (plays && !turned && level < TIME)
        vl_text_add(text, " of %s", vl_figure_fixed(end_of_line(app), 2, VL_FIGURE_BUFFER));
    vl_text_add(text, " s");
    if (playback->left > 0)
        vl_text_add(text, ", going %s to %s s", turned ? "back" : "on",
                    vl_figure_fixed(end, 2, VL_FIGURE_BUFFER));
    else if (turned)
        vl_text_add(text, ", reversed");
    if (!app->session.running && level < TIME)
        vl_text_add(text, "   paused");
}

// --- the scrub line ---

typedef struct scrub {
    vl_rect row;
    double begin, now, end; // s
} scrub;

static scrub scrub_of(const vl_app *app, const vl_ui *ui)
{
    const vl_log *log = app->session.log;
    return (scrub){lower_edge(ui, app->layout.scrub), vl_log_time(log, vl_log_first(log)),
                   app->session.lab->now.time, end_of_line(app)};
}

// The pointer draws the knob along as long as it is down; it may leave the row.
static void follow_pointer(vl_app *app, const vl_ui *ui, const scrub *s, float inset)
{
    const vl_pointer *p = &ui->pointer;
    bool of_line = !p->away && vl_rect_contains(s->row, p->press_x, p->press_y);
    bool held = p->down && of_line;
    float room = s->row.w - 2 * inset, part = (p->x - s->row.x - inset) / room;
    double time = s->begin + (s->end - s->begin) * (double)fminf(fmaxf(part, 0), 1);
    app->watches = app->watches || (p->released && of_line);
    if (held)
        (void)vl_go_to_frame(app, vl_session_frame_at(&app->session, time));
}

static void draw_scrub(vl_app *app, const vl_ui *ui)
{
    float inset = vl_points(ui, knob), width = vl_points(ui, line_width);
    scrub s = scrub_of(app, ui);
    if (!(s.end > s.begin) || s.row.w < vl_points(ui, least_width))
        return;
    follow_pointer(app, ui, &s, inset);
    s = scrub_of(app, ui);
    float y = s.row.y + s.row.h - inset;
    vl_rect line = {s.row.x + inset, y - width / 2, s.row.w - 2 * inset, width};
    float x = line.x + line.w * (float)((s.now - s.begin) / (s.end - s.begin));
    vl_draw_rect(ui->list, line, ui->theme->plot_axis);
    vl_draw_rect(ui->list, (vl_rect){line.x, line.y, x - line.x, line.h}, ui->theme->accent);
    vl_draw_disc(ui->list, x, y, inset, ui->theme->accent);
}

// Writes the time with as much beside it as the row has room for.
static void write_time(vl_text *text, const vl_app *app, const vl_ui *ui, float width)
{
    for (detail level = ALL; level <= TIME; level++) {
        text->length = 0;
        add_time(text, app, level);
        if (vl_text_width(ui->metrics, VL_TYPE_READING, text->data) <= width)
            return;
    }
}

// The speed is typed or dragged in its place. Where more is asked for than can be computed, what is
// made is shown.
static void draw_speed(vl_app *app, const vl_ui *ui, vl_rect rect)
{
    char text[VL_FIGURE_SIZE + 4];
    vl_number speed = vl_session_speed_number(&app->session);
    vl_rect field = rect;
    speed.place = VL_NUMBER_IN_ROW;
    vl_rect_cut_bottom(&field, vl_points(ui, knob)); // the scrub line is below
    if (vl_number_field(app, ui, field, &speed))
        return;
    double asked = app->session.pacing.speed, part = app->digits.part;
    bool less = asked > app->session.pacing.normal && part > 0 && part < 0.8;
    snprintf(text, sizeof text, "×%s", vl_figure(less ? part * asked : asked, 2, VL_FIGURE_BUFFER));
    vl_ui_text(ui, rect, VL_TYPE_READING, less ? ui->theme->warning_edge : ui->theme->text,
               VL_ALIGN_CENTER, text);
}

// Speed and time have fixed places, so that nothing moves when a digit is added.
void vl_transport_draw(vl_app *app, const vl_ui *ui)
{
    vl_text text = {0};
    vl_rect row = app->layout.scrub;
    vl_draw_buttons(app, ui, VL_PLACE_TRANSPORT);
    vl_draw_buttons(app, ui, VL_PLACE_END);
    draw_scrub(app, ui);
    if (row.w >= speed_width(ui)) { // else there is room for a time at most
        draw_speed(app, ui, vl_rect_cut_left(&row, speed_width(ui)));
        vl_rect_cut_left(&row, vl_points(ui, VL_GAP));
    }
    write_time(&text, app, ui, row.w);
    if (vl_text_width(ui->metrics, VL_TYPE_READING, text.data) <= row.w) // a part tells nothing
        vl_ui_text(ui, row, VL_TYPE_READING, ui->theme->text, VL_ALIGN_LEFT, text.data);
    vl_text_free(&text);
}
