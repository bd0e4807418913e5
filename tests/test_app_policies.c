// Policies of lanes in the window: what runs there is what `verlet-lab run` makes of the same scene
// and the same frames.

#include "lab/lab.h"
#include "scene/lanes.h"
#include "support/app_fixture.h"

#define HEAD "format: 1\ngravity: [0, -9.81]\nintegrator: tcv\ntimestep: alternate:0.01:0.03\n"
#define REST                                                                                       \
    "particles:\n- {name: peg, at: [0, 0], pinned: true}\n- {name: b, at: [1, 0]}\n"               \
    "- {name: c, at: [2, 0.5], velocity: [0, 2]}\n"                                                \
    "links:\n- {from: peg, to: b}\n- {from: b, to: c, kind: spring, length: 1, stiffness: 50}\n"

static const char *const scenes[] = {
    // each lane has a policy
    HEAD "compare: [{policy: raw}, {policy: accumulator:0.025}, {policy: skip:0.02},\n"
         "  {policy: substep:0.007}, {integrator: verlet, policy: bounded:0.004:3}]\n" REST,
    // one policy for common frames and for those of a lane
    HEAD "policy: accumulator:0.012\n"
         "compare: [{integrator: verlet}, {integrator: tcv, timestep: fixed:0.007}]\n" REST,
    // both
    HEAD "policy: clamp:0.02\ncompare: [{timestep: fixed:0.011, policy: substep:0.004},\n"
         "  {policy: least:0.005:0.02}, {integrator: velocity-verlet}]\n" REST,
    // one policy
    HEAD "policy: accumulator:0.012\ncompare: [{integrator: verlet}, {integrator: tcv}]\n" REST,
};

// The lab of `run`, after `duration` s of common frames.
static vl_lab *run_alone(const char *path, double duration)
{
    vl_scene lanes[VL_SCENE_MOST_LANES];
    OWNED(vl_scene) *scene = vl_scene_load(path, &(vl_error){0});
    assert_non_null(scene);
    vl_lab *lab = vl_lab_create(lanes, vl_scene_lanes(scene, lanes), &(vl_error){0});
    OWNED(vl_stream) *stream = vl_stream_parse(scene->timestep, NULL, &(vl_error){0});
    assert_true(lab && stream);
    assert_true(vl_run_lab(lab, stream, &(vl_run){.duration = duration, .steps = -1}));
    return lab;
}

static void assert_same_run(const desk *d, const vl_lab *lab)
{
    assert_int_equal(d->session->lab->count, lab->count);
    for (int i = 0; i < lab->count; i++) {
        const vl_world *here = d->session->lab->runs[i].world, *there = lab->runs[i].world;
        assert_true(here->now.frames > 50 && here->now.frames == there->now.frames);
        assert_true(here->now.time == there->now.time);
        assert_same_places(here, there);
    }
}

TEST(a_lane_runs_in_the_window_as_on_the_command_line)
{
    for (int i = 0; i < COUNT(scenes); i++) {
        desk *d = open_text("lanes.yaml", "/150 Pause/0", scenes[i]);
        OWNED(vl_lab) *lab = run_alone("lanes.yaml", d->session->lab->now.time);
        assert_same_run(d, lab);
    }
}

TEST(a_lane_that_is_added_has_the_policy_of_the_one_it_comes_from)
{
    for (int from = 0; from < 5; from++) {
        desk *d = open_text("lanes.yaml", "", scenes[0]);
        vl_session_choose(d->session, from);
        assert_int_equal(add_lane(d, 0), 5);
        frames(d, 30);
        assert_string_equal(d->session->lab->runs[5].clock.policy.text,
                            d->session->lab->runs[from].clock.policy.text);
    }
}

// The picture of each lane lies between the states of its own policy.
TEST(a_lane_is_drawn_by_its_own_policy)
{
    desk *d = open_text("lanes.yaml", "",
                        "format: 1\ntimestep: fixed:0.01\ngravity: [0, 0]\n"
                        "compare: [{policy: accumulator:0.025}, {policy: raw}]\n"
                        "particles: [{at: [0, 0], velocity: [1, 0]}]\n");
    for (int i = 0; i < 60; i++) {
        frames(d, 1);
        const vl_lab *lab = d->session->lab;
        double *const *slow = lab->runs[0].world->particles.x, *const *raw =
                                                                   lab->runs[1].world->particles.x;
        double now = slow[0][0], beside = raw[0][0];
        vl_session_show(d->session, true);
        double drawn = slow[0][0]; // of 1 m/s: the place is the time
        assert_true(raw[0][0] == beside);
        vl_session_show(d->session, false);
        assert_true(slow[0][0] == now);
        assert_true(lab->now.time < 0.025 || fabs(drawn - (lab->now.time - 0.025)) < 1e-12);
    }
}

// Under a policy that makes the same steps of a frame at any time, all lanes go back along the
// frames, and a reversible method returns to round-off; others cannot.
TEST(frames_go_back_through_a_policy_that_remembers_none)
{
    for (int i = 0; i < vl_policy_kind_count; i++) {
        const char *yaml =
            PRINTED("format: 1\ngravity: [0, -9.81]\nintegrator: velocity-verlet\n"
                    "timestep: alternate:0.01:0.07\ncompare: [{policy: '%s'}, {policy: raw}]\n"
                    "particles:\n- {name: peg, at: [0, 0], pinned: true}\n- {name: b, at: [1, 0]}\n"
                    "links: [{from: peg, to: b, kind: spring, length: 1, stiffness: 50}]\n",
                    vl_policy_kinds[i].form.example);
        desk *d = open_text("back.yaml", "/30 Z", yaml);
        bool turns = !vl_policy_kinds[i].remembers;
        assert_int_equal(d->session->lab->shown.back, turns);
        assert_int_equal(shows(d, "These lanes have no common steps"), !turns);
        play(d, "/60");
        for (int k = 0; k < 2 && turns; k++)
            assert_true(d->session->playback.back && d->session->lanes[k].returned < 1e-9);
    }
}

// Whatever a lane makes of the frames, the clock on the screen is that of the frames.
TEST(each_lane_is_shown_with_the_same_clock)
{
    desk *d = open_text("lanes.yaml", "/90 Pause/1", scenes[0]);
    for (int i = 0; i < d->session->lab->count; i++) {
        vl_session_choose(d->session, i);
        frames(d, 30);
        assert_true(shows(d, PRINTED("t = %.2f s", time_of(d))));
    }
}
