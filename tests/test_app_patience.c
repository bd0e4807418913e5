// Steps that would take hours: a key and the end of the program are heard in their midst.

#include "base/clock.h"
#include "lab/edit.h"
#include "support/app_fixture.h"

// 4e12 links are visited in each step.
static const char long_step[] = "format: 1\ntitle: Long\nintegrator: tcv\ntimestep: fixed:0.01\n"
                                "solver: {iterations: 100000, substeps: 10000}\n"
                                "chains: [{from: [0, 0], to: [1, 0], links: 4000, pin: start}]\n";

// The platform gives its events after so many questions.
static int silent;

static bool poll_late(vl_platform *platform, vl_event *event)
{
    return silent-- <= 0 && vl_null_poll(platform, event);
}

static desk *open_long(void)
{
    desk *d = open_text("long.yaml", "", long_step);
    d->platform->poll = poll_late;
    return d;
}

// Makes a frame in whose midst an event comes: the first question is that before the step.
static bool frame_with(desk *d, vl_event event)
{
    silent = 1;
    vl_null_push(d->platform, event);
    return vl_app_frame(d->app);
}

static const vl_event escape = {.kind = VL_EVENT_KEY, .key = VL_KEY_ESCAPE};

static void assert_at_start(const desk *d)
{
    const vl_world *world = world_of(d);
    assert_true(world->now.time == 0 && world->now.frames == 0 && !world->now.diverged);
    for (int i = 1; i <= world->particles.count; i++)
        assert_true(place_of(d, i).y == 0);
}

TEST(escape_pauses_in_the_midst_of_a_step)
{
    desk *d = open_long();
    for (int k = 0; k < 2; k++) {
        assert_true(frame_with(d, escape));
        assert_false(d->session->running);
        assert_at_start(d);
        assert_non_null(strstr(d->app->notice.title, "in the middle of a step"));
        silent = 0;
        frames(d, 3); // a pause makes no steps, not even for its readings
        assert_at_start(d);
        vl_session_set_running(d->session, true);
    }
}

TEST(the_program_ends_in_the_midst_of_a_step)
{
    desk *d = open_long();
    assert_true(frame_with(d, (vl_event){.kind = VL_EVENT_QUIT}));
    assert_false(vl_app_frame(d->app));
}

// In a browser no event comes in the midst of a step, so that it is ended by itself.
TEST(a_step_of_which_nobody_can_be_told_is_ended)
{
    desk *d = open_long();
    vl_null_of(d->platform)->patience = 0.3;
    double begun = vl_clock_now();
    frames(d, 1);
    assert_true(vl_clock_now() - begun > 0.3);
    play(d, "running=0 /1 (=Paused in the middle of a step)");
}

// Another file, and a key that is not Esc: both act in the next frame.
TEST(what_else_comes_is_done_after_the_step_was_left)
{
    desk *d = open_long();
    vl_event drop = {.kind = VL_EVENT_DROP, .path = vl_copy_text(SCENES "pendulum.yaml")};
    assert_true(frame_with(d, drop));
    assert_true(d->session->running);
    silent = 0;
    frames(d, 30);
    assert_string_equal(d->session->scene->title, "Pendulum");
    assert_true(world_of(d)->now.time > 0);
}

// Makes so many steps, each of which Esc stops at first where it takes long enough.
static double height_after(int steps, bool stopped)
{
    desk *d = open_text("short.yaml", "Pause/0",
                        "format: 1\ntitle: Short\nintegrator: tcv\ntimestep: "
                        "fixed:0.0166667\ngravity: [0, -9.81]\nsolver: {iterations: 600, substeps: "
                        "8}\nchains: [{from: [0, 0], to: [1, 0], links: 2000, pin: start}]\n");
    for (int k = 0; k < steps; k++) {
        if (stopped)
            vl_null_push(d->platform, escape);
        d->app->patience.begun = vl_clock_now();
        while (!vl_session_step(d->session))
            d->app->patience.begun = vl_clock_now();
    }
    assert_int_equal(world_of(d)->now.frames, steps);
    return place_of(d, world_of(d)->particles.count).y;
}

TEST(a_step_that_was_left_is_made_when_the_run_goes_on)
{
    double smooth = height_after(2, false), stopped = height_after(2, true);
    assert_true(smooth == stopped && smooth < 0);
}

static vl_app *app;

// --- what the window shows meanwhile ---

static int shown; // how often a list was drawn
static int shown_draws;

static double count_draws(vl_platform *platform, const vl_drawlist *list)
{
    assert_true(shown == 0 || list->draw_count == shown_draws);
    shown_draws = list->draw_count;
    shown++;
    return 0;
}

// The sentence is drawn over the frame before, each time anew, and the frame is as it was.
TEST(a_long_step_says_so_over_the_last_frame)
{
    desk *d = open_long();
    silent = 1000000;
    app = d->app;
    double (*present)(vl_platform *, const vl_drawlist *) = d->platform->present;
    int before = app->list.draw_count, vertices = app->list.vertex_count;
    d->platform->present = count_draws;
    shown = 0;
    for (int k = 0; k < 3; k++) {
        app->patience.begun = vl_clock_now() - 10;
        app->patience.last_look = app->patience.last_drawing = 0;
        assert_false(vl_app_is_interrupted(app));
    }
    d->platform->present = present;
    assert_int_equal(shown, 3);
    assert_true(shown_draws > before);
    assert_int_equal(app->list.draw_count, before);
    assert_int_equal(app->list.vertex_count, vertices);
    silent = 0;
}

// --- what is done in the pause ---

// The last particle is held.
static void take_in_hand(void)
{
    vl_session *session = &app->session;
    const vl_camera camera = vl_app_lane_camera(app, 0);
    const vl_particles *p = &vl_session_world(session)->particles;
    assert_true(vl_drag_begin(&app->drag, session, 0, &camera, 0, p->slot_of[2000], 0, 640, 360));
}

// Its stream has frames of two lengths in turn, so that a frame that is lost or made twice shows. A
// step takes some hundredths of a second, and one of its substeps little.
static desk *open_two_frames(bool held)
{
    desk *d = open_text(
        "halted.yaml", "Pause/0",
        "format: 1\ntitle: Halted\nintegrator: tcv\ntimestep: "
        "alternate:0.0166667:0.01\ngravity: [0, -9.81]\nsolver: {iterations: 50, "
        "substeps: 100}\nchains: [{from: [0, 0], to: [1, 0], links: 2000, pin: start}]\n");
    vl_session_next_event(d->session);
    vl_session_change_speed(d->session, 0.5); // something that can be undone
    app = d->app;
    if (held)
        take_in_hand();
    make_session_steps(d, 2);
    vl_session_next_event(d->session);
    return d;
}

// Esc is pressed in the third step, as often as it is heard too early.
static void halt(desk *d)
{
    d->app->patience.begun = 0;
    do {
        vl_null_push(d->platform, escape);
    } while (vl_session_step(d->session));
    assert_true(vl_lab_is_interrupted(d->session->lab));
    d->app->patience.begun = vl_clock_now();
}

static void take_hold(vl_session *session)
{
    int slot = vl_session_world(session)->particles.slot_of[1000];
    vl_session_prepare_hand(session, "drag");
    assert_true(vl_lab_hold(session->lab, slot));
    vl_session_disturbed(session, VL_CAUSE_HAND);
}

static void go_back(vl_session *session)
{
    assert_true(vl_session_go_to_frame(session, 1));
}

// --- a hand that holds something already ---

static void move_hand(vl_session *session)
{
    const vl_camera camera = vl_app_lane_camera(app, 0);
    vl_drag_move(&app->drag, &camera, 0, 1, 650, 350);
    vl_drag_carry(&app->drag, session);
}

static void pose_hand(vl_session *session)
{
    const vl_camera camera = vl_app_lane_camera(app, 0);
    vl_drag_move(&app->drag, &camera, 0, 1, 641, 357);
    vl_drag_pose(&app->drag, session);
}

static void release(vl_session *session)
{
    vl_drag_end(&app->drag, session, 0, 1, 0.01);
}

static const struct {
    const char *name, *key; // or
    void (*act)(vl_session *session);
    bool held;
} changes[] = {
    {"nothing", NULL, NULL, false},
    {"a lane", "Shift+1", NULL, false},
    {"another method", "6", NULL, false},
    {"the solver", "J", NULL, false},
    {"the frames", "Ctrl+7", NULL, false},
    {"undo", "Ctrl+Z", NULL, false},
    {"a hand", NULL, take_hold, false},
    {"back in time", NULL, go_back, false},
    {"a hand that moves", NULL, move_hand, true},
    {"a hand that places", NULL, pose_hand, true},
    {"a hand that lets go", NULL, release, true},
};

// What is left after the change and two more frames.
typedef struct outcome {
    uint64_t hash;
    double time, energy;
    int64_t frames;
} outcome;

static outcome change(int index, bool halted)
{
    desk *d = open_two_frames(changes[index].held);
    vl_session *session = d->session;
    if (halted)
        halt(d);
    const vl_event event = key_event(changes[index].key ? changes[index].key : "Space");
    if (changes[index].key)
        vl_key_down(d->app, &event);
    if (changes[index].act)
        changes[index].act(session);
    assert_true(index == 0 || !vl_lab_is_interrupted(session->lab));
    d->app->patience.begun = vl_clock_now() + 1000; // no step is long any more
    make_session_steps(d, 2);
    for (int i = 0; i < session->lane_count; i++) {
        assert_true(session->lab->runs[i].now.frames == session->lab->runs[0].now.frames);
        assert_true(session->lab->runs[i].now.time == session->lab->now.time);
    }
    assert_int_equal(session->made.count, session->lab->now.frames);
    return (outcome){vl_lab_hash(session->lab), session->lab->now.time,
                     vl_session_run(session)->energy, session->lab->now.frames};
}

TEST(a_change_after_a_step_was_stopped_leads_where_it_would_have_led)
{
    for (int i = 0; i < COUNT(changes); i++) {
        const outcome smooth = change(i, false), stopped = change(i, true);
        bool same = smooth.hash == stopped.hash && smooth.time == stopped.time &&
                    smooth.energy == stopped.energy && smooth.frames == stopped.frames;
        if (!same)
            fail_msg("%s: %lld frames until %.17g s, stopped %lld until %.17g s", changes[i].name,
                     (long long)smooth.frames, smooth.time, (long long)stopped.frames,
                     stopped.time);
    }
}
