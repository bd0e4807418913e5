// Policies for frame times: the steps of each kind against a hand computation, and the sums of
// time. That none changes nothing is tested in test_lanes.c.

#include "base/clock.h"
#include "base/memory.h"
#include "base/random.h"
#include "lab/policy_bench.h"
#include "lab/run.h"
#include "physics/integrators/integrators.h"
#include "physics/math/axes.h"
#include "support/scenes.h"
#include "support/testing.h"

static vl_policy policy_of(const char *text)
{
    vl_error error = {0};
    vl_policy policy;
    if (!vl_policy_parse(&policy, text, &error))
        fail_msg("%s", error.text);
    return policy;
}

// --- the steps of a frame ---

// Frames, and the steps that each becomes by hand; all in 1/64 s, so that nothing is rounded.
static const struct {
    const char *text;
    int frames[6];   // the list ends with 0
    int steps[6][8]; // of each frame, 0 ends it
    int lost, added, carry;
} by_hand[] = {
    {"raw", {1, 6, 1, 2}, {{1}, {6}, {1}, {2}}, 0, 0, 0},
    {"clamp:0.03125", {1, 6, 1, 2}, {{1}, {2}, {1}, {2}}, 4, 0, 0},
    {"substep:0.03125", {1, 6, 1, 2}, {{1}, {2, 2, 2}, {1}, {2}}, 0, 0, 0},
    {"substep:0.0625", {1, 6, 12}, {{1}, {3, 3}, {4, 4, 4}}, 0, 0, 0},
    {"skip:0.03125", {1, 6, 1, 2}, {{1}, {0}, {1}, {2}}, 6, 0, 0},
    {"accumulator:0.03125", {1, 6, 1, 2, 1}, {{0}, {2, 2, 2}, {2}, {2}, {0}}, 0, 0, 1},
    {"bounded:0.03125:2", {1, 6, 1, 2, 1}, {{0}, {2, 2}, {0}, {2}, {2}}, 3, 0, 0},
    {"constant:0.03125", {1, 6, 1, 2}, {{2}, {2}, {2}, {2}}, 4, 2, 0},
    {"least:0.03125:0.0625", {5, 3, 1, 6}, {{2}, {2}, {2}, {2}}, 8, 1, 0},
};

TEST(each_kind_makes_the_steps_that_a_hand_computes)
{
    const double unit = 1.0 / 64;
    unsigned kinds = 0;
    for (int i = 0; i < COUNT(by_hand); i++) {
        vl_policy policy = policy_of(by_hand[i].text);
        kinds |= 1u << (policy.kind - vl_policy_kinds);
        for (int f = 0; by_hand[i].frames[f]; f++) {
            double dt;
            vl_policy_frame(&policy, by_hand[i].frames[f] * unit);
            for (int s = 0; by_hand[i].steps[f][s]; s++) {
                assert_true(vl_policy_next(&policy, &dt));
                assert_true(dt == by_hand[i].steps[f][s] * unit);
            }
            assert_false(vl_policy_next(&policy, &dt));
        }
        assert_true(policy.lost == by_hand[i].lost * unit);
        assert_true(policy.added == by_hand[i].added * unit);
        assert_true(policy.carry == by_hand[i].carry * unit);
    }
    assert_int_equal(kinds, (1u << vl_policy_kind_count) - 1); // nobody's steps are left out
}

TEST(least_forgets_a_frame_after_sixty)
{
    vl_policy policy = policy_of("least:0.02:0.03"); // the first frame counts as 0.02
    double dt = 0;
    for (int i = 0; i < 1 + VL_POLICY_LEAST_OF; i++) {
        vl_policy_frame(&policy, 0.04);
        assert_true(vl_policy_next(&policy, &dt));
        assert_true(dt == (i < VL_POLICY_LEAST_OF ? 0.02 : 0.03));
    }
}

// The sums: real time = simulated + lost − added + carried on, under any frames. Rounding: 1000
// frames of at most 0.3 s, a few sums each, all below 300 s: 1000 · 8 · 300 · 1.1e-16 = 3e-10 at
// worst.
TEST(time_is_stepped_lost_added_or_carried)
{
    for (int k = 0; k < vl_policy_kind_count; k++) {
        vl_policy policy = policy_of(vl_policy_kinds[k].form.example);
        vl_random random = {7};
        double simulated = 0, dt;
        for (int i = 0; i < 1000; i++) {
            vl_policy_frame(&policy, vl_random_uniform(&random, 1e-4, 0.3));
            while (vl_policy_next(&policy, &dt))
                simulated += dt;
        }
        double rest = policy.now.time - simulated - policy.lost + policy.added - policy.carry;
        assert_true(fabs(rest) < 3e-10);
        assert_true(policy.lost >= 0 && policy.added >= 0);
        assert_int_equal(policy.frames, 1000);
        if (strcmp(policy.kind->form.name, "accumulator") == 0)
            assert_true(policy.lost == 0 && policy.added == 0);
        if (strcmp(policy.kind->form.name, "substep") == 0)
            assert_true(policy.lost < 1e-12 && policy.added < 1e-12);
    }
}

TEST(a_frame_makes_a_bounded_number_of_steps)
{
    for (int k = 0; k < vl_policy_kind_count; k++) {
        vl_policy policy = policy_of(vl_policy_kinds[k].form.example);
        int steps = 0;
        double dt, simulated = 0;
        vl_policy_frame(&policy, 1e6);
        while (vl_policy_next(&policy, &dt)) {
            simulated += dt;
            steps++;
        }
        assert_in_range(steps, 0, VL_POLICY_MOST_STEPS);
        assert_true(fabs(simulated + policy.lost + policy.carry - 1e6) < 1e-6);
    }
}

TEST(steps_that_nobody_takes_are_lost)
{
    vl_policy policy = policy_of("substep:0.25");
    double dt;
    vl_policy_frame(&policy, 1);
    assert_true(vl_policy_next(&policy, &dt));
    vl_policy_give_up(&policy);
    assert_true(policy.lost == 0.75);
    assert_false(vl_policy_next(&policy, &dt));
}

TEST(frames_of_no_length_make_no_step_and_count_for_nothing)
{
    static const double frames[] = {0, -1, -1e-300};
    for (int k = 0; k < vl_policy_kind_count; k++)
        for (int i = 0; i < COUNT(frames); i++) {
            vl_policy policy = policy_of(vl_policy_kinds[k].form.example);
            double dt = 1;
            vl_policy_frame(&policy, frames[i]);
            bool step = vl_policy_next(&policy, &dt);
            assert_int_equal(step, vl_policy_is_raw(&policy)); // handed on: the lab skips it
            assert_true(!step || dt == frames[i]);
            assert_true(policy.lost == 0 && policy.added == 0 && policy.carry == 0);
            assert_true(policy.now.time == 0);
        }
}

TEST(a_look_tells_the_next_step_and_changes_nothing)
{
    for (int k = 0; k < vl_policy_kind_count; k++) {
        vl_policy policy = policy_of(vl_policy_kinds[k].form.example);
        vl_random random = {3};
        for (int i = 0; i < 100; i++) {
            double frame = vl_random_uniform(&random, 0.001, 0.1), dt = 0;
            double look = vl_policy_look(&policy, frame);
            vl_policy_frame(&policy, frame);
            bool there = vl_policy_next(&policy, &dt);
            assert_true(look == (there ? dt : 0));
            while (vl_policy_next(&policy, &dt))
                ;
        }
    }
}

// --- texts ---

TEST(wrong_texts_are_refused_with_what_was_expected)
{
    static const char *const wrong[][2] = {
        {"clmp:0.05", "unknown policy 'clmp'; did you mean 'clamp'?"},
        {"nothing", "unknown policy 'nothing', expected raw, clamp:0.05"},
        {"clamp", "'clamp' has 0 values behind the name, expected clamp:0.05"},
        {"clamp:0.05:1", "'clamp:0.05:1' has 2 values behind the name, expected clamp:0.05"},
        {"clamp:0", "the longest step is '0' in 'clamp:0', expected a time step greater than 0"},
        {"clamp:nan", "the longest step is 'nan'"},
        {"raw:1", "'raw:1' has 1 value behind the name, expected raw"},
        {"bounded:0.01:2.5", "the number of steps is '2.5'"},
        {"bounded:0.01:0", "the number of steps is '0'"},
        {"least:0.04:0.02", "low is greater than high in 'least:0.04:0.02'"},
        {"constant:1e-400", "the step is '1e-400'"},
        {"", "unknown policy ''"},
    };
    for (int i = 0; i < COUNT(wrong); i++) {
        vl_error error = {0};
        vl_policy policy;
        assert_false(vl_policy_parse(&policy, wrong[i][0], &error));
        if (strncmp(error.text, wrong[i][1], strlen(wrong[i][1])) != 0)
            fail_msg("'%s': %s", wrong[i][0], error.text);
    }
}

// --- runs ---

static const char fall[] = "format: 1\ngravity: [0, -10]\nparticles:\n  - {at: [0, 500]}\n";
static const char rope[] = "format: 1\ngravity: [0, -9.81]\nchains:\n"
                           "  - {from: [0, 0], to: [1, 0], links: 8, pin: start}\n";

// `policy`: NULL for none.
static vl_lab *lab_of(const char *text, const char *integrator, const char *policy)
{
    OWNED(vl_scene) *scene = scene_of(text);
    vl_error error = {0};
    vl_scene lane = *scene;
    lane.integrator = vl_integrator_find(integrator);
    FREED char *own = vl_copy_text(policy ? policy : "raw");
    lane.policy = own;
    vl_lab *lab = policy ? vl_lab_create_lanes(&lane, 1, &error) : vl_lab_create(&lane, NULL, 1);
    assert_non_null(lab);
    return lab;
}

static void run_lab(vl_lab *lab, const char *stream_text, double duration)
{
    OWNED(vl_stream) *stream = stream_of(stream_text);
    vl_run run = {.duration = duration, .steps = -1};
    assert_non_null(stream);
    assert_true(vl_run_lab(lab, stream, &run));
}

// The fall of 10 s with one hitch of 0.1 s at 5 s (docs/physics/variable-steps.md): plain Verlet is
// 20 m off with raw, by nothing with substeps; a clamp makes it lose the time instead.
TEST(a_policy_trades_the_error_of_verlet_for_time)
{
    static const struct {
        const char *policy;
        double error, lost; // m at its own time; s of the real time
    } rows[] = {
        {"raw", 20, 0},        {"substep:0.0166667", 0, 0},     {"clamp:0.0166667", 0, 0.0833333},
        {"skip:0.05", 0, 0.1}, {"accumulator:0.0166667", 0, 0},
    };

    for (int i = 0; i < COUNT(rows); i++) {
        OWNED(vl_lab) *lab = lab_of(fall, "verlet", rows[i].policy);
        run_lab(lab, "hitch:0.0166667:0.1:5", 10);
        double real = lab->now.time, time = lab->runs[0].now.time,
               y = lab->runs[0].world->particles.x[1][0];
        double error = fabs(y - (500 - 5 * time * time));
        print_message("%-22s t = %.7f, off by %.3f m\n", rows[i].policy, time, error);
        assert_true(fabs(error - rows[i].error) < 0.5);
        // an accumulator carries less than a step on
        double most = vl_lab_draws_between(lab, 0) ? 0.0166667 : 1e-6;
        assert_true(fabs(real - rows[i].lost - time) < most);
        // the last whole frame
        assert_true(real <= 10.0002 && real > 10 - 0.0166667);
    }
}

TEST(a_policy_that_lets_nothing_through_ends)
{
    OWNED(vl_lab) *lab = lab_of(fall, "tcv", "skip:0.001");
    OWNED(vl_stream) *stream = stream_of("fixed:0.01");
    vl_run run = {.duration = HUGE_VAL, .steps = 5};
    assert_false(vl_run_lab(lab, stream, &run));
    assert_int_equal(vl_lab_steps(lab), 0);
}

// --- what is drawn ---

// Between two states that are right, a straight line is off by a dt²/8 at most: second order. The
// stone of `fall`: the method is exact for it, so what is left is the interpolation.
static double largest_drawing_error(double step)
{
    char text[64];
    snprintf(text, sizeof text, "accumulator:%.17g", step);
    OWNED(vl_lab) *lab = lab_of(fall, "velocity-verlet", text);
    vl_random random = {5};
    double *drawn[VL_AXES], largest = 0;
    vl_axes_create(drawn, 1);
    for (int i = 0; i < 300; i++) {
        assert_true(vl_lab_advance(lab, vl_random_uniform(&random, 0.001, 0.03)));
        if (vl_lab_steps(lab) == 0)
            continue;
        vl_lab_drawn_positions(lab, 0, drawn);
        double t = lab->runs[0].now.time - vl_policy_behind(&lab->runs[0].clock.policy);
        // one step behind the real time, always
        assert_true(fabs(t - (lab->now.time - step)) < 1e-10);
        largest = test_larger(largest, fabs(drawn[1][0] - (500 - 5 * t * t)));
    }
    vl_axes_free(drawn);
    return largest;
}

TEST(what_is_drawn_between_two_states_is_of_second_order)
{
    for (double step = 0.04; step > 0.004; step /= 2) {
        double error = largest_drawing_error(step);
        print_message("step %g s: drawn %.3g m off, bound %.3g m\n", step, error,
                      10 * step * step / 8);
        assert_true(error <= 10 * step * step / 8 * (1 + 1e-6));
        assert_true(error > 0.9 * 10 * step * step / 8); // some of 300 frames are near the middle
    }
}

// --- the bench ---

// With so many of Verlet, TCV and its correction.
static vl_policy_bench *make_bench(const char *text, int methods, const char *frames,
                                   double duration, vl_error *error)
{
    const vl_integrator *all[] = {vl_integrator_find("verlet"), vl_integrator_find("tcv"),
                                  vl_integrator_find("corrected-tcv")};
    OWNED(vl_scene) *scene = scene_of(text);
    OWNED(vl_stream) *stream = stream_of(frames);
    return vl_policy_bench_create(scene, all, methods, stream, duration, error);
}

static vl_policy_bench *bench_of(const char *text, const char *frames, double duration)
{
    vl_error error = {0};
    vl_policy_bench *bench = make_bench(text, 3, frames, duration, &error);
    assert_non_null(bench);
    while (vl_policy_bench_work(bench))
        ;
    assert_int_equal(bench->done, bench->frame_count);
    return bench;
}

static vl_policy_result result_of(const vl_policy_bench *bench, const char *policy, int integrator)
{
    for (int i = 0; i < bench->lane_count; i++)
        if (strcmp(bench->lanes[i]->policy.kind->form.name, policy) == 0)
            return vl_policy_bench_result(bench, i, integrator);
    fail_msg("no policy %s", policy);
    return (vl_policy_result){0};
}

// s; one frame of the fall, and where the last whole one of 10 s ends: 594 of them and the hitch.
static const double frame = 0.0166667, end = 594 * 0.0166667 + 0.1;

// How much further than ½ a t² plain Verlet falls: the way of a step is that of the last one and
// a dt², in the late frame (the 301st) too.
static double too_far(void)
{
    double way = -5 * frame * frame, fallen = 0;
    for (int k = 0; k < 595; k++) {
        double dt = k == 300 ? 0.1 : frame;
        way += 10 * dt * dt;
        fallen += way;
    }
    return fallen - 5 * end * end;
}

// The figures of docs/physics/variable-steps.md, and by hand: what is lost is a distance of v t at
// the end less ½ a t²; an accumulator is a step behind; TCV loses ½ a D (D − d). No frame is
// shortened: what is as even as substeps of 0.1/6 s beside 0.0166667 s is off by next to nothing, v
// T (1 − 6 d/D) at most, 1e-3 m, of which most comes back after the hitch.
TEST(the_bench_has_the_figures_of_the_fall)
{
    OWNED(vl_policy_bench) *bench = bench_of(fall, "hitch:0.0166667:0.1:5", 10);
    double slow = 0.5 * 10 * 0.1 * (0.1 - frame), late = 10 * end * frame - 5 * frame * frame;

    const struct {
        const char *policy;
        int integrator;
        double drift, own, lost, behind, tolerance;
    } rows[] = {
        {"raw", 0, too_far(), too_far(), 0, 0, 1e-8},
        {"raw", 1, slow, slow, 0, 0, 1e-8},
        {"raw", 2, 0, 0, 0, 0, 1e-8},
        {"clamp", 2, 10 * end * 0.05 - 5 * 0.0025, 0, 0.05, 0.05, 1e-6},
        {"skip", 2, 10 * end * 0.1 - 5 * 0.01, 0, 0.1, 0.1, 1e-6},
        {"skip", 0, 10 * end * 0.1 - 5 * 0.01, 0, 0.1, 0.1, 1e-6},
        {"accumulator", 0, late, 0, 0, frame, 1e-6},
        {"substep", 0, 0, 0, 0, 0, 3e-7},
        {"substep", 1, 0, 0, 0, 0, 3e-7},
    };

    for (int i = 0; i < COUNT(rows); i++) {
        vl_policy_result r = result_of(bench, rows[i].policy, rows[i].integrator);
        print_message("%s %s: drift %.6g m, own %.3g m, jump %.3g, lost %.4g s\n", r.policy,
                      r.integrator->name, r.drift_real, r.drift_simulated, r.energy_jump, r.lost);
        assert_true(fabs(r.drift_real - rows[i].drift) < rows[i].tolerance);
        assert_true(fabs(r.drift_simulated - rows[i].own) < rows[i].tolerance);
        assert_true(fabs(r.lost - rows[i].lost) < 1e-9);
        assert_true(fabs(r.behind - rows[i].behind) < 1e-6);
    }
    // verlet loses 5/6 of the speed it has in the hitch, and gets it sixfold after
    assert_true(result_of(bench, "raw", 0).energy_jump > 0.2);
    assert_true(result_of(bench, "raw", 2).energy_jump < 1e-12);
    assert_true(result_of(bench, "skip", 0).energy_jump < 1e-12);
    // steps of 0.1/6 s beside 0.0166667 s: dt/dt₋ is off by 2e-6, and so is the speed
    assert_true(result_of(bench, "substep", 0).energy_jump < 1e-5);
}

// The same time in equal frames, raw, whatever the stream: nothing but the method is left, which
// is exact for the fall and only off by its rods in a swing.
TEST(without_a_disturbance_stands_what_is_there_anyway)
{
    static const char *const frames[] = {
        "hitch:0.0166667:0.1:1", "hitch:0.0166667:1:1", "switch:0.0166667:0.0333333:1",
        "random:0.005:0.04:1",   "clock-ms:60",         "fixed:0.01"};
    for (int i = 0; i < COUNT(frames); i++) {
        OWNED(vl_policy_bench) *bench = bench_of(fall, frames[i], 3);
        const vl_policy_bench *even = bench->even;
        int last = even->frame_count - 1;
        assert_null(even->even);
        assert_int_equal(even->done, last + 1);
        double real = bench->times[bench->frame_count - 1];
        assert_true(fabs(even->times[last] - real) < 1e-12);
        for (int k = 0; k < 3; k++) {
            vl_policy_result r = vl_policy_bench_result(even, 0, k);
            assert_string_equal(r.policy, VL_POLICY_BENCH_NONE);
            assert_true(r.drift_real < 1e-8 && r.energy_jump < 1e-11 && r.lost == 0);
            assert_int_equal(r.steps, last + 1);
        }
    }
}

// A rope with a few sweeps a step is far from where it should be whatever the frames are. Under
// steps that are all the same, no policy adds to that; a frame of 0.1 s does.
TEST(a_policy_is_told_from_what_the_solver_does)
{
    static const char text[] = "format: 1\ngravity: [0, -9.81]\nsolver: {iterations: 4}\nchains:\n"
                               "  - {from: [0, 0], to: [1, 0], links: 8, pin: start}\n";
    OWNED(vl_policy_bench) *bench = bench_of(text, "hitch:0.016666666666666666:0.1:1", 2);
    vl_policy_result none = vl_policy_bench_result(bench->even, 0, 1);
    vl_policy_result substep = result_of(bench, "substep", 1), raw = result_of(bench, "raw", 1);
    print_message("none %.6g m, substep %.6g m, raw %.6g m\n", none.drift_real, substep.drift_real,
                  raw.drift_real);
    assert_true(none.drift_real > 0.01);
    assert_true(fabs(substep.drift_real - none.drift_real) < 1e-3 * none.drift_real);
    assert_true(fabs(raw.drift_real - none.drift_real) > 0.02 * none.drift_real);
}

// The dt of a rate, rounded to seven decimals, fills 2 s though the sum may be beyond that by less
// than a hundredth of a frame, as with `run`.
TEST(no_frame_is_shortened)
{
    static const struct {
        const char *frames;
        double duration, end;
    } rows[] = {
        {"hitch:0.0166667:0.1:5", 10, 594 * 0.0166667 + 0.1},
        {"hitch:0.0166667:0.1:5", 5.05, 300 * 0.0166667}, // the late frame does not fit
        {"fixed:0.1", 1, 1},                              // the sum of ten falls short of 1
        {"fixed:0.3", 1, 0.9},
        {"fixed:1", 1, 1},
    };

    for (int i = 0; i < COUNT(rows); i++) {
        OWNED(vl_policy_bench) *bench = bench_of(fall, rows[i].frames, rows[i].duration);
        double real = bench->times[bench->frame_count - 1];
        assert_true(fabs(real - rows[i].end) < 1e-12);
    }
    for (int rate = 24; rate <= 144; rate += 12) {
        char text[64];
        snprintf(text, sizeof text, "fixed:%.7f", 1.0 / rate);
        OWNED(vl_policy_bench) *bench = bench_of(fall, text, 2);
        assert_int_equal(bench->frame_count, 2 * rate);
    }
    vl_error error = {0};
    assert_null(make_bench(fall, 1, "fixed:0.1", 0.09, &error));
    assert_string_equal(error.text,
                        "the first frame is 0.1 s, expected at most the duration, 0.09 s");
}

static void write_swing(char text[512], int substeps)
{
    snprintf(
        text, 512,
        "format: 1\ngravity: [0, -9.81]\nsolver: {method: direct, direction: old, iterations: "
        "32, tolerance: 1e-13, substeps: %d}\nparticles:\n  - {name: hook, at: [0, 0], pinned: "
        "true}\n  - {name: a, at: [1, 0]}\n  - {name: b, at: [2, 0]}\nlinks:\n"
        "  - {from: hook, to: a}\n  - {from: a, to: b}\n",
        substeps);
}

// The swing after those frames, in so many substeps of each.
static vl_lab *swing_after(const char *integrator, int substeps, const char *frames,
                           double duration)
{
    char text[512];
    write_swing(text, substeps);
    vl_lab *lab = lab_of(text, integrator, NULL);
    run_lab(lab, frames, duration);
    return lab;
}

// m, how far two worlds are apart, of three particles.
static double apart(vl_lab *a, vl_lab *b)
{
    return vl_axes_distance(a->runs[0].world->particles.x, b->runs[0].world->particles.x, 3);
}

// Where no exact motion is known: the drift of the same frames in ever more substeps is what it is
// against steps of 1e-5 s, 20,000 of a frame, whose own error is by (20,000/n)² less than that of
// n; but for what the run along says of itself, which is a small part, and what rounding leaves in
// its 156,000 steps and those, 1e-9 m. A truth in steps of a fixed part of the frame would not do.
TEST(the_run_along_is_as_near_to_the_truth_as_it_says)
{
    static const char frames[] = "fixed:0.2";
    static const int substeps[] = {10, 100, 1000};
    const double duration = 0.6;

    OWNED(vl_lab) *truth = swing_after("velocity-verlet", 1, "fixed:0.00001", duration);
    for (int i = 0; i < COUNT(substeps); i++) {
        char text[512];
        write_swing(text, substeps[i]);
        OWNED(vl_policy_bench) *bench = bench_of(text, frames, duration);
        vl_policy_result r = result_of(bench, "raw", 2);
        OWNED(vl_lab) *lab = swing_after("corrected-tcv", substeps[i], frames, duration);
        double drift = apart(lab, truth), part = substeps[i] / 20000.0;
        print_message("%d substeps: %.6g m, shown %.6g ± %.2g\n", substeps[i], drift, r.drift_real,
                      r.own_error);
        assert_true(r.own_error > 0 && r.own_error < 0.01 * r.drift_real);
        assert_true(fabs(r.drift_real - drift) < 1.1 * r.own_error + part * part * drift + 1e-9);
    }
}

// `skip` steps the short frames alone, and stays where it was: its drift is the way of the truth,
// through frames of very different length.
TEST(the_run_along_goes_on_where_the_first_frame_is_next_to_nothing)
{
    char text[512];
    static const char frames[] = "alternate:1e-9:0.5";
    write_swing(text, 1);
    OWNED(vl_policy_bench) *bench = bench_of(text, frames, 1.1);
    vl_policy_result r = result_of(bench, "skip", 2);
    double time = bench->times[bench->frame_count - 1];
    OWNED(vl_lab) *start = lab_of(text, "tcv", NULL);
    OWNED(vl_lab) *truth = swing_after("velocity-verlet", 1, "fixed:0.00001", time);
    double way = apart(start, truth);
    print_message("%.9g s: a way of %.6f m, shown %.6f ± %.1g\n", time, way, r.drift_real,
                  r.own_error);
    assert_true(way > 1 && fabs(r.drift_real - way) < 1.1 * r.own_error + 1e-6);
}

TEST(beyond_the_horizon_there_is_no_drift)
{
    static const char thrown[] =
        "format: 1\ngravity: [0, -9.81]\nsolver: {method: direct, direction: old}\n"
        "chains:\n  - {from: [0, 0], to: [0.3, 2], links: 2, pin: start}\n";
    OWNED(vl_policy_bench) *bench = bench_of(thrown, "fixed:0.05", 30);
    double horizon = bench->truth.horizon;
    int beyond = bench->frame_count - 1, before = (int)(horizon / 0.05) - 20;
    vl_policy_result r = result_of(bench, "raw", 2);
    print_message("horizon %.2f s\n", horizon);
    assert_true(horizon > 2 && horizon < 25);
    assert_true(isnan(r.drift_real) && isnan(r.drift_simulated) && isnan(r.own_error));
    assert_true(isnan(bench->lanes[0]->runs[2].distance[beyond]));
    assert_true(bench->lanes[0]->runs[2].distance[before] > 0);
}

// A frame of 10 s among some of 10 µs: many seconds of work, to be left after any piece, which
// takes some milliseconds, in the slowest build well below a second.
TEST(it_can_be_left_within_a_frame)
{
    vl_error error = {0};
    OWNED(vl_policy_bench) *bench = make_bench(rope, 1, "hitch:1e-5:10:0.0001", 10.001, &error);
    double longest = 0;
    assert_non_null(bench);
    for (int i = 0; i < 30; i++) {
        double begin = vl_clock_now();
        assert_true(vl_policy_bench_work(bench));
        longest = test_larger(longest, vl_clock_now() - begin);
    }
    assert_true(longest < 1 && vl_policy_bench_progress(bench) < 1);
}

TEST(a_truth_that_nobody_would_wait_for_is_refused)
{
    char text[512];
    vl_error error = {0};
    write_swing(text, 1000);
    assert_null(make_bench(text, 1, "fixed:0.00001", 1, &error));
    assert_non_null(strstr(error.text, "a run along would be 4e+08 steps, expected at most 1e+08"));
}

TEST(friction_per_step_has_no_truth)
{
    static const char text[] = "format: 1\ngravity: [0, -10]\ndamping_per_step: 0.01\nparticles:\n"
                               "  - {at: [0, 0]}\n";
    OWNED(vl_policy_bench) *bench = bench_of(text, "fixed:0.01", 1);
    vl_policy_result r = result_of(bench, "raw", 1);
    assert_true(isnan(r.drift_real) && isnan(r.drift_simulated));
    assert_true(r.energy_jump > 0 && r.steps == 100);
}
