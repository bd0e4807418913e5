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
ACT(theme, app->theme = &vl_themes[(app->theme - vl_themes + 1) % vl_theme_count])
ACT(fit, app->view.fit_wanted = true)
ACT(projector, app->projector = !app->projector)
ACT(quit, app->quit = true)
ACT(next_view, vl_dock_next(app))
ACT(toggle, *shown(app, command) = !*shown(app, command))
ACT(other_frames, vl_app_find(app, vl_command_group_name(VL_GROUP_FRAMES)))
ACT(change_type, vl_app_change_type(app, command->value))
ACT(next_colours, app->shown.colours = (app->shown.colours + 1) % (VL_COLOURS_MOVED + 1))

IS_ACTIVE(is_integrator, vl_lane_method(vl_session_lane_chosen(&app->session)) == command->value)
IS_ACTIVE(is_mistaken, vl_session_mistake(&app->session) != NULL)
IS_ACTIVE(is_running, app->session.running)
IS_ACTIVE(goes_back, app->session.playback.left > 0)
IS_ACTIVE(is_shown, *(const bool *)((const char *)&app->shown + command->value))
IS_ACTIVE(fills_screen, app->platform->is_fullscreen(app->platform))
IS_ACTIVE(is_drawn_out, app->drawer == (vl_drawer)command->value)
IS_ACTIVE(has_theory, vl_theory_is_open(app))
IS_ACTIVE(is_hand, !app->tool)
IS_ACTIVE(is_stream, vl_is_stream_of(app, command) && !vl_app_hides_stream(app))
IS_ACTIVE(has_projector, app->projector)
IS_ACTIVE(is_in_use, app->tool == command->subject)
IS_ACTIVE(has_dock, app->page == &vl_page_dock)

// clang-format on

static void hitch(vl_app *app, const vl_command *command)
{
    vl_session_mark(&app->session, 0, "late frame");
    vl_session_touch(&app->session, false);
    app->session.pacing.hitch = true;
}

static const char *undo_object(const vl_app *app, const vl_command *command)
{
    const vl_session *session = &app->session;
    return command->value < 0 ? vl_session_undoes(session) : vl_session_redoes(session);
}

// A view that was dragged away by mistake comes back, too.
static void reset(vl_app *app, const vl_command *command)
{
    vl_session_reset(&app->session);
    app->view.fit_wanted = app->view.fit_wanted || app->view.dragged;
}

static void fullscreen(vl_app *app, const vl_command *command)
{
    vl_app_stall(app);
    app->platform->set_fullscreen(app->platform, !app->platform->is_fullscreen(app->platform));
    vl_app_stall_end(app);
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
}

// clang-format off
#define AT(place_)              .place = VL_PLACE_##place_
#define HELD                    .repeats = true
#define SHOWN(member)           .value = (int)offsetof(vl_shown, member), .active = is_shown
#define DRAWER(name)            toggle_drawer, .value = VL_DRAWER_##name, .active = is_drawn_out
#define STREAM(text)            vl_act_set_stream, .of = "frames", .subject = (text), .active = is_stream
#define ROW(group_, name_, icon_, label_, help_, ...)                                              \
    {.group = VL_GROUP_##group_, .name = name_, .icon = VL_ICON_##icon_, .label = label_,          \
     .help = help_, .act = __VA_ARGS__}

static const vl_command others[] = {
    ROW(TIME, "Space", PLAY, NULL, "run or pause", run_or_pause, .active = is_running, AT(TRANSPORT)),
    ROW(TIME, ".", STEP, NULL, "pause, make one step", step, HELD, AT(TRANSPORT)),
    ROW(TIME, "Shift+.", STEP_BACK, NULL, "pause, one stored frame back", step_back, HELD),
    ROW(TIME, "R", RESET, NULL, "back to the start", reset, AT(TRANSPORT)),
    ROW(TIME, "Z", TURN, NULL, "turn round: reverse all velocities, back along the steps made",
        vl_act_turn_back, .active = goes_back),
    ROW(FRAMES, "30", NONE, "30", "steps of 1/30 s", STREAM("fixed:0.033333333333333333"), AT(RATES)),
    ROW(FRAMES, "60", NONE, "60", "steps of 1/60 s", STREAM("fixed:0.016666666666666667"), AT(RATES)),
    ROW(FRAMES, "144", NONE, "144", "steps of 1/144 s", STREAM("fixed:0.0069444444444444444"), AT(RATES)),
    ROW(FRAMES, "60→144", NONE, "60→144", "60→144: 1/60 s until now, 1/144 s from now on",
        STREAM("switch:0.016666666666666667:0.0069444444444444444:@"), AT(RATES)),
    ROW(FRAMES, "H", HITCH, "late", "late: one frame of 0.1 s", hitch, AT(RATES)),
    ROW(FRAMES, "my-screen", NONE, "my screen", "my screen: as long as those of this display",
        STREAM("frame"), AT(FRAMES)),
    ROW(FRAMES, "frames", NONE, "other frames", "other frames: choose how long they are", other_frames, AT(FRAMES)),
    ROW(FRAMES, "alternate", NONE, NULL, "alternate: 8.3 and 25 ms in turn",
        STREAM("alternate:0.0083333333333333333:0.025")),
    ROW(FRAMES, "jitter", NONE, NULL, "jitter: 8.3 to 25 ms at random",
        STREAM("random:0.0083333333333333333:0.025:1")),
    ROW(FRAMES, "ms-clock", NONE, NULL, "ms clock: 60 frames/s, read in whole milliseconds", STREAM("clock-ms:60")),
    ROW(LANES, "M", PLUS, "+ method", "another lane: a menu of methods", vl_act_add_lane, AT(CARD)),
    ROW(LAB, "Ctrl+P", PLOT, "Graphs", "graphs of the run, and their next view: lanes, energy by cause, K and U, phase plane",
        next_view, .active = has_dock),
    ROW(LAB, "F3", LAB, "Theory", "theory, and its next tab: order, stability, areas of phase space",
        next_theory, .active = has_theory),
    ROW(SCENE, "Ctrl+K", MENU, NULL, "find a scene, a command or a term by its words; also /",
        DRAWER(FIND), .also = "/", AT(MENU)),
    ROW(SCENE, "PgUp", PREVIOUS, NULL, "previous scene, of a lesson if one is held", vl_act_open_next, .value = -1, AT(LESSON)),
    ROW(SCENE, "PgDn", NEXT, NULL, "next scene, of a lesson if one is held", vl_act_open_next, .value = 1, AT(LESSON)),
    ROW(SCENE, "N", NONE, NULL, "the notes of the scene", DRAWER(NOTES)),
    ROW(SCENE, "Q", WARNING, NULL, "the mistake of a broken scene, on or off",
        vl_act_toggle_mistake, .active = is_mistaken, AT(MARK)),
    ROW(SCENE, "hand", HAND, NULL, "hand: drag particles; a click shows the numbers of a thing", take_hand, .active = is_hand, AT(TOOLS)),
    ROW(SCENE, "P", PIN, NULL, "pin a particle, or let it go",
        vl_act_pin, .subject = &vl_tool_pins, .active = is_in_use, AT(TOOLS)),
    ROW(SCENE, "C", CUT, NULL, "scissors: cut links",
        vl_act_take_tool, .subject = &vl_tool_scissors, .active = is_in_use, AT(TOOLS)),
    ROW(SCENE, "Ctrl+Z", UNDO, NULL, "undo", vl_act_undo, .value = -1, .object = undo_object, HELD),
    ROW(SCENE, "Ctrl+Y", REDO, NULL, "redo; also Ctrl+Shift+Z", vl_act_undo, .value = 1, .object = undo_object,
        .also = "Ctrl+Shift+Z", HELD),
    ROW(SCENE, "measure", RULER, NULL, "measure: a distance in metres, an angle in degrees",
        vl_act_measure, .subject = &vl_tool_measure, .active = is_in_use),
    ROW(SCENE, "save", SAVE, NULL, "save what is on the screen as a new scene file; also Ctrl+S", vl_act_save, .also = "Ctrl+S"),
    ROW(SHOW, "F2", NUMBERS, NULL, "numbers: what is read, and all settings, to be typed",
        DRAWER(NUMBERS)),
    ROW(SHOW, "V", VECTORS, NULL, "velocities and accelerations", toggle, SHOWN(vectors)),
    ROW(SHOW, "T", TRAILS, NULL, "show the paths of balls", toggle, SHOWN(trails)),
    ROW(SHOW, "A", GHOST, NULL, "the true positions", toggle, SHOWN(ghost)),
    ROW(SHOW, "colours", STRAIN, NULL, "next colours: the strain of links, the distance moved, none",
        next_colours),
    ROW(SHOW, "estimator", NONE, NULL, "next velocity for the kinetic energy",
        vl_act_next_estimator),
    ROW(SHOW, "F", FIT, NULL, "the view of the scene file", fit, .also = "Home"),
    ROW(SHOW, "theme", THEME, NULL, "light or dark theme", theme),
    ROW(SHOW, "Ctrl++", NONE, NULL, "larger type", change_type, .value = 1, .also = "Ctrl+="),
    ROW(SHOW, "Ctrl+−", NONE, NULL, "smaller type", change_type, .value = -1),
    ROW(SHOW, "F10", PROJECTOR, NULL, "for a projector: large words and figures, few controls", projector,
        .active = has_projector),
    ROW(SHOW, "F11", FULLSCREEN, NULL, "full screen", fullscreen, .active = fills_screen),
    ROW(PROGRAM, "F1", HELP, NULL, "help: keys, mouse and fingers", DRAWER(HELP), .also = "?"),
    ROW(PROGRAM, "picture", PICTURE, NULL, "picture of the window", vl_act_picture),
    ROW(PROGRAM, "Esc", CLOSE, NULL, "close what is open, put tools away", close_open),
    ROW(PROGRAM, "quit", QUIT, NULL, "leave the program; also Ctrl+Q", quit, .also = "Ctrl+Q"),
};

// clang-format on

enum { OTHERS = sizeof others / sizeof *others };

int vl_command_count(void)
{
    return vl_integrator_count + OTHERS;
}

vl_command vl_command_get(int index)
{
    if (index >= vl_integrator_count)
        return others[index - vl_integrator_count];
    const vl_integrator *integrator = vl_integrators[index];
    return (vl_command){
        .group = VL_GROUP_METHOD,
        .name = integrator->key,
        .of = "method",
        .label = integrator->label,
        .help = integrator->title,
        .value = index,
        .act = vl_act_set_integrator,
        .active = is_integrator,
    };
}

// --- names of keys ---

static const struct {
    const char *name;
    uint32_t key;
} named_keys[] = {
    {"Space", VL_KEY_SPACE},
    {"Esc", VL_KEY_ESCAPE},
    {"Enter", VL_KEY_ENTER},
    {"Tab", VL_KEY_TAB},
    {"Backspace", VL_KEY_BACKSPACE},
    {"Delete", VL_KEY_DELETE},
    {"Home", VL_KEY_HOME},
    {"End", VL_KEY_END},
    {"PgUp", VL_KEY_PAGE_UP},
    {"PgDn", VL_KEY_PAGE_DOWN},
    {"Left", VL_KEY_LEFT},
    {"Right", VL_KEY_RIGHT},
    {"Up", VL_KEY_UP},
    {"Down", VL_KEY_DOWN},
    {"−", '-'},
};

// Takes a word away from the beginning of a name.
static bool begins_with(const char **name, const char *word)
{
    bool begins = strncmp(*name, word, strlen(word)) == 0;
    *name += begins ? strlen(word) : 0;
    return begins;
}

bool vl_key_read(const char *name, vl_event *event)
{
    int number;
    *event = (vl_event){.kind = VL_EVENT_KEY};
    for (bool more = true; more;) {
        bool shift = begins_with(&name, "Shift+"), ctrl = begins_with(&name, "Ctrl+");
        event->shift = event->shift || shift;
        event->ctrl = event->ctrl || ctrl;
        more = shift || ctrl;
    }
    if (strlen(name) == 1)
        event->key = (uint32_t)tolower((unsigned char)*name);
    else if (sscanf(name, "F%2d", &number) == 1)
        event->key = VL_KEY_F1 - 1 + (uint32_t)number;
    for (size_t i = 0; i < sizeof named_keys / sizeof *named_keys; i++)
        if (strcmp(name, named_keys[i].name) == 0)
            event->key = named_keys[i].key;
    return event->key != 0;
}

// --- which command is meant ---

static bool is_key(const char *name, const vl_event *event, bool shift)
{
    vl_event key;
    return name && vl_key_read(name, &key) && key.key == event->key && key.ctrl == event->ctrl &&
           key.shift == shift;
}

static int command_of(const vl_event *event, bool shift)
{
    for (int i = 0; i < vl_command_count(); i++) {
        vl_command command = vl_command_get(i);
        if (is_key(command.name, event, shift) || is_key(command.also, event, shift))
            return i;
    }
    return -1;
}

int vl_command_named(const char *name, int length)
{
    for (int i = 0; i < vl_command_count(); i++) {
        const char *known = vl_command_get(i).name;
        if ((int)strlen(known) == length && strncmp(known, name, (size_t)length) == 0)
            return i;
    }
    return -1;
}

// Where no command needs Shift with the key, the one without it is meant: "+" may take Shift.
int vl_command_of_event(const vl_event *event)
{
    int index = event->shift ? command_of(event, true) : -1;
    return index < 0 ? command_of(event, false) : index;
}

const char *vl_command_group_name(vl_command_group group)
{
    static const char *const names[] = {
        [VL_GROUP_METHOD] = "Method",
        [VL_GROUP_LANES] = "Lanes",
        [VL_GROUP_LAB] = "Graphs and theory",
        [VL_GROUP_TIME] = "Time",
        [VL_GROUP_FRAMES] = "Frames",
        [VL_GROUP_SCENE] = "Scene",
        [VL_GROUP_SHOW] = "Show",
        [VL_GROUP_PROGRAM] = "Program",
    };
    return names[group];
}
