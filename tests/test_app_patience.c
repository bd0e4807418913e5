// Steps that would take hours: a key and the end of the program are heard in their midst.

#include "base/clock.h"
#include "physics/world/world.h"
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
    write_file("long.yaml", long_step);
    desk *d = open_scene("long.yaml");
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
    const vl_world *world = vl_session_world(d->session);
    assert_true(world->now.time == 0 && world->now.frames == 0 && !world->now.diverged);
    for (int i = 0; i < world->particles.count; i++)
        assert_true(world->particles.x[1][world->particles.slot_of[i]] == 0);
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
    close_scene();
}

TEST(the_program_ends_in_the_midst_of_a_step)
{
    desk *d = open_long();
    assert_true(frame_with(d, (vl_event){.kind = VL_EVENT_QUIT}));
    assert_false(vl_app_frame(d->app));
    close_scene();
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
    assert_true(vl_session_world(d->session)->now.time > 0);
    close_scene();
}

// Makes so many steps, each of which Esc stops at first where it takes long enough.
static double height_after(int steps, bool stopped)
{
    write_file("short.yaml", "format: 1\ntitle: Short\nintegrator: tcv\ntimestep: fixed:0.0166667\n"
                             "gravity: [0, -9.81]\nsolver: {iterations: 600, substeps: 8}\n"
                             "chains: [{from: [0, 0], to: [1, 0], links: 2000, pin: start}]\n");
    desk *d = open_scene("short.yaml");
    vl_session_set_running(d->session, false);
    for (int k = 0; k < steps; k++) {
        if (stopped)
            vl_null_push(d->platform, escape);
        d->app->patience.begun = vl_clock_now();
        while (!vl_session_step(d->session))
            d->app->patience.begun = vl_clock_now();
    }
    assert_int_equal(vl_session_world(d->session)->now.frames, steps);
    const vl_particles *p = &vl_session_world(d->session)->particles;
    double height = p->x[1][p->slot_of[p->count - 1]];
    close_scene();
    return height;
}

TEST(a_step_that_was_left_is_made_when_the_run_goes_on)
{
    double smooth = height_after(2, false), stopped = height_after(2, true);
    assert_true(smooth == stopped && smooth < 0);
}
