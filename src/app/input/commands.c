#include "app/input/commands.h"

#include "app/input/actions.h"
#include "app/input/settings.h"
#include "app/input/tools.h"
#include "app/pages/pages.h"

#include <ctype.h>
#include <stddef.h>

static void set_integrator(vl_app *app, const vl_command *command)
{
    const char *lacks = vl_integrator_lacks(vl_integrators[command->value]);
    if (lacks) {
        vl_app_notify(app, VL_NOTICE_WARNING, command->label, "It needs %s.", lacks);
        return;
    }
    // what was told of another method
    if (command->value != app->session.integrator)
        vl_app_drop_notice(app, VL_NOTICE_DIVERGED);
    vl_session_set_integrator(&app->session, command->value);
}

static bool is_integrator(const vl_app *app, const vl_command *command)
{
    return app->session.integrator == command->value;
}

static void run_or_pause(vl_app *app, const vl_command *command)
{
    vl_session_set_running(&app->session, !app->session.running);
    vl_app_tell_end(app);
}

static void mistake(vl_app *app, const vl_command *command)
{
    vl_app_toggle_mistake(app);
}

static bool is_mistaken(const vl_app *app, const vl_command *command)
{
    return vl_session_mistake(&app->session) != NULL;
}

static bool is_running(const vl_app *app, const vl_command *command)
{
    return app->session.running;
}

static void step(vl_app *app, const vl_command *command)
{
    vl_session_set_running(&app->session, false);
    vl_drag_carry(&app->drag, &app->session);
    if (!vl_session_step(&app->session))
        vl_app_tell_end(app);
}

static void reset(vl_app *app, const vl_command *command)
{
    vl_app_reset(app);
}

static void turn_back(vl_app *app, const vl_command *command)
{
    vl_app_turn_back(app);
}

static bool goes_back(const vl_app *app, const vl_command *command)
{
    return app->session.back.left > 0;
}

static void change_speed(vl_app *app, const vl_command *command)
{
    vl_session_change_speed(&app->session, command->value > 0 ? 2 : 0.5);
}

static void hitch(vl_app *app, const vl_command *command)
{
    app->session.pacing.hitch = true;
}

// `value` is a setting, and the way it goes as its sign.
#define SETTING(setting, way) ((way) * (VL_SETTING_##setting + 1))

static void change_setting(vl_app *app, const vl_command *command)
{
    int way = command->value > 0 ? 1 : -1;
    vl_app_change_setting(app, way * command->value - 1, way);
}

static void turn_page(vl_app *app, const vl_command *command)
{
    vl_app_turn_page(app, command->value);
}

static void next_engine(vl_app *app, const vl_command *command)
{
    vl_app_next_engine(app);
}

static bool is_as_another(const vl_app *app, const vl_command *command)
{
    return app->session.engine != NULL;
}

static void save(vl_app *app, const vl_command *command)
{
    vl_app_save(app);
}

static void picture(vl_app *app, const vl_command *command)
{
    vl_app_picture(app);
}

// `value` is the offset of a bool in vl_shown.
static bool *shown(vl_app *app, const vl_command *command)
{
    return (bool *)((char *)&app->shown + command->value);
}

static void toggle(vl_app *app, const vl_command *command)
{
    *shown(app, command) = !*shown(app, command);
}

// Colours of one thing at a time.
static void toggle_colours(vl_app *app, const vl_command *command)
{
    bool wanted = !*shown(app, command);
    app->shown.strain = app->shown.moved = false;
    *shown(app, command) = wanted;
}

// The stage grows or shrinks with them: the view is set anew.
static void toggle_notes(vl_app *app, const vl_command *command)
{
    toggle(app, command);
    vl_app_fit_view(app);
}

static bool is_shown(const vl_app *app, const vl_command *command)
{
    return *(const bool *)((const char *)&app->shown + command->value);
}

static void fullscreen(vl_app *app, const vl_command *command)
{
    toggle(app, command);
    app->platform->set_fullscreen(app->platform, app->shown.fullscreen);
}

static void pin(vl_app *app, const vl_command *command)
{
    vl_app_pin(app);
}

static void scissors(vl_app *app, const vl_command *command)
{
    vl_tool_take(app, VL_TOOL_SCISSORS);
}

// `value` is the tool.
static bool is_in_use(const vl_app *app, const vl_command *command)
{
    return (int)app->tool == command->value;
}

static void next_plot(vl_app *app, const vl_command *command)
{
    app->plot++;
}

static void next_estimator(vl_app *app, const vl_command *command)
{
    vl_app_next_estimator(app);
}

static bool is_wrong_estimator(const vl_app *app, const vl_command *command)
{
    return app->session.estimator != 0;
}

static void theme(vl_app *app, const vl_command *command)
{
    app->theme = (vl_theme_kind)((app->theme + 1) % VL_THEME_COUNT);
}

static bool is_dark(const vl_app *app, const vl_command *command)
{
    return app->theme == VL_THEME_DARK;
}

static void zoom(vl_app *app, const vl_command *command)
{
    vl_rect s = app->camera.stage;
    double x = (double)(s.x + s.w / 2), y = (double)(s.y + s.h / 2);
    vl_camera_zoom(&app->camera, command->value > 0 ? 1.25 : 0.8, x, y);
}

static void pan(vl_app *app, const vl_command *command)
{
    static const struct {
        int x, y;
    } ways[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};

    double step = 0.1 * (double)app->camera.stage.h;
    vl_camera_pan(&app->camera, step * ways[command->value].x, step * ways[command->value].y);
}

static void fit(vl_app *app, const vl_command *command)
{
    vl_app_fit_view(app);
}

static void close_open(vl_app *app, const vl_command *command)
{
    vl_app_close(app);
}

static void quit(vl_app *app, const vl_command *command)
{
    app->quit = true;
}

#define SHOWN(member) ((int)offsetof(vl_shown, member))
#define F(number)     (VL_KEY_F1 + (number)-1)

static const vl_command others[] = {
    {"F8", F(8), 0, false, VL_GROUP_LAB, VL_ICON_COMPARE, "Engine",
     "as another engine: the next preset", NULL, 0, next_engine, is_as_another},
    {"Space", ' ', 0, false, VL_GROUP_TIME, VL_ICON_PLAY, "Run", "run or pause", NULL, 0,
     run_or_pause, is_running},
    {".", '.', 0, false, VL_GROUP_TIME, VL_ICON_STEP, "Step", "pause, make one step", NULL, 0, step,
     NULL},
    {"R", 'r', 0, false, VL_GROUP_TIME, VL_ICON_RESET, "Reset", "back to the start", NULL, 0, reset,
     NULL},
    {"Z", 'z', 0, false, VL_GROUP_TIME, VL_ICON_TURN, "Back",
     "turn round, back along the steps made", NULL, 0, turn_back, goes_back},
    {"[", '[', 0, false, VL_GROUP_TIME, VL_ICON_SLOWER, "Slower", "half the speed",
     "half, twice the speed", -1, change_speed, NULL},
    {"]", ']', 0, false, VL_GROUP_TIME, VL_ICON_FASTER, "Faster", "twice the speed", NULL, 1,
     change_speed, NULL},
    {"H", 'h', 0, false, VL_GROUP_TIME, VL_ICON_HITCH, "Hitch", "hitch: a step of 0.1 s", NULL, 0,
     hitch, NULL},
    {"M", 'm', 0, false, VL_GROUP_LINKS, VL_ICON_SOLVER, "Solver", "next solver of the links", NULL,
     SETTING(METHOD, 1), change_setting, NULL},
    {"O", 'o', 0, false, VL_GROUP_LINKS, VL_ICON_ORDER, "Order", "next order of a sweep", NULL,
     SETTING(ORDER, 1), change_setting, NULL},
    {"D", 'd', 0, false, VL_GROUP_LINKS, VL_ICON_DIRECTION, "Direction",
     "direction: new or old link", NULL, SETTING(DIRECTION, 1), change_setting, NULL},
    {"W", 'w', 0, false, VL_GROUP_LINKS, VL_ICON_MINUS, "Sweeps", "half the sweeps at most",
     "half, twice the sweeps", SETTING(SWEEPS, -1), change_setting, NULL},
    {"E", 'e', 0, false, VL_GROUP_LINKS, VL_ICON_PLUS, "Sweeps", "twice the sweeps at most", NULL,
     SETTING(SWEEPS, 1), change_setting, NULL},
    {"J", 'j', 0, false, VL_GROUP_LINKS, VL_ICON_MINUS, "Substeps", "half the substeps of a frame",
     "half, twice the substeps", SETTING(SUBSTEPS, -1), change_setting, NULL},
    {"K", 'k', 0, false, VL_GROUP_LINKS, VL_ICON_PLUS, "Substeps", "twice the substeps of a frame",
     NULL, SETTING(SUBSTEPS, 1), change_setting, NULL},
    {"X", 'x', 0, false, VL_GROUP_LINKS, VL_ICON_RELAX, "Relaxation", "over-relaxation", NULL,
     SETTING(RELAXATION, 1), change_setting, NULL},
    {"PgUp", VL_KEY_PAGE_UP, 0, false, VL_GROUP_SCENE, VL_ICON_PREVIOUS, "Previous",
     "previous scene", "previous, next scene", -1, turn_page, NULL},
    {"PgDn", VL_KEY_PAGE_DOWN, 0, false, VL_GROUP_SCENE, VL_ICON_NEXT, "Next", "next scene", NULL,
     1, turn_page, NULL},
    {"N", 'n', 0, false, VL_GROUP_SCENE, VL_ICON_MORE, "Notes", "the notes of the scene", NULL,
     SHOWN(notes), toggle_notes, is_shown},
    {"Q", 'q', 0, false, VL_GROUP_SCENE, VL_ICON_WARNING, "Mistake",
     "the mistake of a broken scene, on or off", NULL, 0, mistake, is_mistaken},
    {"P", 'p', 0, false, VL_GROUP_SCENE, VL_ICON_PIN, "Pin", "pin a particle, or let it go", NULL,
     VL_TOOL_PIN, pin, is_in_use},
    {"C", 'c', 0, false, VL_GROUP_SCENE, VL_ICON_CUT, "Cut", "scissors: cut links", NULL,
     VL_TOOL_SCISSORS, scissors, is_in_use},
    {"Ctrl+S", 's', 0, true, VL_GROUP_SCENE, VL_ICON_SAVE, "Save", "save as a new scene file", NULL,
     0, save, NULL},
    {"V", 'v', 0, false, VL_GROUP_SHOW, VL_ICON_VECTORS, "Vectors", "velocities and accelerations",
     NULL, SHOWN(vectors), toggle, is_shown},
    {"T", 't', 0, false, VL_GROUP_SHOW, VL_ICON_TRAILS, "Trails", "show the way of balls", NULL,
     SHOWN(trails), toggle, is_shown},
    {"A", 'a', 0, false, VL_GROUP_SHOW, VL_ICON_GHOST, "Ghost", "where everything should be", NULL,
     SHOWN(ghost), toggle, is_shown},
    {"S", 's', 0, false, VL_GROUP_SHOW, VL_ICON_STRAIN, "Strain", "colour links by strain", NULL,
     SHOWN(strain), toggle_colours, is_shown},
    {"G", 'g', 0, false, VL_GROUP_SHOW, VL_ICON_PROPAGATION, "Moved", "colour by distance moved",
     NULL, SHOWN(moved), toggle_colours, is_shown},
    {"F2", F(2), 0, false, VL_GROUP_SHOW, VL_ICON_PANEL, "Panel", "show readouts and plots", NULL,
     SHOWN(panel), toggle, is_shown},
    {"Y", 'y', 0, false, VL_GROUP_SHOW, VL_ICON_PLOT, "Plot", "next plot of the panel", NULL, 0,
     next_plot, NULL},
    {"U", 'u', 0, false, VL_GROUP_SHOW, VL_ICON_ESTIMATOR, "K from",
     "next velocity that the kinetic energy is made of", NULL, 0, next_estimator,
     is_wrong_estimator},
    {"L", 'l', 0, false, VL_GROUP_SHOW, VL_ICON_THEME, "Dark", "light or dark theme", NULL, 0,
     theme, is_dark},
    {"+", '+', '=', false, VL_GROUP_VIEW, VL_ICON_ZOOM_IN, "Nearer", "zoom in; also the wheel",
     "zoom in, out", 1, zoom, NULL},
    {"−", '-', 0, false, VL_GROUP_VIEW, VL_ICON_ZOOM_OUT, "Farther", "zoom out", NULL, -1, zoom,
     NULL},
    {"F", 'f', VL_KEY_HOME, false, VL_GROUP_VIEW, VL_ICON_FIT, "Fit", "the view of the scene file",
     NULL, 0, fit, NULL},
    {"←", VL_KEY_LEFT, 0, false, VL_GROUP_VIEW, VL_ICON_NONE, "←", "move the view left", NULL, 0,
     pan, NULL},
    {"→", VL_KEY_RIGHT, 0, false, VL_GROUP_VIEW, VL_ICON_NONE, "→", "move the view right", NULL, 1,
     pan, NULL},
    {"↑", VL_KEY_UP, 0, false, VL_GROUP_VIEW, VL_ICON_NONE, "↑", "move the view up", NULL, 2, pan,
     NULL},
    {"↓", VL_KEY_DOWN, 0, false, VL_GROUP_VIEW, VL_ICON_NONE, "↓", "move the view down", NULL, 3,
     pan, NULL},
    {"F11", F(11), 0, false, VL_GROUP_PROGRAM, VL_ICON_FULLSCREEN, "Full", "full screen", NULL,
     SHOWN(fullscreen), fullscreen, is_shown},
    {"F12", F(12), 0, false, VL_GROUP_PROGRAM, VL_ICON_PICTURE, "Picture", "picture of the window",
     NULL, 0, picture, NULL},
    {"F1", F(1), '?', false, VL_GROUP_PROGRAM, VL_ICON_HELP, "Help", "this help", NULL, SHOWN(help),
     toggle, is_shown},
    {"Esc", VL_KEY_ESCAPE, 0, false, VL_GROUP_PROGRAM, VL_ICON_CLOSE, "Close",
     "close what is open, put tools away", NULL, 0, close_open, NULL},
    {"Ctrl+Q", 'q', 0, true, VL_GROUP_PROGRAM, VL_ICON_QUIT, "Quit", "leave the program", NULL, 0,
     quit, NULL},
};

enum { OTHERS = sizeof others / sizeof *others };

int vl_command_count(void)
{
    return vl_integrator_count + vl_page_count + OTHERS;
}

static void toggle_page(vl_app *app, const vl_command *command)
{
    vl_pages_toggle(app, command->value);
}

static bool is_open(const vl_app *app, const vl_command *command)
{
    return app->page == command->value;
}

static vl_command page_command(int index)
{
    const vl_page *page = vl_pages[index];
    return (vl_command){
        .keys = page->keys,
        .key = page->key,
        .group = VL_GROUP_LAB,
        .icon = page->icon,
        .label = page->label,
        .help = page->help,
        .value = index,
        .act = toggle_page,
        .active = is_open,
    };
}

vl_command vl_command_get(int index)
{
    int after = index - vl_integrator_count;
    if (after >= vl_page_count)
        return others[after - vl_page_count];
    if (after >= 0)
        return page_command(after);

    const vl_integrator *integrator = vl_integrators[index];
    return (vl_command){
        .keys = integrator->key,
        .key = (uint32_t)tolower((unsigned char)integrator->key[0]),
        .group = VL_GROUP_METHOD,
        .label = integrator->title,
        .help = integrator->title,
        .value = index,
        .act = set_integrator,
        .active = is_integrator,
    };
}

bool vl_command_key(vl_app *app, uint32_t key, bool ctrl)
{
    for (int i = 0; i < vl_command_count(); i++) {
        vl_command command = vl_command_get(i);
        bool fits = command.key == key || (command.other_key && command.other_key == key);
        if (!fits || command.ctrl != ctrl)
            continue;
        command.act(app, &command);
        return true;
    }
    return false;
}

const char *vl_command_group_name(vl_command_group group)
{
    static const char *const names[VL_GROUP_COUNT] = {
        [VL_GROUP_METHOD] = "Integrator", [VL_GROUP_LAB] = "Experiments", [VL_GROUP_TIME] = "Time",
        [VL_GROUP_LINKS] = "Links",       [VL_GROUP_SCENE] = "Scene",     [VL_GROUP_SHOW] = "Show",
        [VL_GROUP_VIEW] = "View",         [VL_GROUP_PROGRAM] = "Program",
    };
    return names[group];
}
