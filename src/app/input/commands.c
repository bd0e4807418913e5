// The table of commands. Their functions are in all files of this room.

#include "app/input/actions.h"

#include "app/pages/pages.h"
#include "physics/integrators/integrators.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

static void run_or_pause(vl_app *app, const vl_command *command)
{
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

// `value` is the offset of a bool in vl_shown.
static bool *shown(vl_app *app, const vl_command *command)
{
    return (bool *)((char *)&app->shown + command->value);
}

// clang-format off
#define ACT(name, what) static void name(vl_app *app, const vl_command *command) { what; }
#define IS_ACTIVE(name, condition) \
    static bool name(const vl_app *app, const vl_command *command) { return condition; }

ACT(reset, vl_session_reset(&app->session))
ACT(change_speed, vl_session_change_speed(&app->session, command->value > 0 ? 2 : 0.5))
ACT(hitch, app->session.pacing.hitch = true)
ACT(next_plot, app->plot++)
ACT(theme, app->theme = &vl_themes[(app->theme - vl_themes + 1) % vl_theme_count])
ACT(fit, app->fit_wanted = true)
ACT(quit, app->quit = true)
ACT(toggle_page, vl_page_toggle(app, command->subject))
ACT(toggle, *shown(app, command) = !*shown(app, command))

IS_ACTIVE(is_integrator, vl_session_lane_chosen(&app->session)->integrator == command->value)
IS_ACTIVE(is_mistaken, vl_session_mistake(&app->session) != NULL)
IS_ACTIVE(is_running, app->session.running)
IS_ACTIVE(goes_back, app->session.playback.left > 0)
IS_ACTIVE(is_as_another, app->session.engine != NULL)
IS_ACTIVE(is_shown, *(const bool *)((const char *)&app->shown + command->value))
IS_ACTIVE(are_notes_seen, app->shown.notes && (app->layout.notes.w > 0 || vl_app_has_sheet(app)))
IS_ACTIVE(is_panel_seen, app->layout.side.w > 0)
IS_ACTIVE(is_in_use, app->tool == command->subject)
IS_ACTIVE(is_wrong_estimator, app->session.estimator != 0)
IS_ACTIVE(is_dark, app->theme != vl_themes)
IS_ACTIVE(is_open, app->page == command->subject)

// clang-format on

// Links and cloth can be coloured by one quantity at a time.
static void toggle_colours(vl_app *app, const vl_command *command)
{
    bool wanted = !*shown(app, command);
    app->shown.strain = app->shown.moved = false;
    *shown(app, command) = wanted;
}

// What an open page hides comes out from behind it, instead of changing unseen.
static void toggle_behind_page(vl_app *app, const vl_command *command, bool is_hidden)
{
    if (app->page && is_hidden) {
        vl_page_toggle(app, app->page);
        *shown(app, command) = true;
    } else {
        toggle(app, command);
    }
}

// The notes change the size of the stage, so the view must be fitted again.
static void toggle_notes(vl_app *app, const vl_command *command)
{
    toggle_behind_page(app, command, vl_app_notes_fit(app));
    app->fit_wanted = true;
}

static void toggle_panel(vl_app *app, const vl_command *command)
{
    toggle_behind_page(app, command, app->page && app->page->wide);
}

static void fullscreen(vl_app *app, const vl_command *command)
{
    toggle(app, command);
    vl_app_stall(app, VL_STALL_WINDOW);
    app->platform->set_fullscreen(app->platform, app->shown.fullscreen);
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
}

// Closes only what lies on top.
static void close_open(vl_app *app, const vl_command *command)
{
    if (app->shown.help)
        app->shown.help = false;
    else if (app->shown.whole_notes)
        app->shown.whole_notes = false;
    else if (app->tool)
        vl_tool_take(app, app->tool);
    else if (app->notice.kind != VL_NOTICE_NONE)
        app->notice.kind = VL_NOTICE_NONE;
    else if (app->shown.settings)
        app->shown.settings = false;
    else if (app->page)
        vl_page_toggle(app, app->page);
    else
        app->shown.notes = false;
}

// clang-format off
#define F(number)               (VL_KEY_F1 + (number) - 1)
#define FOLDED                  .folded = VL_FOLDED_SHOWN
#define FOLDED_ICON             .folded = VL_FOLDED_ICON
#define HELD                    .repeats = true
#define SHOWN(member)           .value = (int)offsetof(vl_shown, member), .active = is_shown
#define UNDER_PAGE(member, is_seen) .value = (int)offsetof(vl_shown, member), .active = is_seen
#define SET(setting, direction) vl_act_change_setting, .subject = &vl_setting_##setting, .value = direction
#define ROW(group_, keys_, key_, icon_, label_, help_, ...)                                        \
    {.group = VL_GROUP_##group_, .keys = keys_, .key = key_, .icon = VL_ICON_##icon_,              \
     .label = label_, .help = help_, .act = __VA_ARGS__}

static const vl_command others[] = {
    ROW(LAB, "F8", F(8), COMPARE, "Engine", "next preset of another engine",
        vl_act_next_engine, .active = is_as_another),
    ROW(TIME, "Space", ' ', PLAY, "Run", "run or pause", run_or_pause, .active = is_running, FOLDED),
    ROW(TIME, ".", '.', STEP, "Step", "pause, make one step", step, FOLDED, HELD),
    ROW(TIME, "R", 'r', RESET, "Reset", "back to the start", reset, FOLDED),
    ROW(TIME, "Z", 'z', TURN, "Back", "reverse: back along the steps made", vl_act_turn_back, .active = goes_back),
    ROW(TIME, "[", '[', SLOWER, "Slower", "half the speed",
        change_speed, .value = -1, FOLDED_ICON, .pair = "half, twice the speed"),
    ROW(TIME, "]", ']', FASTER, "Faster", "twice the speed", change_speed, .value = 1, FOLDED_ICON),
    ROW(TIME, "H", 'h', HITCH, "Hitch", "hitch: a step of 0.1 s", hitch, FOLDED),
    ROW(LINKS, "M", 'm', SOLVER, "Solver", "next solver of the links", SET(solver, 1)),
    ROW(LINKS, "O", 'o', ORDER, "Order", "next order of a sweep", SET(order, 1)),
    ROW(LINKS, "D", 'd', DIRECTION, "Direction", "direction: new or old link", SET(direction, 1)),
    ROW(LINKS, "W", 'w', MINUS, "Sweeps", "half the sweep limit", SET(sweeps, -1), .pair = "half, twice the sweeps"),
    ROW(LINKS, "E", 'e', PLUS, "Sweeps", "twice the sweep limit", SET(sweeps, 1)),
    ROW(LINKS, "J", 'j', MINUS, "Substeps", "half the substeps of a frame",
        SET(substeps, -1), .pair = "half, twice the substeps"),
    ROW(LINKS, "K", 'k', PLUS, "Substeps", "twice the substeps of a frame", SET(substeps, 1)),
    ROW(LINKS, "X", 'x', RELAX, "Relaxation", "over-relaxation", SET(relaxation, 1)),
    ROW(LINKS, "Ctrl+G", 'g', NONE, NULL, "coarser grids of a sweep, for cloth that hangs taut", SET(grids, 1), .ctrl = true),
    ROW(SCENE, "PgUp", VL_KEY_PAGE_UP, PREVIOUS, "Previous", "previous scene",
        vl_act_open_next, .value = -1, FOLDED_ICON, .pair = "previous, next scene"),
    ROW(SCENE, "PgDn", VL_KEY_PAGE_DOWN, NEXT, "Next", "next scene", vl_act_open_next, .value = 1, FOLDED_ICON),
    ROW(SCENE, "N", 'n', MORE, "Notes", "the notes of the scene", toggle_notes, UNDER_PAGE(notes, are_notes_seen), FOLDED),
    ROW(SCENE, "Q", 'q', WARNING, "Mistake", "the mistake of a broken scene, on or off",
        vl_act_toggle_mistake, .active = is_mistaken, .folded = VL_FOLDED_MISTAKE),
    ROW(SCENE, "P", 'p', PIN, "Pin", "pin a particle, or let it go",
        vl_act_pin, .subject = &vl_tool_pins, .active = is_in_use),
    ROW(SCENE, "C", 'c', CUT, "Cut", "scissors: cut links",
        vl_act_take_tool, .subject = &vl_tool_scissors, .active = is_in_use),
    ROW(SCENE, "Ctrl+S", 's', SAVE, "Save", "save as a new scene file", vl_act_save, .ctrl = true),
    ROW(SHOW, "V", 'v', VECTORS, "Vectors", "velocities and accelerations", toggle, SHOWN(vectors)),
    ROW(SHOW, "T", 't', TRAILS, "Trails", "show the paths of balls", toggle, SHOWN(trails)),
    ROW(SHOW, "A", 'a', GHOST, "Ghost", "the true positions", toggle, SHOWN(ghost)),
    ROW(SHOW, "S", 's', STRAIN, "Strain", "colour links by strain", toggle_colours, SHOWN(strain)),
    ROW(SHOW, "G", 'g', PROPAGATION, "Moved", "colour by distance moved", toggle_colours, SHOWN(moved)),
    ROW(SHOW, "F2", F(2), PANEL, "Panel", "show readouts and plots", toggle_panel, UNDER_PAGE(panel, is_panel_seen), FOLDED),
    ROW(SHOW, "Y", 'y', PLOT, "Plot", "next plot of the panel", next_plot),
    ROW(SHOW, "U", 'u', ESTIMATOR, "K from", "next velocity for the kinetic energy",
        vl_act_next_estimator, .active = is_wrong_estimator),
    ROW(SHOW, "L", 'l', THEME, "Dark", "light or dark theme", theme, .active = is_dark),
    ROW(VIEW, "+", '+', ZOOM_IN, "Nearer", "zoom in; also the wheel",
        zoom, .value = 1, .other_key = '=', .pair = "zoom in, out", HELD),
    ROW(VIEW, "−", '-', ZOOM_OUT, "Farther", "zoom out", zoom, .value = -1, HELD),
    ROW(VIEW, "F", 'f', FIT, "Fit", "the view of the scene file", fit, .other_key = VL_KEY_HOME),
    ROW(VIEW, "←", VL_KEY_LEFT, NONE, "←", "move the view left", pan, HELD),
    ROW(VIEW, "→", VL_KEY_RIGHT, NONE, "→", "move the view right", pan, .value = 1, HELD),
    ROW(VIEW, "↑", VL_KEY_UP, NONE, "↑", "move the view up", pan, .value = 2, HELD),
    ROW(VIEW, "↓", VL_KEY_DOWN, NONE, "↓", "move the view down", pan, .value = 3, HELD),
    ROW(PROGRAM, "F11", F(11), FULLSCREEN, "Full", "full screen", fullscreen, SHOWN(fullscreen)),
    ROW(PROGRAM, "F12", F(12), PICTURE, "Picture", "picture of the window", vl_act_picture),
    ROW(PROGRAM, "F1", F(1), HELP, "Help", "this help", toggle, SHOWN(help), FOLDED, .other_key = '?'),
    ROW(PROGRAM, "Esc", VL_KEY_ESCAPE, CLOSE, "Close", "close what is open, put tools away", close_open),
    ROW(PROGRAM, "Ctrl+Q", 'q', QUIT, "Quit", "leave the program", quit, .ctrl = true),
};

// clang-format on

enum { OTHERS = sizeof others / sizeof *others };

int vl_command_count(void)
{
    return vl_integrator_count + vl_page_count + OTHERS;
}

// Over an open page there are tabs of all pages; so the first page's button stays while the bar is
// folded.
static vl_command page_command(const vl_page *page)
{
    return (vl_command){
        .group = VL_GROUP_LAB,
        .keys = page->keys,
        .key = page->key,
        .icon = page->icon,
        .label = page->label,
        .help = page->help,
        .folded = page == vl_pages[0] ? VL_FOLDED_SHOWN : VL_FOLDED_HIDDEN,
        .subject = page,
        .act = toggle_page,
        .active = is_open,
    };
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
        .label = integrator->title,
        .help = integrator->title,
        .value = index,
        .act = vl_act_set_integrator,
        .active = is_integrator,
    };
}

vl_command vl_command_get(int index)
{
    if (index < vl_integrator_count)
        return integrator_command(index);
    index -= vl_integrator_count;
    return index < vl_page_count ? page_command(vl_pages[index]) : others[index - vl_page_count];
}

void vl_key_down(vl_app *app, const vl_event *event)
{
    for (int i = 0; i < vl_command_count(); i++) {
        vl_command command = vl_command_get(i);
        bool fits =
            command.key == event->key || (command.other_key && command.other_key == event->key);
        if (!fits || command.ctrl != event->ctrl)
            continue;
        if (!event->repeat || command.repeats)
            command.act(app, &command);
        return;
    }
}

const char *vl_command_group_name(vl_command_group group)
{
    static const char *const names[] = {
        [VL_GROUP_METHOD] = "Integrator", [VL_GROUP_LAB] = "Experiments", [VL_GROUP_TIME] = "Time",
        [VL_GROUP_LINKS] = "Links",       [VL_GROUP_SCENE] = "Scene",     [VL_GROUP_SHOW] = "Show",
        [VL_GROUP_VIEW] = "View",         [VL_GROUP_PROGRAM] = "Program",
    };
    return names[group];
}
