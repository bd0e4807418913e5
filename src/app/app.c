#include "app/app.h"

#include "app/pages/pages.h"
#include "app/screen/screen.h"
#include "app/stage/stage.h"
#include "base/memory.h"

static const double readout_interval = 0.25; // s; digits that change faster cannot be read

// A lane that comes needs a stage, and a new world also new trails and experiments. To be called
// after all that may change lanes, before anything reads them.
static void follow_world(vl_app *app)
{
    vl_stages_follow(app);
    if (app->frame.run == app->session.generation)
        return;
    app->frame.run = app->session.generation;
    app->stalls.whole = true;
    app->camera.planar = vl_world_is_planar(vl_session_run(&app->session)->world);
    app->digits.next = 0;
    vl_gesture_forget(app);
    int count = vl_session_run(&app->session)->world->particles.count;
    for (int i = 0; i < app->tools.measure.count; i++) // a number may have made fewer particles
        if (app->tools.measure.points[i].particle > count)
            app->tools.measure.count = 0;
    if (app->tools.probed.particle > count)
        app->tools.probed = (vl_chosen){0};
    vl_trails_begin(app);
    vl_pages_begin(app);
    bool stays = app->notice.outlives || app->notice.kind == VL_NOTICE_FILE;
    if (!stays && app->notice.run != app->session.generation)
        app->notice.kind = VL_NOTICE_NONE;
    app->announced.troubles = (vl_troubles){0}; // they can be told anew
}

static void handle(vl_app *app, const vl_event *event)
{
    static void (*const handlers[])(vl_app * app, const vl_event *event) = {
        [VL_EVENT_KEY] = vl_key_down,
        [VL_EVENT_TEXT] = vl_text_typed,
        [VL_EVENT_POINTER_DOWN] = vl_gesture_down,
        [VL_EVENT_POINTER_MOVE] = vl_gesture_move,
        [VL_EVENT_POINTER_UP] = vl_gesture_up,
        [VL_EVENT_WHEEL] = vl_gesture_wheel,
    };
    vl_app_follow_answers(app);
    app->quit |= event->kind == VL_EVENT_QUIT && !vl_app_answers_wait(app);
    if (event->kind == VL_EVENT_DROP)
        vl_app_open(app, event->path);
    if (event->kind == VL_EVENT_RESIZE) {
        app->stalls.whole = true;
        vl_screen_layout(app);
    }
    bool known = event->kind != VL_EVENT_QUIT && event->kind < VL_EVENT_DROP;
    if (known && event->pointer >= 0 && event->pointer < VL_MOST_POINTERS)
        handlers[event->kind](app, event);
}

// Selects the particle whose numbers are shown: the held one, else the one that was probed or held
// last. At first that is the most conspicuous one of the scene. A formula is that of a particle
// which moves, so a pin is never chosen while there are others.
static void watch(vl_app *app)
{
    const vl_world *world = vl_session_run(&app->session)->world;
    int slot = app->session.watched_slot;
    if (world->hold_count > 0)
        slot = world->holds[world->hold_count - 1].slot;
    else if (app->tools.probed.particle > 0)
        slot = world->particles.slot_of[app->tools.probed.particle - 1];
    if (world->hold_count == 0 && world->particles.pinned[slot])
        slot = vl_stage_most_conspicuous(app);
    vl_session_watch(&app->session, slot);
    vl_session_trace(&app->session, slot);
}

// What the probed particle does in all lanes is drawn in each frame. The frame rate is averaged
// over a whole readout interval and is NaN before the first one has ended.
static void refresh_readout(vl_app *app, double now)
{
    vl_session *session = &app->session;
    int number = app->tools.probed.particle;
    for (int i = 0; i < session->lab->count && number > 0; i++) {
        const vl_lab_run *run = &session->lab->runs[i];
        double next = run->lane.own_stream ? 0 : vl_session_next_dt(session);
        if (!run->world->now.diverged)
            app->tools.probe[i] =
                vl_probe_read(run->world, run->world->particles.slot_of[number - 1], next);
    }
    app->digits.frames++;
    if (now < app->digits.next && session->running)
        return;
    vl_digits *digits = &app->digits;
    double interval = now - digits->since;
    if (digits->since < 0 || interval >= readout_interval) {
        double time = session->lab->now.time, speed = session->pacing.speed;
        bool same = session->running && digits->asked == speed;
        bool may_lack = speed > session->pacing.normal || session->pacing.gave_up;
        digits->frame_rate = digits->since < 0 ? (double)NAN : digits->frames / interval;
        digits->part = same && may_lack ? (time - digits->begin) / (interval * speed) : 1;
        digits->begin = time;
        session->pacing.gave_up = false;
        digits->asked = session->running ? speed : 0;
        digits->frames = 0;
        digits->since = now;
    }
    if (!vl_pacing_is_measured(&session->pacing))
        vl_session_complete(session); // the next step is known here: readings are exact
    app->digits.now = vl_session_run(session)->shown;
    app->digits.step = session->step;
    app->digits.clock = session->lab->now.time;
    for (int i = 0; i < session->lab->count; i++) {
        vl_reading *reading = &app->digits.lanes[i];
        *reading = session->lab->runs[i].shown;
        app->digits.behind[i] = vl_lab_behind(session->lab, i);
        vl_track track = vl_lab_track(session->lab, i, reading->step, VL_LONGEST_WAIT);
        vl_session_track(session, i, &track);
        if (isnan(reading->position_error)) // then that of the reference run, as far as it came
            reading->position_error = track.error;
    }
    app->digits.track =
        vl_lab_track(session->lab, session->chosen, app->digits.now.step, VL_LONGEST_WAIT);
    memcpy(app->digits.probe, app->tools.probe, sizeof app->digits.probe);
    app->digits.next = now + readout_interval;
}

static void take_events(vl_app *app)
{
    vl_event event = {0};
    app->hands.mouse.released = false;
    for (bool waits = true; waits;) {
        vl_app_stall(app); // while a window is moved some systems do not return from here
        waits = app->platform->poll(app->platform, &event);
        vl_app_stall_end(app);
        if (!waits)
            break;
        vl_session_next_event(&app->session);
        if (event.kind == VL_EVENT_KEY || event.kind == VL_EVENT_POINTER_DOWN)
            app->hint.rested = -HUGE_VALF;
        handle(app, &event);
        follow_world(app); // the next event must see the new world
        vl_free(event.path);
        event = (vl_event){0};
    }
    const vl_pointer_state *mouse = &app->hands.pointers[VL_POINTER_MOUSE];
    app->hands.mouse.away =
        mouse->gesture != VL_GESTURE_NONE && mouse->gesture != VL_GESTURE_WIDGET;
}

// Makes the steps that are due, while the hands hold their particles. Each frame may be heard, as
// long as it is.
static void advance(vl_app *app)
{
    vl_session *session = &app->session;
    bool ran = session->running;
    int64_t before = session->lab->now.frames;
    session->adjusts = app->typing.scrubs;
    vl_drag_carry(&app->hands.drag, session);
    if (app->layout.choice_count == 0) // what is not seen waits
        session->answer.stood = 0;
    vl_session_advance(session, app->frame.elapsed);
    for (int64_t k = before + 1; ran && app->shown.ticks && k <= session->lab->now.frames; k++)
        (void)app->platform->tick(
            app->platform, vl_log_length(session->log, k) / session->pacing.speed, &(vl_error){0});
    vl_app_stall(app);
    vl_drag_pose(&app->hands.drag, session);
    vl_app_stall_end(app);
    vl_session_join_lanes(session, session->joining.seconds);
    follow_world(app); // lanes of a recording come and go, also behind its last frame
    vl_app_announce(app, ran);
}

// Measures the time that has passed since the frame before, without what the program did by itself.
static void measure(vl_app *app, double now)
{
    bool is_first = app->frame.began < 0;
    if (now < app->frame.began) { // no time passes, and what waits for a time waits no longer
        app->frame.began = now;
        app->digits.next = app->opened.next_check = app->notice.until = now;
        app->digits.since = -1;
    }
    app->frame.elapsed = vl_stalls_take_off(&app->stalls, is_first ? 0 : now - app->frame.began);
    app->frame.began = now;
    if (is_first || app->platform->prepares(app->platform))
        app->stalls.whole = true;
}

bool vl_app_frame(vl_app *app)
{
    double now = app->platform->now(app->platform);
    const bool ran = app->session.running;
    measure(app, now);
    follow_world(app); // a button of the last frame may have opened another scene
    vl_screen_layout(app);
    take_events(app);
    if (app->quit)
        return false;
    vl_session_next_event(&app->session);
    vl_gesture_continue(app, now);
    vl_app_reload_when_saved(app, now);
    follow_world(app);
    if (app->view.fit_wanted)
        vl_stage_fit_view(app);
    const vl_notice *note = &app->notice;
    bool stale = note->changes > 0 && note->changes != 1 + app->session.undo.undone.count;
    if (vl_app_notice_is_note(app) &&
        (stale || (now > note->until &&
                   !vl_rect_contains(app->layout.banner, app->hands.mouse.x, app->hands.mouse.y))))
        app->notice.kind = VL_NOTICE_NONE;

    if (app->graph.goes) // a plot was pressed at an instant
        (void)vl_go_to_frame(app, vl_session_frame_at(&app->session, app->graph.time));
    app->graph.goes = false;
    follow_world(app); // the run of then may be another one
    watch(app);
    advance(app);
    app->hands.points &= ran || !app->session.running; // what it reads covers nothing that happens
    vl_app_hover(app);
    refresh_readout(app, now);
    vl_app_follow_answers(app);
    vl_screen_layout(app);
    bool asked = vl_session_task(&app->session) == VL_TASK_ASKED && !app->drawer.open &&
                 !vl_theory_is_open(app);
    if (asked && app->layout.roomy && app->layout.choice_count == 0)
        vl_session_set_running(&app->session, true); // what has no room is not asked
    vl_session_next_event(&app->session);
    vl_screen_draw(app);
    vl_log_file *file = app->session.file;
    if (file && app->session.log)
        vl_log_tick(app->session.log);
    // what cannot be recorded is no reason to stop
    if (file && vl_log_file_failure(file) && !app->announced.no_recording) {
        app->announced.no_recording = true;
        vl_app_notify(app, VL_NOTICE_WARNING, "No more is recorded", "%s",
                      vl_log_file_failure(file));
        app->notice.outlives = true;
    }
    double worked = app->platform->now(app->platform) - now;
    worked += app->platform->present(app->platform, &app->list);
    vl_stalls_end_frame(&app->stalls, worked);
    return !app->quit;
}

void vl_app_go_to(vl_app *app, double end, vl_lab_progress *progress, void *user)
{
    bool runs = app->session.running || vl_session_task(&app->session) == VL_TASK_ASKED;
    follow_world(app);
    app->session.lab->progress = progress;
    app->session.lab->waiter = user;
    app->session.reference = app->shown.ghost ? VL_REFERENCE_AT_ONCE : VL_REFERENCE_NONE;
    vl_lab_refer(app->session.lab, app->session.reference);
    watch(app);
    while (vl_session_step_until(&app->session, end)) {
        follow_world(app); // a recording may have come to another run
        if (progress)
            progress(user, app->session.lab->now.time, (double)vl_lab_steps(app->session.lab));
    }
    app->session.lab->progress = NULL;
    if (vl_session_task(&app->session) != VL_TASK_ASKED) // a question before has not held it
        vl_session_set_running(&app->session, runs);
    vl_session_complete(&app->session);
    app->frame.began = -1; // the frames until now do not count as time that has passed
    app->digits.next = 0;
}

// The session calls this after each step. A recording may have come to another run in it.
static void stepped(void *user, double dt)
{
    vl_app *app = user;
    vl_pages_step(app, dt);
    vl_stages_follow(app);
    if (app->frame.run == app->session.generation)
        vl_trails_add(app);
}

vl_app *vl_app_create(vl_platform *platform, const char *path, vl_log_file *file, vl_error *error)
{
    vl_app *app = vl_alloc(1, sizeof *app);
    app->platform = platform;
    app->shown.theme = vl_themes;
    app->frame.began = app->digits.since = -1;
    app->announced.divergence = app->announced.blow_up = -1;
    app->session.reference = VL_REFERENCE_BESIDE;
    app->session.file = file;
    app->hands.hover.slot = -1;
    app->session.stepped = stepped;
    app->session.stepped_user = app;
    app->screen = vl_screen_create();
    if (!vl_app_try_open(app, path, error)) {
        vl_app_free(app);
        return NULL;
    }
    follow_world(app);
    vl_screen_layout(app);
    vl_stage_fit_view(app);
    return app;
}

void vl_app_free(vl_app *app)
{
    if (!app)
        return;
    vl_pages_free(app);
    vl_lesson_free(app->opened.lesson);
    vl_text_free(&app->answers.lines);
    vl_free(app->answers.path);
    vl_free(app->settings);
    vl_session_free(&app->session);
    vl_stages_free(app);
    vl_screen_free(app->screen);
    vl_drawlist_free(&app->list);
    vl_free(app);
}
