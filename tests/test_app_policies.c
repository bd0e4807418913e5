// Policies of lanes in the window.

#include "support/app_fixture.h"

// Each lane has a policy.
static const char lanes[] =
    "format: 1\ngravity: [0, -9.81]\nintegrator: tcv\ntimestep: alternate:0.01:0.03\n"
    "compare: [{policy: raw}, {policy: accumulator:0.025}, {policy: skip:0.02},\n"
    "  {policy: substep:0.007}, {integrator: verlet, policy: bounded:0.004:3}]\n"
    "particles:\n- {name: peg, at: [0, 0], pinned: true}\n- {name: b, at: [1, 0]}\n"
    "- {name: c, at: [2, 0.5], velocity: [0, 2]}\n"
    "links:\n- {from: peg, to: b}\n- {from: b, to: c, kind: spring, length: 1, stiffness: 50}\n";

TEST(a_lane_that_is_added_has_the_policy_of_the_one_it_comes_from)
{
    for (int from = 0; from < 5; from++) {
        desk *d = open_text("lanes.yaml", "", lanes);
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
    desk *d = open_text("lanes.yaml", "/90 Pause/1", lanes);
    for (int i = 0; i < d->session->lab->count; i++) {
        vl_session_choose(d->session, i);
        frames(d, 30);
        assert_true(shows(d, PRINTED("t = %.2f s", time_of(d))));
    }
}
