#include "app/state/app.h"

#include "app/input/actions.h"
#include "app/input/commands.h"
#include "app/input/gestures.h"
#include "app/pages/pages.h"
#include "app/screen/screen.h"
#include "app/stage/solids.h"
#include "app/stage/stage.h"
#include "app/stage/trails.h"
#include "base/memory.h"

#include <stdio.h>

static const double readout_interval = 0.2; // s; digits that change faster cannot be read
static const double blown_up = 1000;        // times the scale of the energy
static const double patience = 0.004;       // s, for a reference that is nearly there
static const double step_budget = 0.1;      // s of a frame for steps of a stream, at most

// --- scene ---

static void bounding_box(const vl_world *world, vl_vec3 *low, vl_vec3 *high)
{
    *low = (vl_vec3){HUGE_VAL, HUGE_VAL, HUGE_VAL};
    *high = (vl_vec3){-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < world->particles.count; i++) {
        vl_vec3 at = vl_read(world->particles.x, i);
        *low = (vl_vec3){fmin(low->x, at.x), fmin(low->y, at.y), fmin(low->z, at.z)};
        *high = (vl_vec3){fmax(high->x, at.x), fmax(high->y, at.y), fmax(high->z, at.z)};
    }
    vl_solids_bound(world, low, high);
}

static void fit_view(vl_app *app)
{
    app->fit_wanted = false;
    const vl_scene_view *view = &app->session.scene->view;
    vl_camera *camera = &app->camera;
    camera->yaw = view->yaw * VL_DEGREE;
    camera->pitch = view->pitch * VL_DEGREE;
    if (view->given) {
        // a stage higher than wide must show as much to the sides
        vl_rect stage = camera->stage;
        double narrow = stage.w > 0 ? (double)(stage.h / stage.w) : 1;
        camera->center = view->center;
        camera->height = view->height * fmax(1, narrow);
    } else {
        vl_vec3 low, high;
        bounding_box(vl_session_world(&app->session), &low, &high);
        vl_camera_fit(camera, low, high, 0.15);
    }
    vl_camera_pan(camera, 0.5 * (double)vl_screen_hidden_left(app), 0);
}

// What was made for the last world is made for this one.
static void follow_world(vl_app *app)
{
    if (app->generation == app->session.generation)
        return;
    app->generation = app->session.generation;
    vl_stage_free(app->stage);
    app->stage = vl_stage_create(vl_session_world(&app->session));
    app->camera.planar = vl_world_is_planar(vl_session_world(&app->session));
    app->next_readout = 0;
    vl_gesture_forget(app);
    vl_trails_begin(app);
    vl_pages_begin(app);
    vl_app_drop_notice(app, VL_NOTICE_DIVERGED);
    vl_app_drop_notice(app, VL_NOTICE_RETURN);
}

static void reload_when_saved(vl_app *app, double now)
{
    vl_error error = {0};
    if (!vl_watch_changed(&app->watch, now))
        return;
    if (!vl_session_reload(&app->session, &error)) {
        vl_app_notify(app, VL_NOTICE_FILE, "The scene file is broken; the scene runs on as it was",
                      "%s", error.text);
        return;
    }
    vl_app_notify(app, VL_NOTICE_NOTE, "Loaded anew", "%s was saved.", app->session.scene->path);
}

// --- events ---

static void drop(vl_app *app, const vl_event *event)
{
    vl_app_open(app, event->path);
}

static void key(vl_app *app, const vl_event *event)
{
    // a key held down repeats what is harmless to repeat: steps, views
    bool repeats = event->key == '.' || event->key == '+' || event->key == '-' ||
                   event->key == '=' || (event->key >= VL_KEY_LEFT && event->key <= VL_KEY_DOWN);
    if (!event->repeat || repeats)
        vl_command_key(app, event->key, event->ctrl);
}

static void quit(vl_app *app, const vl_event *event)
{
    app->quit = true;
}

static void resize(vl_app *app, const vl_event *event)
{
    vl_screen_layout(app);
    app->shown.notes = app->shown.notes && vl_screen_notes_fit(app);
}

static void handle(vl_app *app, const vl_event *event)
{
    static void (*const handlers[])(vl_app * app, const vl_event *event) = {
        [VL_EVENT_QUIT] = quit,
        [VL_EVENT_KEY] = key,
        [VL_EVENT_POINTER_DOWN] = vl_gesture_down,
        [VL_EVENT_POINTER_MOVE] = vl_gesture_move,
        [VL_EVENT_POINTER_UP] = vl_gesture_up,
        [VL_EVENT_WHEEL] = vl_gesture_wheel,
        [VL_EVENT_DROP] = drop,
        [VL_EVENT_RESIZE] = resize,
    };
    if (event->pointer >= 0 && event->pointer < VL_MOST_POINTERS)
        handlers[event->kind](app, event);
}

// --- a frame ---

// Long before its numbers end, a method that blows up has left the stage.
static void tell_blow_up(vl_app *app)
{
    const vl_reading *reading = &app->session.instant.reading;
    bool large = fabs(reading->energy_error) > blown_up;
    if (!large || app->told_blow_up == app->generation || app->session.touched)
        return;
    char title[200];
    bool linked = vl_session_world(&app->session)->links.hard_count > 0;
    snprintf(title, sizeof title, "%s%s%s blows up: t = %.2f s",
             vl_integrators[app->session.integrator]->title, linked ? " with the solver " : "",
             linked ? app->session.solver.method->name : "",
             vl_way_back_time(&app->session.back, reading->time));
    vl_app_notify(app, VL_NOTICE_DIVERGED, title,
                  "Its energy is off by more than a thousand times the scale. R begins anew.");
    app->told_blow_up = app->generation;
}

static void tell_divergence(vl_app *app)
{
    const vl_world *world = vl_session_world(&app->session);
    if (!world->now.diverged || app->told_divergence == app->generation)
        return;
    char title[200];
    snprintf(title, sizeof title, "%s diverged at t = %.2f s",
             vl_integrators[app->session.integrator]->title,
             vl_way_back_time(&app->session.back, world->now.diverged_time));
    vl_app_notify(app, VL_NOTICE_DIVERGED, title,
                  "Its numbers have left what a computer can hold. R begins anew; so does another "
                  "integrator.");
    app->told_divergence = app->generation;
}

static void tell_slow_reference(vl_app *app)
{
    bool slow = vl_lab_track(app->session.lab, 0).state == VL_TRACK_GAVE_UP;
    if (!slow || app->told_slow == app->generation)
        return;
    vl_app_notify(app, VL_NOTICE_NOTE, "The reference run could not keep up, and was given up",
                  "There is no position error from here on. On the command line, run --reference "
                  "waits for it.");
    app->told_slow = app->generation;
}

// Once for each kind, when it begins.
static void tell_troubles(vl_app *app)
{
    vl_troubles *told = &app->told;
    const vl_troubles *now = &app->session.troubles;
    if (now->divided > 0 && told->divided == 0)
        vl_app_notify(app, VL_NOTICE_NOTE, "A substep had to be divided",
                      "Its links had no solution in one piece: some turned too far. More substeps "
                      "(K) or the new direction (D) help.");
    if (now->failed > 0 && told->failed == 0)
        vl_app_notify(app, VL_NOTICE_NOTE, "A substep had no solution",
                      "The links are held as well as bounded work can. More substeps (K), more "
                      "sweeps (E), or another solver (M).");
    if (now->unconverged > 0 && told->unconverged == 0)
        vl_app_notify(app, VL_NOTICE_NOTE, "An implicit step was not solved to the end",
                      "The best that was found is taken. More substeps (K) help.");
    *told = *now;
}

static void tell_why_it_stopped(vl_app *app, bool by_scene)
{
    if (by_scene)
        vl_app_notify(app, VL_NOTICE_NOTE, "Paused for the figures of the notes", "Space goes on.");
    else
        vl_app_tell_end(app);
}

// The rate over a whole interval; before the first one there is none.
static void count_frames(vl_app *app, double now)
{
    double interval = now - app->counted_since;
    if (app->counted_since < 0 || interval >= readout_interval) {
        app->frame_rate = app->counted_since < 0 ? (double)NAN : app->frames_counted / interval;
        app->frames_counted = 0;
        app->counted_since = now;
    }
}

// The particle whose numbers are shown: the one in the hand, else the one under the mouse, else
// that of the scene.
static int watched_slot(const vl_app *app)
{
    const vl_world *world = vl_session_world(&app->session);
    if (world->hold_count > 0)
        return world->holds[world->hold_count - 1].slot;
    return app->hover_slot >= 0 ? app->hover_slot : app->watched_slot;
}

// What the panel and the legend say of a pull.
static void read_propagation(vl_app *app)
{
    const vl_particles *p = &vl_session_world(&app->session)->particles;
    app->longest_way = 0;
    for (int i = 0; i < p->count; i++)
        app->longest_way = fmax(app->longest_way,
                                vl_length(vl_sub(vl_read(p->x, i), vl_read(app->session.from, i))));
    const vl_propagation *now = app->session.propagation;
    app->propagation = (vl_propagation_readout){0};
    if (now)
        app->propagation =
            (vl_propagation_readout){true, now->crossed, now->steps, now->reached, now->farthest};
}

static void refresh_readout(vl_app *app, double now)
{
    app->frames_counted++;
    if (now < app->next_readout && app->session.running)
        return;
    count_frames(app, now);
    if (!vl_stream_is_frame(app->session.pacing.stream))
        vl_session_settle(&app->session); // exact, for the next step is known; a step may be long
    app->readout = app->session.instant;
    app->track = vl_lab_track_at(app->session.lab, 0, app->readout.reading.step, patience);
    read_propagation(app);
    vl_stiffness_read(&app->stiffness, &app->session);
    app->next_readout = now + readout_interval;
}

static void take_events(vl_app *app)
{
    vl_event event = {0};
    app->ui_pointer.pressed = app->ui_pointer.released = false;
    while (app->platform->poll(app->platform, &event)) {
        app->mouse_seen = app->mouse_seen || event.kind == VL_EVENT_POINTER_MOVE;
        handle(app, &event);
        follow_world(app); // the next event must not meet what belonged to the last world
        vl_free(event.path);
        event = (vl_event){0};
    }
    const vl_pointer_state *mouse = &app->pointers[VL_POINTER_MOUSE];
    app->ui_pointer.away = mouse->gesture != VL_GESTURE_NONE && mouse->gesture != VL_GESTURE_WIDGET;
}

bool vl_app_frame(vl_app *app)
{
    double now = app->platform->now(app->platform);
    app->elapsed = app->last_now < 0 ? 0 : now - app->last_now;
    app->last_now = now;

    follow_world(app); // a button of the last frame may have brought another world
    vl_screen_layout(app);
    take_events(app);
    vl_gesture_rest(app, now);
    reload_when_saved(app, now);
    follow_world(app);
    if (app->fit_wanted)
        fit_view(app);
    if (app->notice.kind == VL_NOTICE_NOTE && now > app->notice.until)
        app->notice.kind = VL_NOTICE_NONE;

    vl_session_watch(&app->session, watched_slot(app));
    vl_drag_carry(&app->drag, &app->session);
    bool was_running = app->session.running, waited = app->session.paused_by_scene;
    int steps = vl_session_advance(&app->session, app->elapsed, step_budget);
    vl_drag_pose(&app->drag, &app->session);
    if (steps > 0)
        vl_trails_add(app);
    tell_blow_up(app);
    tell_divergence(app);
    tell_troubles(app);
    tell_slow_reference(app);
    if (steps > 0)
        vl_app_drop_notice(app, VL_NOTICE_RETURN);
    bool returned = app->session.back.over;
    vl_app_tell_way_back(app);
    if (was_running && !app->session.running && !returned)
        tell_why_it_stopped(app, !waited && app->session.paused_by_scene);
    vl_gesture_hover(app);
    refresh_readout(app, now);
    vl_stiffness_go_on(&app->stiffness, &app->session);

    vl_screen_layout(app);
    vl_screen_draw(app);
    app->platform->present(app->platform, &app->list);
    return !app->quit;
}

void vl_app_go_to(vl_app *app, double end)
{
    follow_world(app);
    app->session.reference = VL_REFERENCE_NONE;
    vl_lab_refer(app->session.lab, VL_REFERENCE_NONE);
    while (vl_session_step_until(&app->session, end))
        vl_trails_add(app);
    vl_session_settle(&app->session);
    app->last_now = -1; // no time has passed for the person
    app->next_readout = 0;
}

// The session has made a step.
static void stepped(void *user, double dt)
{
    vl_pages_step(user, dt);
}

vl_app *vl_app_create(vl_platform *platform, const char *path, vl_error *error)
{
    vl_app *app = vl_alloc(1, sizeof *app);
    app->platform = platform;
    app->theme = VL_THEME_LIGHT;
    app->shown = (vl_shown){.panel = true, .notes = true};
    app->last_now = app->counted_since = -1;
    app->told_divergence = app->told_blow_up = app->told_slow = -1;
    app->session.reference = VL_REFERENCE_BESIDE;
    app->hover_slot = app->page = -1;
    app->session.stepped = stepped;
    app->session.stepped_user = app;
    app->screen = vl_screen_create();
    if (!vl_app_try_open(app, path, error)) {
        vl_app_free(app);
        return NULL;
    }
    follow_world(app);
    vl_screen_layout(app);
    app->shown.notes = vl_screen_notes_fit(app);
    vl_screen_layout(app);
    fit_view(app);
    return app;
}

void vl_app_free(vl_app *app)
{
    if (!app)
        return;
    vl_pages_free(app);
    vl_session_free(&app->session);
    vl_stiffness_free(&app->stiffness);
    vl_watch_free(&app->watch);
    vl_stage_free(app->stage);
    vl_screen_free(app->screen);
    vl_drawlist_free(&app->list);
    vl_free(app);
}
