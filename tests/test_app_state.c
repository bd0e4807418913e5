// The session of the app: from the time of a frame to steps, what a reset brings back, what
// settings change and what they leave, reverse playback, mistakes, references, and files.

#include "physics/solvers/solvers.h"
#include "support/app_fixture.h"

#include "base/clock.h"
#include "lab/stability.h"
#include "support/labs.h"

#include <time.h>

// --- time ---

static const double usual = 1 / 60.0; // s, a frame

// The measured frame time, unsmoothed: whatever the clock says between two frames is the next dt.
TEST(the_measured_frame_time_is_the_step)
{
    desk *d = open_quiet("pendulum", "my-screen/2");
    vl_random random = {1};
    for (int i = 0; i < 60; i++) {
        double dt = vl_random_uniform(&random, 0.001, 0.2);
        frames_of(d, dt, 1); // its present takes dt, and the next frame measures it
        // the clock adds up: rounding of a time below 60 s
        assert_true(fabs(frames_of(d, dt, 1) - dt) < 1e-13);
    }
}

static double work_of_step; // s

static void work(void *app, double dt)
{
    vl_null_work(((vl_app *)app)->platform, work_of_step);
}

// Up to 64 times the speed of the scene, with equal steps, others, and frames that are measured.
TEST(each_speed_delivers_what_it_shows)
{
    static const char *const streams[] = {"fixed:0.0166667", "alternate:0.01:0.03", "frame"};
    for (int i = 0; i < COUNT(streams); i++) {
        desk *d = open_text("fall.yaml", "", "format: 1\nparticles: [{at: [0, 0]}]\n");
        set_stream(d, streams[i]);
        for (double speed = 1; speed <= 64; speed *= 2) {
            set_speed(d, speed);
            double passed = frames_of(d, usual, 60);
            if (fabs(passed - speed) > 0.05 * speed)
                fail_msg("%s at ×%g: %g s", streams[i], speed, passed);
        }
        assert_true(shows(d, "×64"));
        d->session->stepped = work;
        work_of_step = 0.01; // s, so that at most 100 frames fit into a second
        play(d, "/60 !{×64}");
        work_of_step = 0;
    }
    desk *d = open_played("pendulum", "dt:fixed:1e-9");
    d->session->step_budget = 1e-3;
    play(d, "/60 !{×1.0} {×0.00…} dt:60Hz");
    d->session->step_budget = 10; // what was not made then is not made up for
    assert_true(fabs(frames_of(d, usual, 30) - 0.5) < 0.02 && shows(d, "×1.0"));
}

// --- pause and reset ---

// Goes on until there is a notice of this kind, which may stay away.
static bool frames_until_told(desk *d, vl_notice_kind kind, int most)
{
    for (int i = 0; i < most && d->app->notice.kind != kind; i++)
        frames(d, 1);
    return d->app->notice.kind == kind;
}

TEST(a_pause_stands_still_and_reset_brings_the_start_back)
{
    desk *d = open_quiet("chain", "/30 Pause/0");
    double time = time_of(d);
    assert_true(frames_of(d, usual, 30) == 0 && time > 0.3);
    // the readings of a pause are those of the instant on show
    assert_true(vl_session_run(d->session)->shown.time == time);
    play(d, "R! time=0");
}

// A pause of the scene file is for its figures; what the notes say next is a key, then R. A pause
// by a person stays.
TEST(what_the_scene_paused_runs_when_begun_anew)
{
    desk *d =
        open_text("pausing.yaml", "", "format: 1\nview: {pause: 0.5}\nparticles: [{at: [0, 0]}]\n");
    frames(d, 60);
    assert_true(!d->session->running && fabs(time_of(d) - 0.5) < 0.02);
    play(d, "set:substeps=4/0 running=0 R/20");
    assert_true(d->session->running && fabs(time_of(d) - 1 / 3.) < 0.1);
    play(d, "/60 Space Space R/10");
    assert_true(!d->session->running && time_of(d) == 0);
}

TEST(reset_forgets_hands)
{
    desk *d = open_quiet("pendulum", "");
    frames_of(d, 1, 3);
    grab(d, 2, 1);
    assert_true(vl_session_run(d->session)->shown.ledger[VL_CAUSE_HAND] != 0);
    vl_null_of(d->platform)->frame = usual;
    play(d, "R");
    assert_true(vl_session_run(d->session)->shown.ledger[VL_CAUSE_HAND] == 0);
}

// A ball goes sideways at 1 m/s, which the width of the view tells: how far the run went that finds
// it. That has 300 frames of 10 s at most; where these have many steps, as many steps as frames of
// 0.32 ms, as cost is counted, could be 600; and none where a frame costs more than that.
TEST(a_view_is_measured_in_bounded_work)
{
    static const struct {
        double parts, steps; // of 1/60 s
    } rows[] = {{1, 299}, {40, 600 * 3.2e-4 / (40 * 0.65e-6)}, {1000, (double)NAN}};

    for (int i = 0; i < COUNT(rows); i++) {
        const char *yaml = PRINTED("format: 1\npolicy: substep:%.17g\nview: {height: 28}\n"
                                   "particles: [{at: [10, 0], velocity: [1, 0], radius: 0.01}]\n",
                                   1 / 60.0 / rows[i].parts);
        const desk *d = open_text("wide.yaml", "", yaml);
        double reach = d->app->view.wide * 28 / (2 * 1.04) - 10.01;
        double steps = i > 0 ? reach * 60 * rows[i].parts : reach * 30;
        if (isnan(rows[i].steps) ? d->app->view.wide != 1.25
                                 : !(fabs(steps - rows[i].steps) <= 2 * rows[i].parts))
            fail_msg("%g parts: %g steps, width %g", rows[i].parts, steps, d->app->view.wide);
    }
}

// One late frame, a hitch of 0.1 s, kills a chain of springs: every explicit method that is stable
// at 60 frames/s. The banner tells it, and a reset brings the run back.
TEST(a_blow_up_is_told_and_a_reset_brings_the_run_back)
{
    int told = 0;
    for (int i = 0; i < vl_integrator_count; i++) {
        if (!test_pair(i, 0))
            continue;
        desk *d = open_quiet("spring-chain", "");
        const vl_integrator *method = vl_integrators[i];
        double limit = vl_stability_limit(method);
        set_method(d->session, i);
        play(d, "R/30 H!");
        if (!frames_until_told(d, VL_NOTICE_DIVERGED, 600) || limit == 0)
            continue;
        play(d, "dt:fixed:0.1/60 diverged=1 dt:frame R/10 diverged=0 notice=0");
        told++;
    }
    assert_true(told >= test_cases(1, 4)); // Verlet, TCV, velocity Verlet, RK4 …
}

// A picture looks once, at its moment, and a run at each frame: both tell the same time of a
// blow-up.
TEST(a_blow_up_has_the_time_at_which_it_happened)
{
    char titles[2][256];
    for (int once = 0; once < 2; once++) {
        desk *d = open_text(
            "growing.yaml", "",
            "format: 1\ntitle: Growing\nintegrator: explicit-euler\ntimestep: fixed:0.02\n"
            "particles: [{at: [1, 0]}]\n"
            "forces: [{kind: harmonic, center: [0, 0], stiffness: 400}]\n");
        if (once)
            vl_app_go_to(d->app, 2, NULL, NULL);
        assert_true(frames_until_told(d, VL_NOTICE_DIVERGED, 400));
        assert_false(world_of(d)->now.diverged);
        snprintf(titles[once], sizeof titles[once], "%s", d->app->notice.title);
    }
    assert_non_null(strstr(titles[0], " blows up: t = "));
    assert_string_equal(titles[1], titles[0]);
}

// Implicit midpoint after a hitch: far too much energy, but numbers still. The banner names it, and
// goes with it.
TEST(what_is_told_of_a_method_goes_with_it)
{
    desk *d = open_quiet("stiff-springs", "I R/30 H/0");
    assert_true(frames_until_told(d, VL_NOTICE_DIVERGED, 1200));
    play(d, "diverged=0 I! notice=diverged B! notice=0");
}

// --- solvers and engines ---

// As the integrator: a reset and another integrator keep what was chosen, another scene does not,
// and a saved scene has it.
TEST(a_chosen_solver_is_kept)
{
    desk *d =
        open_quiet("chain", "set:order=listed set:direction=old set:iterations=8 set:substeps=4");
    vl_solver_settings chosen = world_of(d)->solver;
    assert_int_equal(chosen.order, VL_ORDER_LISTED);
    assert_int_equal(chosen.direction, VL_DIRECTION_OLD);
    assert_int_equal(chosen.iterations, 8);
    assert_int_equal(chosen.substeps, 4);
    play(d, "set:direction=new/30 2/30 R");
    chosen.direction = VL_DIRECTION_NEW;
    assert_memory_equal(&world_of(d)->solver, &chosen, sizeof chosen);

    play(d, "save!");
    OWNED(vl_scene) *scene = take_saved("chain-saved");
    assert_memory_equal(&scene->solver, &chosen, sizeof chosen);
    play(d, "open:chain/1");
    assert_int_equal(world_of(d)->solver.iterations, 16);
}

// Rods that rotate too far for their old direction: a count among the numbers for as long as the
// run, and a banner once, when the motion stands.
TEST(divided_substeps_are_told_and_counted)
{
    desk *d = open_sized("chain", 1280, 6400, "F2 set:method=direct set:direction=old/0");
    const int64_t *divided = &vl_session_run(d->session)->troubles.divided;
    FRAMES_UNTIL(d, 120, *divided > 0);
    int64_t counted = *divided;
    play(d, "notice=0 Pause/1 (=A substep had to be divided) Space/300");
    play(d, "{~divided substeps} notice=0");
    assert_true(0 < counted && counted < *divided);
    play(d, "R {~divided substeps}");
    assert_int_equal(vl_session_run(d->session)->troubles.divided, 0);
}

// A lane of an engine is stepped by its method and policy until a person chooses another setting
// that the engine has.
TEST(another_engine_goes_and_leaves_nothing_behind)
{
    static const char *const others[] = {"Method2", "set:method=direct", "set:substeps=3",
                                         "set:start=naive"};
    for (int i = 0; i < vl_engine_count; i++)
        for (int k = 0; k < COUNT(others); k++) {
            const vl_engine *engine = &vl_engines[i];
            desk *d = open_text("engine.yaml", "/5",
                                "format: 1\ngravity: [0, -9.81]\n"
                                "chains: [{from: [0, 0], to: [1, 0], links: 4, pin: start}]\n");
            const vl_session *session = d->session;
            playf(d, "set:engine=%s/5 time<0.2", engine->name);
            assert_ptr_equal(session->lab->runs[0].lane.engine, engine);
            assert_ptr_equal(world_of(d)->integrator, engine->integrator
                                                          ? engine->integrator
                                                          : vl_integrator_find(engine->likeness));
            assert_true(world_of(d)->damping_per_step == engine->damping_per_step);
            assert_string_equal(session->lab->runs[0].clock.policy.text, engine->policy);
            playf(d, "set:policy=skip:0.5/0 engine=1 %s engine=0", others[k]);
            assert_true(world_of(d)->damping_per_step == 0);
            assert_true(vl_policy_is_raw(&session->lab->runs[0].clock.policy));
        }
}

// Every engine, and none, with the mistake on and off: the world that runs is the one of
// vl_session_scene(), after a reset, too.
TEST(the_scene_of_a_session_is_what_its_world_is_made_of)
{
    desk *d = open_scene("broken-early-readout");
    for (int i = -1; i < vl_engine_count; i++)
        for (int on = 0; on < 2; on++) {
            take_engine(d, i < 0 ? NULL : &vl_engines[i]);
            vl_session_set_mistake(d->session, on);
            const vl_world *world = world_of(d);
            const vl_scene scene = vl_session_scene(d->session);
            assert_ptr_equal(vl_world_method(world), scene.integrator);
            assert_true(vl_solver_same_settings(&world->solver, &scene.solver));
            assert_true(world->damping_per_step == scene.damping_per_step);
            assert_true(world->naive_start == scene.naive_start);
            assert_ptr_equal(world->mistake, scene.mistake);
            assert_ptr_equal(scene.mistake, on && i < 0 ? d->session->scene->mistake : NULL);
            assert_string_equal(scene.policy, d->session->lab->runs[0].clock.policy.text);
        }
}

// --- pauses, reverse playback, estimators ---

// The word on a pause of the scene file does not stay over a scene that runs, however it came to.
TEST(the_notice_of_a_pause_goes_with_the_pause)
{
    static const char *const scenes[] = {"sine", "polynomial"};
    static const char *const keys[] = {"Space", "PgUp", "R"};
    for (int i = 0; i < COUNT(scenes); i++)
        for (int k = 0; k < COUNT(keys); k++) {
            desk *d = open_quiet(scenes[i], "Rest {Paused at the time}");
            play(d, keys[k]);
            assert_true(d->session->running && !shows(d, "Paused at the time"));
        }
}

// Forward for two seconds, back, paused at the start with a word on how near it is; then there
// again, along the steps that were made, from the last to the first.
TEST(z_goes_back_to_where_it_began_and_says_how_near)
{
    desk *d = open_quiet("estimator", "/120");
    vl_session *session = d->session;
    const vl_world *world = world_of(d);
    int steps = (int)(session->lab->now.frames - session->playback.first);
    double turned = place_of(d, 1).x, time = world->now.time;
    assert_int_equal(steps, session->lab->now.frames);
    assert_true(steps > 50);

    play(d, "Z returning=1 running=1 /20");
    double readout = d->app->digits.now.time; // the world's own time goes on
    assert_true(readout > time);
    playf(d, "{^t = %.2f s} {reversed: as at %.2f s, to 0.00 s}", readout, 2 * time - readout);
    play(d, "Rest");
    assert_int_equal(session->lab->now.frames, 2 * steps);
    assert_true(fabs(place_of(d, 1).x - 1) < 1e-13);
    assert_true(session->playback.back && session->lanes[0].returned < 1e-13);
    assert_true(fabs(world->now.time - 2 * time) < 1e-9);
    playf(d, "(Back at t = 0 s) {^t = %.2f s} {reversed: as at 0.00 s}", 2 * time);
    frames(d, 400); // it stays
    assert_int_equal(d->app->notice.kind, VL_NOTICE_RETURN);

    play(d, "Z Rest");
    assert_true(fabs(place_of(d, 1).x - turned) < 1e-13);
    playf(d, "{^t = %.2f s} !{reversed}", 3 * time);
    play(d, "Space/6");
    assert_true(session->running && session->playback.left == 0);
    play(d, "notice=0 R");
    assert_true(vl_lab_shown_time(session->lab, 0) == 0);
}

TEST(reverse_playback_can_be_paused_stepped_and_left)
{
    desk *d = open_scene("pendulum");
    vl_session *session = d->session;
    // a moment after the start there is next to nothing to go back along
    play(d, "Pause/0 Reset/0 Z returning=0 (no step) Go/0 R/61 Z/4 Space");
    int left = session->playback.left;
    assert_true(left > 0 && !session->running);
    play(d, ".");
    assert_int_equal(session->playback.left, left - 1);
    play(d, "Space running=1");

    // another method is another motion: forward from here
    play(d, "5 returning=0 running=1 /20 Z returning=1 R returning=0");
    assert_true(session->playback.first == 0);
}

// Q while Z goes back: another motion, which goes on forward.
TEST(a_switch_ends_reverse_playback)
{
    desk *d = open_alone("broken-stale-dt", "");
    vl_session *session = d->session;
    play(d, "/61 Z/11 returning=1 Q");
    assert_int_equal(session->playback.left, 0);
    assert_true(session->running && vl_session_mistake(session) == NULL);
    assert_true(frames_of(d, usual, 20) > 0);
    assert_int_not_equal(d->app->notice.kind, VL_NOTICE_RETURN);
    play(d, "Z"); // along the steps of the new motion alone
    assert_true(session->playback.steps > 0 && session->playback.steps <= 21);
}

// The motion of a run under one estimator and another, and what the panel shows of it.
TEST(u_changes_readings_and_no_motion)
{
    static const double errors[] = {0.0037, 0.077};
    double x[2];
    for (int wrong = 0; wrong < 2; wrong++) {
        desk *d = open_quiet("estimator", wrong ? "estimator" : "/1");
        frames(d, 600);
        vl_session_complete(d->session);
        x[wrong] = world_of(d)->particles.x[0][0];
        assert_true(fabs(vl_session_run(d->session)->largest_error - errors[wrong]) < 0.0005);
        assert_true(vl_session_go_to_frame(d->session, 300));
        play(d, "R"); // wherever one goes it stays
        assert_ptr_equal(d->session->lab->estimator, &vl_estimators[wrong]);
    }
    assert_true(x[0] == x[1]);
}

// --- mistakes ---

TEST(a_broken_scene_is_saved_with_its_mistake_and_answer)
{
    desk *d = open_played("broken-last-frame-hand", "/2 save!");
    OWNED(vl_scene) *saved = take_saved("broken-last-frame-hand-saved");
    assert_ptr_equal(saved->mistake, d->session->scene->mistake);
    assert_string_equal(saved->task.because, d->session->scene->task.because);
    assert_int_equal(saved->hand_count, d->session->scene->hand_count);
}

// --- readings ---

// Substeps: the first one of a frame meets the last one of the frame before.
TEST(the_ratio_of_steps_is_that_of_substeps)
{
    OWNED(vl_scene) *scene = vl_scene_load(SCENES "pendulum.yaml", &(vl_error){0});
    OWNED(vl_lab) *lab = lab_with(scene, NULL, 1);
    lab->runs[0].world->solver.substeps = 4;
    make_frame(lab, 0.02);
    lab->runs[0].world->solver.substeps = 2;
    make_frame(lab, 0.02);
    vl_lab_complete(lab, 0);
    assert_true(lab->runs[0].shown.dt_ratio == 2);
    assert_true(lab->runs[0].shown.dt == 0.02);
}

// 1 m/s, and 5 m/s in the last 50 ms: over the last 80 ms that is (0.03 · 1 + 0.05 · 5)/0.08.
TEST(the_speed_of_a_hand_is_that_of_its_last_moments)
{
    assert_true(VL_HAND_TIME >= 0.05 && VL_HAND_TIME <= 0.1);
    const vl_hand_sample samples[] = {{10, {0, 0, 0}}, {10.5, {0.5, 0, 0}}, {10.55, {0.75, 0, 0}}};
    double expected = (VL_HAND_TIME - 0.05 + 0.25) / VL_HAND_TIME;
    assert_true(fabs(vl_hand_speed(samples, 3, 10.55, NULL, 0).x - expected) < 1e-12);
    assert_true(vl_hand_speed(samples, 3, 11, NULL, 0).x == 0);
}

// Two turns and a quarter counterclockwise, in pieces of 30°, and half a turn back, while the clock
// stands. The screen's pixels are whole to a float.
TEST(a_hand_turns_a_dial_as_far_as_it_goes_round)
{
    desk *d = open_played("torsion-pendulum", "Pause/0");
    vl_projection projection = vl_camera_projection(&d->app->camera);
    vl_pixel middle = vl_project(&projection, (vl_vec3){0, 0, 0});
    double start = place_of(d, 1).x, went = 0;
    push(d, VL_EVENT_POINTER_DOWN, middle.x + 90, middle.y, 1);
    for (int k = 1; k <= 33; k++) {
        went = k <= 27 ? k / 12.0 : (54 - k) / 12.0;
        float c = (float)cos(went * 2 * TEST_PI), s = (float)sin(went * 2 * TEST_PI);
        push(d, VL_EVENT_POINTER_MOVE, middle.x + 90 * c, middle.y - 90 * s, 1);
        assert_true(world_of(d)->particles.held[0]);
        double turned = place_of(d, 1).x - start;
        assert_true(fabs(turned - went * 2 * TEST_PI) < 1e-5);
    }
    push(d, VL_EVENT_POINTER_UP, middle.x, middle.y + 90, 1);
    assert_true(world_of(d)->particles.x[1][0] == 0);
}

// --- exact motions and references ---

// A hand that let go begins the exact solution anew, from then.
TEST(the_exact_solution_begins_anew_after_a_hand)
{
    desk *d = open_scene("projectile");
    set_method(d->session, 5); // exact here
    frames(d, 20);
    vl_pixel ball = grab(d, 1, 0);
    ball = pull(d, VL_POINTER_MOUSE, ball, 80, -40, 10);
    assert_null(d->session->lab->runs[0].reference.exact);
    let_go(d, VL_POINTER_MOUSE, ball, 40);
    const vl_exact *exact = d->session->lab->runs[0].reference.exact;
    assert_non_null(exact);
    assert_true(vl_exact_since(exact) > 0.2);
    assert_true(vl_session_run(d->session)->shown.position_error < 1e-9);
}

static vl_track track_of(const desk *d)
{
    return vl_lab_track(d->session->lab, 0, -1, 0);
}

// The reference of this cloth takes far longer than its frames: it never gets ready.
static desk *open_slow(void)
{
    return open_text(
        "slow.yaml", "",
        "format: 1\nsolver: {iterations: 1, substeps: 3}\ncloths: [{origin: [0, 0, 0], "
        "along: [1, 0, 0], down: [0, -1, 0], columns: 30, rows: 30, "
        "mass: 1, pin: [left], shear: true}]\n");
}

// Whoever waited for the reference would find it at the time of the frame.
TEST(a_slow_reference_never_holds_a_frame)
{
    desk *d = open_slow();
    d->app->shown.ghost = true;
    set_reference(d, VL_REFERENCE_BESIDE);
    frames(d, 120);
    assert_int_equal(track_of(d).state, VL_TRACK_FOLLOWS);
    assert_true(track_of(d).behind > 1);
}

// Nobody is interrupted because there is no true motion: the card says until when there was.
TEST(a_reference_that_gives_up_interrupts_nobody)
{
    desk *d = open_slow();
    d->app->shown.ghost = false;
    FRAMES_UNTIL(d, 2 * VL_REFERENCE_MOST_FRAMES, track_of(d).state == VL_TRACK_GAVE_UP);
    d->app->graph.compared = VL_FIGURE_POSITION;
    playf(d, "/2 notice=0 {until %.1f s} A/2 notice=0", track_of(d).time);
}

// --- files ---

// A second save may fall into the same tick of the clock of the file system.
static void save_and_wait(desk *d, const char *path, const char *text)
{
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    write_here(path, text);
    frames(d, 60);
}

#define SCENE_TEXT(title, end)                                                                     \
    "format: 1\ntitle: " title "\nparticles:\n  - {name: a, at: [0, 1]}\n" end

TEST(a_saved_file_is_loaded_and_a_broken_one_is_not)
{
    desk *d = open_text("edited.yaml", "/60", SCENE_TEXT("first", ""));
    double time = time_of(d);
    save_and_wait(d, "edited.yaml", SCENE_TEXT("broken", "colour: red\n"));
    play(d, "(:5:1:)");
    assert_string_equal(d->session->scene->title, "first");
    assert_true(time_of(d) > time + 0.5);

    // it stays until it is mended
    play(d, "/600 (:5:1:) notice=file");
    save_and_wait(d, "edited.yaml", SCENE_TEXT("mended", ""));
    assert_string_equal(d->session->scene->title, "mended");
    assert_int_not_equal(d->app->notice.kind, VL_NOTICE_FILE);

    // or dismissed
    save_and_wait(d, "edited.yaml", "format: [");
    play(d, "notice=file Esc/2 notice=0");

    // the cause is told, and not what follows from it
    save_and_wait(d, "edited.yaml",
                  SCENE_TEXT("c", "chains: [{from: [0, 0], to: [1, 0], lonks: 6}]"));
    play(d, "notice=file (did you mean 'links') !{has no}");
    remove("edited.yaml");
    play(d, "/40 (did you mean) /40 (The file is gone)"); // not where it is being written
    save_and_wait(d, "edited.yaml", SCENE_TEXT("mended", ""));
    play(d, "(Loaded anew)");
}

TEST(a_saved_scene_opens_as_it_was_seen)
{
    desk *d = open_played("cloth", "Method6/0");
    vl_camera_turn(&d->app->camera, 50, 20);
    play(d, "save! save!");
    for (int i = 0; i < 2; i++) {
        OWNED(vl_scene) *scene = take_saved(i ? "cloth-saved-2" : "cloth-saved");
        assert_string_equal(scene->integrator->name, "leapfrog");
        assert_true(fabs(scene->view.yaw - d->app->camera.yaw * 180 / 3.14159265358979) < 1e-9);
    }
}

// It lies in another folder, where a relative name of a file of steps would mean another file.
TEST(a_saved_scene_finds_its_file_of_steps)
{
    write_here("steps.txt", "0.01\n0.02\n");
    desk *d = open_text(
        "steps.yaml", "save!",
        "format: 1\ntitle: steps\ntimestep: file:steps.txt\nparticles: [{name: a, at: [0, 1]}]\n");
    play(d, "(steps-saved.yaml in the folder /) (/" SAVED ": )");
    assert_true(vl_app_try_open(d->app, SAVED "steps-saved.yaml", &(vl_error){0}));
    play(d, "1*step time=0.01");
    SKIP_IN_NODE("names of files that are not UTF-8 do not exist in Node");
    assert_int_equal(mkdir("\xff", 0700) | rename("steps.txt", "\xff/steps.txt"), 0);
    (void)open_text("\xff/steps.yaml", "save! (not saved, since it could not be read back)",
                    "format: 1\ntimestep: file:steps.txt\nparticles: [{at: [0, 1]}]\n");
}

// --- notices belong to a run ---

// Whatever makes another run: what was told of the one before goes, and is told anew.
TEST(what_is_told_of_a_run_goes_with_it)
{
    static const char *const keys[] = {"R", "PgDn", "PgUp", ""};
    desk *d = open_scene("chain");
    for (int i = 0; i < COUNT(keys); i++) {
        d->session->lab->runs[d->session->chosen].troubles.failed++;
        play(d, "/1 {A substep had no solution}");
        play(d, keys[i]);
        assert_true(!*keys[i] || !shows(d, "A substep had no solution"));
    }
}

// Warnings stay until they are dismissed, but not over another scene. Where a file is, and how
// large the type is, has nothing to do with the scene.
TEST(what_is_told_of_a_file_or_of_the_window_stays_over_another_scene)
{
    desk *d = open_quiet("pendulum", "");
    vl_app_notify(d->app, VL_NOTICE_WARNING, "The frames stay as they are", "of this scene");
    play(d, "/1000 {The frames stay as they are} PgDn !{The frames stay as they are} save! PgDn "
            "{Saved}");
}

// --- a mistake, on and off ---

// Off and on again it moves nothing, and what comes after a reset is what was chosen. The figure in
// the card stays that of the instant that is shown, in which the graph ends.
TEST(a_mistake_that_is_switched_off_in_a_pause_leaves_the_figures)
{
    SCOPED(vl_scene_names) names = vl_shelf_names(VL_SCENES);
    for (int i = 0; i < names.count; i++) {
        if (strncmp(names.names[i], "broken-", 7) != 0)
            continue;
        desk *d = open_played(names.names[i], "@3 Pause/2");
        const vl_quantity *figure = &vl_quantities[vl_figures[d->app->graph.compared]];
        double before = vl_quantity_of(figure, d->app->digits.lanes);
        vl_vec3 x = place_of(d, 1);
        for (int on = 0; on < 3; on++) {
            play(d, "Q/2");
            assert_true((world_of(d)->mistake != NULL) == (on == 1));
            assert_at(d, 1, x);
            assert_true(isfinite(before) && vl_quantity_of(figure, d->app->digits.lanes) == before);
        }
        play(d, "R/2");
        assert_true(!world_of(d)->mistake && d->session->mistake_off);
    }
}
