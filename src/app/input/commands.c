// The table of commands. Their functions are in all files of this room.

#include "app/input/actions.h"

#include "app/pages/pages.h"
#include "app/stage/stage.h"
#include "physics/integrators/integrators.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static void run_or_pause(vl_app *app, const vl_command *command)
{
    vl_playing *playing = app->session.playing;
    if (playing && vl_playing_has_ended(playing))
        vl_session_reset(&app->session); // from its end it plays anew
    vl_session_set_running(&app->session, !app->session.running);
    vl_app_announce_end(app);
}

static void step(vl_app *app, const vl_command *command)
{
    vl_session_set_running(&app->session, false);
    vl_drag_carry(&app->drag, &app->session);
    if (!vl_session_step(&app->session))
        vl_app_announce_end(app);
}

bool vl_go_to_frame(vl_app *app, int64_t frame)
{
    if (!vl_session_go_to_frame(&app->session, frame))
        return false;
    vl_stages_follow(app); // other lanes may have run then
    vl_trails_clear(app);
    vl_app_drop_notice(app, VL_NOTICE_DIVERGED);
    app->digits.next = 0;
    return true;
}

static void step_back(vl_app *app, const vl_command *command)
{
    if (!vl_go_to_frame(app, app->session.lab->now.frames - 1))
        vl_app_notify(
            app, VL_NOTICE_NOTE, "There is no frame to go back to",
            "The run begins here, or what was before is forgotten. Frames in a hand are passed "
            "over.");
}

// The streams are among the commands of time.
static void other_frames(vl_app *app, const vl_command *command)
{
    vl_app_find(app, vl_command_group_name(VL_GROUP_TIME));
}

// `value` is the offset of a bool in vl_shown.
static bool *shown(vl_app *app, const vl_command *command)
{
    return (bool *)((char *)&app->shown + command->value);
}

// clang-format off
#define ACT(name, what) static void name(vl_app *app, const vl_command *command) { what; }
#define IS_ACTIVE(name, condition) \
    static bool name(const vl_app *app, const vl_command *command) { return condition; }

ACT(toggle_drawer, vl_app_toggle_drawer(app, (vl_drawer)command->value))
ACT(next_theory, vl_theory_next(app))
ACT(take_hand, app->tool = NULL)
ACT(change_speed, vl_session_change_speed(&app->session, command->value > 0 ? 2 : 0.5))
ACT(theme, app->theme = &vl_themes[(app->theme - vl_themes + 1) % vl_theme_count])
ACT(fit, app->view.fit_wanted = true)
ACT(projector, app->projector = !app->projector)
ACT(quit, app->quit = true)
ACT(next_view, vl_dock_next(app))
ACT(toggle, *shown(app, command) = !*shown(app, command))

IS_ACTIVE(is_integrator, vl_lane_method(vl_session_lane_chosen(&app->session)) == command->value)
IS_ACTIVE(has_lane, vl_session_lane_with(&app->session, command->value) >= 0)
IS_ACTIVE(is_mistaken, vl_session_mistake(&app->session) != NULL)
IS_ACTIVE(is_running, app->session.running)
IS_ACTIVE(goes_back, app->session.playback.left > 0)
IS_ACTIVE(is_shown, *(const bool *)((const char *)&app->shown + command->value))
IS_ACTIVE(fills_screen, app->platform->is_fullscreen(app->platform))
IS_ACTIVE(is_drawn_out, app->drawer == (vl_drawer)command->value)
IS_ACTIVE(has_theory, vl_theory_is_open(app))
IS_ACTIVE(is_hand, !app->tool)
IS_ACTIVE(is_stream, vl_is_stream_of(app, command) && !vl_app_hides_stream(app))
IS_ACTIVE(is_slow, vl_pacing_shrinks(&app->session.pacing) == (command->value == VL_SLOW_SHRINKS))
IS_ACTIVE(has_projector, app->projector)
IS_ACTIVE(is_in_use, app->tool == command->subject)
IS_ACTIVE(is_wrong_estimator, app->session.estimator != 0)
IS_ACTIVE(is_dark, app->theme != vl_themes)
IS_ACTIVE(has_dock, app->page == &vl_page_dock)

// clang-format on

static void hitch(vl_app *app, const vl_command *command)
{
    vl_session_mark(&app->session, 0, "late frame");
    app->session.pacing.hitch = true;
}

static const char *chosen_object(const vl_app *app, const vl_command *command)
{
    static char label[VL_LANE_LABEL];
    return app->session.lab->count > 1
               ? vl_session_lane_label(&app->session, app->session.chosen, label)
               : NULL;
}

static const char *undo_object(const vl_app *app, const vl_command *command)
{
    const vl_session *session = &app->session;
    return command->value < 0 ? vl_session_undoes(session) : vl_session_redoes(session);
}

// Links and cloth can be coloured by one quantity at a time.
static void toggle_colours(vl_app *app, const vl_command *command)
{
    bool wanted = !*shown(app, command);
    app->shown.strain = app->shown.moved = false;
    *shown(app, command) = wanted;
}

// A view that was dragged away by mistake comes back, too.
static void reset(vl_app *app, const vl_command *command)
{
    vl_session_reset(&app->session);
    app->view.fit_wanted = app->view.fit_wanted || app->view.dragged;
}

static void tell_type(vl_app *app, int percent)
{
    char title[64];
    snprintf(title, sizeof title, "Size of type: %d %%", percent);
    vl_app_notify(
        app, VL_NOTICE_NOTE, title,
        "Ctrl++ and Ctrl+− change it. F10 is for a projector: it also puts controls away.");
    app->notice.outlives = true;
}

static void change_type(vl_app *app, const vl_command *command)
{
    tell_type(app, vl_app_change_type(app, command->value));
}

static void fullscreen(vl_app *app, const vl_command *command)
{
    vl_app_stall(app);
    app->platform->set_fullscreen(app->platform, !app->platform->is_fullscreen(app->platform));
    vl_app_stall_end(app);
}

static void zoom(vl_app *app, const vl_command *command)
{
    vl_rect s = app->camera.stage;
    vl_app_zoom(app, command->value > 0 ? 1.25 : 0.8, s.x + s.w / 2, s.y + s.h / 2);
}

static void pan(vl_app *app, const vl_command *command)
{
    static const struct {
        int x, y;
    } directions[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};

    double step = 0.1 * (double)app->camera.stage.h;
    vl_camera_pan(&app->camera, step * directions[command->value].x,
                  step * directions[command->value].y);
    app->view.moved = true;
}

// A notice that stays is closed before what was opened earlier. One that goes by itself is closed
// when nothing else is open.
static bool notice_is_first(const vl_app *app)
{
    bool opened = app->drawer || app->page;
    bool stays = !vl_app_notice_is_note(app) && app->notice.newer;
    return app->notice.kind != VL_NOTICE_NONE && (stays || !opened);
}

// Of drawer and page the one that was opened last.
static void close_drawer_or_page(vl_app *app)
{
    if (app->drawer && (app->drawer_is_newer || !app->page))
        vl_app_toggle_drawer(app, app->drawer);
    else
        vl_page_toggle(app, app->page);
}

// Closes only what lies on top.
static void close_open(vl_app *app, const vl_command *command)
{
    if (app->focus.shown)
        app->focus.shown = false;
    else if (app->tool)
        vl_tool_take(app, app->tool);
    else if (notice_is_first(app))
        vl_app_end_notice(app);
    else if (app->drawer || app->page)
        close_drawer_or_page(app);
    else if (app->shown.measures)
        app->shown.measures = false;
}

// clang-format off
#define F(number)               (VL_KEY_F1 + (number) - 1)
#define AT(place_)              .place = VL_PLACE_##place_
#define HELD                    .repeats = true
#define SHIFT                   .shift = true
#define SHOWN(member)           .value = (int)offsetof(vl_shown, member), .active = is_shown
#define DRAWER(name)            toggle_drawer, .value = VL_DRAWER_##name, .active = is_drawn_out
#define STREAM(text)            vl_act_set_stream, .subject = (text), .active = is_stream
#define SET(setting, direction) vl_act_change_setting, .subject = &vl_setting_##setting, .value = direction
#define ROW(group_, keys_, key_, icon_, label_, help_, ...)                                        \
    {.group = VL_GROUP_##group_, .keys = keys_, .key = key_, .icon = VL_ICON_##icon_,              \
     .label = label_, .help = help_, .act = __VA_ARGS__}

static const vl_command others[] = {
    ROW(LANES, "Shift+A", 'a', PLUS, "+ method", "another lane, with the next method", vl_act_add_lane, SHIFT, AT(CARD)),
    ROW(LANES, "Shift+X", 'x', MINUS, NULL, "remove the chosen lane", vl_act_remove_lane, SHIFT,
        .object = chosen_object),
    ROW(LANES, "Shift+F", 'f', NONE, NULL, "which frame rate? Lanes of 30, 60 and 144 frames/s, or one",
        vl_act_compare, .subject = &vl_comparison_rates, SHIFT),
    ROW(LANES, "Shift+K", 'k', NONE, NULL, "which substeps? Lanes of 1, 4 and 16, or one",
        vl_act_compare, .subject = &vl_comparison_substeps, SHIFT),
    ROW(LANES, "Shift+M", 'm', NONE, NULL, "which solver? A lane for each, or one",
        vl_act_compare, .subject = &vl_comparison_solvers, SHIFT),
    ROW(LANES, "Shift+D", 'd', NONE, NULL, "which direction? Lanes of new and old, or one",
        vl_act_compare, .subject = &vl_comparison_directions, SHIFT),
    ROW(LANES, "Shift+H", 'h', NONE, NULL, "which policy of a late frame, as games do? Lanes: raw, clamped, skipped, substeps, accumulator, or one",
        vl_act_compare, .subject = &vl_comparison_policies, SHIFT),
    ROW(LANES, "Shift+E", 'e', NONE, NULL, "which methods are equal? Lanes of three that are one, or one",
        vl_act_compare, .subject = &vl_comparison_equals, SHIFT),
    ROW(LANES, ",", ',', NEXT, NULL, "choose the next lane", vl_act_next_lane, .value = 1),
    ROW(LAB, "Ctrl+P", 'p', PLOT, "Graphs", "graphs of the run, and their next view: lanes, energy by cause, K and U, phase plane",
        next_view, .active = has_dock, .ctrl = true),
    ROW(LAB, "F3", F(3), LAB, "Theory", "theory, and its next tab: order, stability, areas of phase space",
        next_theory, .active = has_theory),
    ROW(TIME, "R", 'r', RESET, NULL, "back to the start", reset, AT(TRANSPORT)),
    ROW(TIME, "Space", ' ', PLAY, NULL, "run or pause", run_or_pause, .active = is_running, AT(TRANSPORT)),
    ROW(TIME, "Shift+.", '.', STEP_BACK, NULL, "pause, one stored frame back", step_back, SHIFT, HELD),
    ROW(TIME, ".", '.', STEP, NULL, "pause, make one step", step, HELD, AT(TRANSPORT)),
    ROW(TIME, "[", '[', SLOWER, NULL, "half the speed", change_speed, .value = -1),
    ROW(TIME, "]", ']', FASTER, NULL, "twice the speed", change_speed, .value = 1),
    ROW(TIME, "Z", 'z', TURN, NULL, "turn round: reverse all velocities, back along the steps made",
        vl_act_turn_back, .active = goes_back),
    ROW(TIME, "Ctrl+3", '3', NONE, "30", "steps of 1/30 s", STREAM("fixed:0.033333333333333333"), .ctrl = true, AT(RATES)),
    ROW(TIME, "Ctrl+6", '6', NONE, "60", "steps of 1/60 s", STREAM("fixed:0.016666666666666667"), .ctrl = true, AT(RATES)),
    ROW(TIME, "Ctrl+4", '4', NONE, "144", "steps of 1/144 s", STREAM("fixed:0.0069444444444444444"), .ctrl = true, AT(RATES)),
    ROW(TIME, "Ctrl+5", '5', NONE, "60→144", "60→144: frames of 1/60 s until now, of 1/144 s from now on",
        STREAM("switch:0.016666666666666667:0.0069444444444444444:@"), .ctrl = true, AT(RATES)),
    ROW(TIME, "H", 'h', HITCH, "late", "late: one frame of 0.1 s", hitch, AT(RATES)),
    ROW(TIME, "Ctrl+1", '1', NONE, "my screen", "my screen: frames as long as those of this display",
        STREAM("frame"), .ctrl = true, AT(FRAMES)),
    ROW(TIME, "Ctrl+D", 'd', NONE, "other frames", "other frames: all streams of frame times", other_frames, .ctrl = true,
        AT(FRAMES)),
    ROW(TIME, "Ctrl+2", '2', NONE, "alternate", "alternate: frames of 8.3 and 25 ms in turn",
        STREAM("alternate:0.0083333333333333333:0.025"), .ctrl = true),
    ROW(TIME, "Ctrl+7", '7', NONE, "jitter", "jitter: frames of 8.3 to 25 ms at random",
        STREAM("random:0.0083333333333333333:0.025:1"), .ctrl = true),
    ROW(TIME, "Ctrl+8", '8', NONE, "ms clock", "ms clock: 60 frames/s, read in whole milliseconds",
        STREAM("clock-ms:60"), .ctrl = true),
    ROW(TIME, "Ctrl+9", '9', NONE, "Keep", "keep the frames of the last ten seconds as the stream of the scene",
        vl_act_keep_frames, .ctrl = true),
    ROW(TIME, "Shift+[", '[', NONE, "dt stays", "dt stays: at another speed the same frames come later",
        vl_act_set_slow, .value = VL_SLOW_STAYS, .active = is_slow, SHIFT),
    ROW(TIME, "Shift+]", ']', NONE, "dt shrinks", "dt shrinks: in slow motion every frame is shorter",
        vl_act_set_slow, .value = VL_SLOW_SHRINKS, .active = is_slow, SHIFT),
    ROW(LINKS, "M", 'm', SOLVER, NULL, "next solver of the links", SET(solver, 1)),
    ROW(LINKS, "Ctrl+M", 'm', NONE, NULL, "direct solver, old direction, in all lanes: it does not hide the methods",
        vl_act_solve_directly, .ctrl = true),
    ROW(LINKS, "O", 'o', ORDER, NULL, "next order of a sweep", SET(order, 1)),
    ROW(LINKS, "D", 'd', DIRECTION, NULL, "direction: new or old link", SET(direction, 1)),
    ROW(LINKS, "W", 'w', MINUS, NULL, "half the sweep limit", SET(sweeps, -1)),
    ROW(LINKS, "E", 'e', PLUS, NULL, "twice the sweep limit", SET(sweeps, 1)),
    ROW(LINKS, "J", 'j', MINUS, NULL, "half the substeps of a frame", SET(substeps, -1)),
    ROW(LINKS, "K", 'k', PLUS, NULL, "twice the substeps of a frame", SET(substeps, 1)),
    ROW(LINKS, "X", 'x', RELAX, NULL, "over-relaxation", SET(relaxation, 1)),
    ROW(LINKS, "Ctrl+G", 'g', NONE, NULL, "coarser grids of a sweep, for cloth that hangs taut", SET(grids, 1), .ctrl = true),
    ROW(SCENE, "Ctrl+O", 'o', MENU, NULL, "choose a scene", DRAWER(FIND), .ctrl = true, AT(TITLE)),
    ROW(SCENE, "PgUp", VL_KEY_PAGE_UP, PREVIOUS, NULL, "previous scene, of a lesson if one is held", vl_act_open_next, .value = -1, AT(LESSON)),
    ROW(SCENE, "PgDn", VL_KEY_PAGE_DOWN, NEXT, NULL, "next scene, of a lesson if one is held", vl_act_open_next, .value = 1, AT(LESSON)),
    ROW(SCENE, "N", 'n', NONE, "Notes", "the notes of the scene", DRAWER(LESSON)),
    ROW(SCENE, "Q", 'q', WARNING, NULL, "the mistake of a broken scene, on or off",
        vl_act_toggle_mistake, .active = is_mistaken, AT(MARK)),
    ROW(SCENE, "Ctrl+H", 'h', HAND, NULL, "hand: drag particles", take_hand, .active = is_hand, .ctrl = true, AT(TOOLS)),
    ROW(SCENE, "P", 'p', PIN, NULL, "pin a particle, or let it go",
        vl_act_pin, .subject = &vl_tool_pins, .active = is_in_use, AT(TOOLS)),
    ROW(SCENE, "C", 'c', CUT, NULL, "scissors: cut links",
        vl_act_take_tool, .subject = &vl_tool_scissors, .active = is_in_use, AT(TOOLS)),
    ROW(SCENE, "Ctrl+Z", 'z', UNDO, NULL, "undo", vl_act_undo, .value = -1, .object = undo_object, .ctrl = true, HELD),
    ROW(SCENE, "Ctrl+Y", 'y', REDO, NULL, "redo; also Ctrl+Shift+Z", vl_act_undo, .value = 1, .object = undo_object, .ctrl = true,
        .other_key = 'z', .other_shift = true, HELD),
    ROW(SCENE, "Shift+R", 'r', MEASURES, NULL, "tools that measure: probe, measure",
        toggle, SHOWN(measures), SHIFT),
    ROW(SCENE, "Shift+P", 'p', PROBE, NULL, "probe: what a particle or a link does, and its numbers",
        vl_act_take_tool, .subject = &vl_tool_probe, .active = is_in_use, SHIFT, AT(MEASURES)),
    ROW(SCENE, "Ctrl+R", 'r', RULER, NULL, "measure: a distance in metres, an angle in degrees",
        vl_act_measure, .subject = &vl_tool_measure, .active = is_in_use, .ctrl = true, AT(MEASURES)),
    ROW(SHOW, "F2", F(2), NUMBERS, NULL, "numbers: what is read, and all settings, to be typed",
        DRAWER(NUMBERS)),
    ROW(SCENE, "Ctrl+S", 's', SAVE, NULL, "save as a new scene file", vl_act_save, .ctrl = true),
    ROW(SHOW, "V", 'v', VECTORS, NULL, "velocities and accelerations", toggle, SHOWN(vectors)),
    ROW(SHOW, "T", 't', TRAILS, NULL, "show the paths of balls", toggle, SHOWN(trails)),
    ROW(SHOW, "A", 'a', GHOST, NULL, "the true positions", toggle, SHOWN(ghost)),
    ROW(SHOW, "S", 's', STRAIN, NULL, "colour links by strain", toggle_colours, SHOWN(strain)),
    ROW(SHOW, "G", 'g', MOVED, NULL, "colour by distance moved", toggle_colours, SHOWN(moved)),
    ROW(SHOW, "U", 'u', ESTIMATOR, NULL, "next velocity for the kinetic energy",
        vl_act_next_estimator, .active = is_wrong_estimator),
    ROW(SHOW, "L", 'l', THEME, NULL, "light or dark theme", theme, .active = is_dark),
    ROW(SHOW, "Ctrl++", '+', NONE, NULL, "larger type", change_type, .value = 1, .other_key = '=', .ctrl = true),
    ROW(SHOW, "Ctrl+−", '-', NONE, NULL, "smaller type", change_type, .value = -1, .ctrl = true),
    ROW(SHOW, "F10", F(10), PROJECTOR, NULL, "for a projector: large words and figures, few controls", projector,
        .active = has_projector),
    ROW(VIEW, "+", '+', ZOOM_IN, NULL, "zoom in; also the wheel", zoom, .value = 1, .other_key = '=', HELD),
    ROW(VIEW, "−", '-', ZOOM_OUT, NULL, "zoom out", zoom, .value = -1, HELD),
    ROW(VIEW, "F", 'f', FIT, NULL, "the view of the scene file", fit, .other_key = VL_KEY_HOME),
    ROW(VIEW, "←", VL_KEY_LEFT, NONE, NULL, "move the view left", pan, HELD),
    ROW(VIEW, "→", VL_KEY_RIGHT, NONE, NULL, "move the view right", pan, .value = 1, HELD),
    ROW(VIEW, "↑", VL_KEY_UP, NONE, NULL, "move the view up", pan, .value = 2, HELD),
    ROW(VIEW, "↓", VL_KEY_DOWN, NONE, NULL, "move the view down", pan, .value = 3, HELD),
    ROW(PROGRAM, "F1", F(1), HELP, NULL, "help: keys, mouse and fingers", DRAWER(HELP), .other_key = '?'),
    ROW(PROGRAM, "F11", F(11), FULLSCREEN, NULL, "full screen", fullscreen, .active = fills_screen),
    ROW(PROGRAM, "Ctrl+K", 'k', MENU, NULL, "find a scene, a command or a term by its words",
        DRAWER(FIND), .ctrl = true, AT(MENU)),
    ROW(PROGRAM, "F12", F(12), PICTURE, NULL, "picture of the window", vl_act_picture),
    ROW(PROGRAM, "Esc", VL_KEY_ESCAPE, CLOSE, NULL, "close what is open, put tools away", close_open),
    ROW(PROGRAM, "Ctrl+Q", 'q', QUIT, NULL, "leave the program", quit, .ctrl = true),
};

// clang-format on

enum { VL_MOST_LANE_KEYS = 64 }; // as many integrators as may be

enum { OTHERS = sizeof others / sizeof *others };

int vl_command_count(void)
{
    return 2 * vl_integrator_count + OTHERS;
}

static vl_command integrator_command(int index)
{
    const vl_integrator *integrator = vl_integrators[index];
    const char ctrl[] = "Ctrl+", *key = integrator->key;
    bool with_ctrl = strncmp(key, ctrl, strlen(ctrl)) == 0;
    return (vl_command){
        .group = VL_GROUP_METHOD,
        .keys = key,
        .key = (uint32_t)tolower((unsigned char)key[with_ctrl ? strlen(ctrl) : 0]),
        .ctrl = with_ctrl,
        .label = integrator->label,
        .help = integrator->title,
        .value = index,
        .act = vl_act_set_integrator,
        .active = is_integrator,
    };
}

// The command of an integrator with Shift.
static vl_command lane_command(int index)
{
    static char keys[VL_MOST_LANE_KEYS][24], help[VL_MOST_LANE_KEYS][64];
    vl_command command = integrator_command(index);
    if (!*keys[index])
        snprintf(keys[index], sizeof keys[index], "Shift+%s", command.keys);
    if (!*help[index])
        snprintf(help[index], sizeof help[index], "%s in a lane, or not", command.help);
    command.help = help[index];
    command.group = VL_GROUP_LANES;
    command.keys = keys[index];
    command.shift = true;
    command.act = vl_act_toggle_lane;
    command.active = has_lane;
    return command;
}

vl_command vl_command_get(int index)
{
    if (index < vl_integrator_count)
        return integrator_command(index);
    index -= vl_integrator_count;
    if (index < vl_integrator_count)
        return lane_command(index);
    index -= vl_integrator_count;
    return others[index];
}

static bool has_key(const vl_command *command, uint32_t key, bool shift)
{
    bool other = command->other_key && command->other_key == key;
    return (command->key == key && command->shift == shift) ||
           (other && (command->shift || command->other_shift) == shift);
}

static int command_of(uint32_t key, bool ctrl, bool shift)
{
    for (int i = 0; i < vl_command_count(); i++) {
        vl_command command = vl_command_get(i);
        if (command.ctrl == ctrl && has_key(&command, key, shift))
            return i;
    }
    return -1;
}

int vl_command_of_key(uint32_t key, bool ctrl)
{
    return command_of(key, ctrl, false);
}

int vl_command_named(const char *keys, int length)
{
    for (int i = 0; i < vl_command_count(); i++) {
        vl_command command = vl_command_get(i);
        if ((int)strlen(command.keys) == length && strncmp(command.keys, keys, (size_t)length) == 0)
            return i;
    }
    return -1;
}

// Where no command needs Shift with the key, the one without it is meant: "+" may take Shift.
int vl_command_of_event(const vl_event *event)
{
    int index = event->shift ? command_of(event->key, event->ctrl, true) : -1;
    return index < 0 ? command_of(event->key, event->ctrl, false) : index;
}

const char *vl_command_group_name(vl_command_group group)
{
    static const char *const names[] = {
        [VL_GROUP_METHOD] = "Integrator", [VL_GROUP_LANES] = "Lanes",
        [VL_GROUP_LAB] = "Experiments",   [VL_GROUP_TIME] = "Time",
        [VL_GROUP_LINKS] = "Links",       [VL_GROUP_SCENE] = "Scene",
        [VL_GROUP_SHOW] = "Show",         [VL_GROUP_VIEW] = "View",
        [VL_GROUP_PROGRAM] = "Program",
    };
    return names[group];
}
