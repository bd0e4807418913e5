// Policies for frame times: the steps of each kind against a hand computation, and the sums of
// time. That none changes nothing is tested in test_lanes.c.

#include "physics/integrators/integrators.h"
#include "support/histories.h"
#include "support/scenes.h"
#include "support/testing.h"

static vl_policy policy_of(const char *text)
{
    vl_error error = {0};
    vl_policy policy;
    assert_good(vl_policy_parse(&policy, text, &error), error);
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
// worst. A frame makes a bounded number of steps, however long it is.
TEST(time_is_stepped_lost_added_or_carried)
{
    for (int k = 0; k < vl_policy_kind_count; k++) {
        vl_policy policy = policy_of(vl_policy_kinds[k].form.example);
        vl_random random = {7};
        double simulated = 0, dt;
        for (int i = 0; i <= 1000; i++) {
            int steps = 0;
            bool huge = i == 1000;
            vl_policy_frame(&policy, huge ? 1e6 : vl_random_uniform(&random, 1e-4, 0.3));
            for (; vl_policy_next(&policy, &dt); steps++)
                simulated += dt;
            double rest = policy.now.time - simulated - policy.lost + policy.added - policy.carry;
            assert_true(fabs(rest) < (huge ? 1e-6 : 3e-10));
            assert_true(policy.lost >= 0 && policy.added >= 0);
            assert_in_range(steps, 0, VL_POLICY_MOST_STEPS);
            if (strcmp(policy.kind->form.name, "accumulator") == 0)
                assert_true(huge || (policy.lost == 0 && policy.added == 0));
            if (strcmp(policy.kind->form.name, "substep") == 0)
                assert_true(huge || (policy.lost < 1e-12 && policy.added < 1e-12));
        }
        assert_int_equal(policy.frames, 1001);
    }
}

TEST(steps_that_nobody_takes_are_lost)
{
    vl_policy policy = policy_of("substep:0.25");
    double dt;
    vl_policy_frame(&policy, 1);
    assert_true(vl_policy_next(&policy, &dt));
    vl_policy_frame(&policy, 0.25);
    assert_true(policy.lost == 0.75);
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
            double look = vl_policy_first_step(&policy, frame);
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

static vl_lab *lab_of(const char *integrator, const char *policy)
{
    OWNED(vl_scene) *scene = scene_of(fall);
    FREED char *own = vl_copy_text(policy);
    vl_scene lane = *scene;
    lane.integrator = vl_integrator_find(integrator);
    lane.policy = own;
    return lab_of_lanes(&lane, 1);
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
        OWNED(vl_lab) *lab = lab_of("verlet", rows[i].policy);
        OWNED(vl_stream) *stream = stream_of("hitch:0.0166667:0.1:5");
        assert_true(vl_run_lab(lab, stream, &(vl_run){.duration = 10, .steps = -1}));
        double real = lab->now.time, time = lab->runs[0].now.time,
               y = lab->runs[0].world->particles.x[1][0];
        double error = fabs(y - (500 - 5 * time * time));
        print_message("%-22s t = %.7f, off by %.3f m\n", rows[i].policy, time, error);
        assert_true(fabs(error - rows[i].error) < 0.5);
        // an accumulator carries less than a step on
        double most = lab->runs[0].clock.policy.kind->interpolates ? 0.0166667 : 1e-6;
        assert_true(fabs(real - rows[i].lost - time) < most);
        // the last whole frame
        assert_true(real <= 10.0002 && real > 10 - 0.0166667);
    }
}

TEST(a_policy_that_lets_nothing_through_ends)
{
    OWNED(vl_lab) *lab = lab_of("tcv", "skip:0.001");
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
    OWNED(vl_lab) *lab = lab_of("velocity-verlet", PRINTED("accumulator:%.17g", step));
    vl_random random = {5};
    double largest = 0;
    for (int i = 0; i < 300; i++) {
        assert_true(make_frame(lab, vl_random_uniform(&random, 0.001, 0.03)));
        if (vl_lab_steps(lab) == 0)
            continue;
        vl_lab_show(lab, 0, true);
        double drawn = lab->runs[0].world->particles.x[1][0];
        vl_lab_show(lab, 0, false);
        double t = lab->runs[0].now.time - vl_policy_behind(&lab->runs[0].clock.policy);
        // one step behind the real time, always
        assert_true(fabs(t - (lab->now.time - step)) < 1e-10);
        largest = test_larger(largest, fabs(drawn - (500 - 5 * t * t)));
    }
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
