#include "key_checks.h"

#include "physics/integrators/integrators.h"
#include "testing.h"
#include "worlds.h"

#include <unistd.h>

int parts_of_window(const vl_app *app, vl_rect parts[MOST_PARTS])
{
    const vl_layout *l = &app->layout;
    const vl_rect fixed[] = {l->page,    l->drawer, l->caption, l->formula,
                             l->figures, l->title,  l->lesson};
    int count = COUNT(fixed);
    memcpy(parts, fixed, sizeof fixed);
    for (int i = 0; i < l->button_count; i++)
        if (!vl_rect_contains(l->drawer, l->buttons[i].rect.x, l->buttons[i].rect.y) &&
            !vl_rect_contains(l->page, l->buttons[i].rect.x, l->buttons[i].rect.y) &&
            !vl_rect_contains(l->figures, l->buttons[i].rect.x, l->buttons[i].rect.y))
            parts[count++] = l->buttons[i].rect;
    parts[count++] = l->bars;
    parts[count++] = l->below_bars;
    parts[count++] = l->time;
    return count;
}

bool place_of_button(const vl_app *app, int command, vl_rect *rect)
{
    for (int i = 0; i < app->layout.button_count; i++)
        if (app->layout.buttons[i].command == command) {
            *rect = app->layout.buttons[i].rect;
            return true;
        }
    return false;
}

app_view view_of(const vl_app *app)
{
    const vl_session *session = &app->session;
    const vl_world *world = vl_session_run(session)->world;
    app_view view;
    memset(&view, 0, sizeof view);
    view.lanes = session->lab->count;
    view.chosen = session->chosen;
    view.integrator = vl_lane_method(&vl_session_run(session)->lane);
    view.mistake = world->mistake;
    view.running = session->running;
    view.steps = session->lab->now.frames;
    view.generation = session->generation;
    view.solver = world->solver;
    view.speed = session->pacing.speed;
    view.time = session->lab->now.time;
    view.shown = app->shown;
    view.theme = app->shown.theme;
    view.tool = app->tools.in_hand;
    view.drawer = app->drawer.open;
    view.page = app->pages.open;
    view.type = app->shown.type;
    view.estimator = (int)(session->lab->estimator - vl_estimators);
    view.camera = app->camera;
    view.fullscreen = app->platform->is_fullscreen(app->platform);
    view.hitch = session->pacing.hitch;
    view.going_back = session->playback.left;
    view.engine = vl_session_run(session)->lane.engine;
    view.pinned_hover =
        app->hands.hover.slot >= 0 && world->particles.pinned[app->hands.hover.slot];
    strncpy(view.stream, session->pacing.stream->text, sizeof view.stream - 1);
    strncpy(view.title, session->scene->title, sizeof view.title - 1);
    snprintf(view.notice, sizeof view.notice, "%s", app->notice.title);
    return view;
}

static bool streams(const app_view *view, const char *text)
{
    return strcmp(view->stream, text) == 0;
}

// clang-format off
static bool row_did(const char *keys, const app_view *was, const app_view *now, const vl_app *app)
{
    const vl_shown *old = &was->shown, *shown = &now->shown;
    const vl_notice *notice = &app->notice;
    const struct {
        const char *keys;
        bool did;
    } rows[] = {
        {"add-lane", app->menu.open && app->menu.kind == VL_MENU_LANE},
        {"Space", now->running != was->running},
        {".", !now->running && now->steps == was->steps + 1},
        {"Shift+.", !now->running && now->time < was->time},
        {"R", now->generation == was->generation + 1 && now->time <= 0.3},
        {"Z", now->running && app->session.lab->shown.back},
        {"H", app->session.pacing.hitch || now->time - was->time >= VL_HITCH}, // the next step uses it up
        {"PgUp", strcmp(now->title, was->title) != 0},
        {"PgDn", strcmp(now->title, was->title) != 0},
        {"Q", now->mistake != was->mistake},
        {"estimator", now->estimator == (was->estimator + 1) % vl_estimator_count},
        {"my-screen", streams(now, "frame") && !streams(was, "frame")},
        {"30", streams(now, "fixed:0.033333333333333333")},
        {"60", streams(now, "fixed:0.016666666666666667")},
        {"144", streams(now, "fixed:0.0069444444444444444")},
        {"60→144", strncmp(now->stream, "switch:", 7) == 0},
        {"alternate", strncmp(now->stream, "alternate:", 10) == 0},
        {"jitter", strncmp(now->stream, "random:", 7) == 0},
        {"ms-clock", streams(now, "clock-ms:60")},
        {"frames", app->menu.open && app->menu.kind == VL_MENU_FRAMES},
        {"N", now->drawer == VL_DRAWER_NOTES && !was->drawer},
        {"P", now->pinned_hover != was->pinned_hover || now->tool == &vl_tool_pins},
        {"scissors", now->tool == &vl_tool_scissors},
        {"Ctrl+Z", strncmp(notice->title, "Undone: ", 8) == 0},
        {"Ctrl+Y", strncmp(notice->title, "Redone: ", 8) == 0},
        {"measure", now->tool == &vl_tool_measure},
        {"F2", now->drawer == VL_DRAWER_NUMBERS && !was->drawer},
        {"save", notice->kind == VL_NOTICE_NOTE && strcmp(notice->title, "Saved") == 0},
        {"V", shown->vectors != old->vectors},
        {"paths", shown->trails != old->trails},
        {"A", shown->ghost != old->ghost},
        {"tick", shown->ticks != old->ticks},
        {"colours", shown->strain != old->strain},
        {"theme", now->theme != was->theme},
        {"view", now->camera.height != was->camera.height}, // prepare_for() has moved the view
        {"F11", now->fullscreen != was->fullscreen},
        {"picture", notice->kind == VL_NOTICE_WARNING || access(notice->text, R_OK) == 0}, // not every platform can
        {"F1", now->drawer == VL_DRAWER_HELP && !was->drawer},
        {"Esc", was->drawer && !now->drawer},
        {"Ctrl+K", now->drawer == VL_DRAWER_FIND && !was->drawer},
        {"Ctrl+P", now->page && !was->page},
        {"F3", now->page && !was->page},
        {"hand", was->tool && !now->tool},
        {"Ctrl++", now->type == was->type + 1},
        {"Ctrl+−", now->type == was->type - 1},
        {"F10", app->shown.projector},
        {"quit", app->quit},
    };
    for (int i = 0; i < COUNT(rows); i++)
        if (strcmp(rows[i].keys, keys) == 0)
            return rows[i].did;
    fail_msg("no row for %s", keys);
    return false;
}

// clang-format on

bool key_did(const vl_command *command, const app_view *was, const vl_app *app)
{
    const app_view now = view_of(app);
    return command->group == VL_GROUP_METHOD ? now.integrator != was->integrator
                                             : row_did(command->name, was, &now, app);
}

static bool is_named(const vl_command *command, const char *name)
{
    return strcmp(command->name, name) == 0;
}

void prepare_for(vl_app *app, const vl_command *command)
{
    app->notice.kind = VL_NOTICE_NONE;
    app->tools.in_hand = NULL;
    app->menu.open = false;
    app->drawer.open = is_named(command, "Esc") ? VL_DRAWER_NOTES : VL_DRAWER_NONE;
    app->pages.open = NULL;
    app->focus.shown = false;
    app->shown.type = is_named(command, "Ctrl+−"); // it can be made smaller
    if (is_named(command, "hand"))
        app->tools.in_hand = &vl_tool_pins;
    const char *stream = is_named(command, "my-screen") ? "fixed:0.01" : "frame";
    assert_true(vl_session_set_stream(&app->session, stream, &(vl_error){0}));
    while (app->session.lab->count > 1)
        (void)vl_session_remove_lane(&app->session, 1);
    const vl_field frames = vl_lane_row("timestep"); // a lane with steps of its own cannot go back
    (void)!vl_session_set_in_lane(&app->session, &frames, NULL, &(vl_error){0});
    const vl_field row = vl_lane_row("integrator");
    const char *other = vl_integrators[(command->value + 1) % vl_integrator_count]->name;
    if (command->group == VL_GROUP_METHOD)
        (void)!vl_session_set_in_lane(&app->session, &row, other, &(vl_error){0});
    bool needs_frames = is_named(command, "Z") || is_named(command, "Shift+.");
    for (int i = 0; needs_frames && i < 30; i++) // to go back along
        (void)!vl_session_step(&app->session);
    if (is_named(command, "Q")) {
        app->session.scene->mistake = mistake_named("early-readout");
        app->session.mistake_off = true;
    }
    if (is_named(command, "view")) {
        vl_camera_zoom(&app->camera, 3, 300, 300);
        app->view.moved = true;
    }
    if (is_named(command, "Ctrl+Y"))
        (void)!vl_session_undo(&app->session, VL_UNDO);
    vl_session_set_running(&app->session, is_named(command, "R") || is_named(command, "H"));
}
