// The probe: x, v, a and the force of each link, read from the motion.

#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

#include "lab/probe.h"
#include "physics/integrators/integrators.h"
#include "physics/world/world.h"

#define FALL                                                                                       \
    "gravity: [0, -9.81]\n"                                                                        \
    "particles: [{at: [0, 0], velocity: [3, 4]}]\n"
#define HANGING                                                                                    \
    "gravity: [0, -9.81]\n"                                                                        \
    "solver: {method: direct}\n"                                                                   \
    "particles:\n"                                                                                 \
    "  - {at: [-1, 0], pinned: true}\n"                                                            \
    "  - {at: [1, 0], pinned: true}\n"                                                             \
    "  - {at: [0, -1.7320508075688772], mass: 2}\n"                                                \
    "links: [{from: 1, to: 3}, {from: 2, to: 3, kind: string}]\n"
#define PENDULUM                                                                                   \
    "gravity: [0, -9.81]\n"                                                                        \
    "solver: {method: direct}\n"                                                                   \
    "particles: [{at: [0, 0], pinned: true}, {at: [1, 0], mass: 0.5}]\n"                           \
    "links: [{from: 1, to: 2}]\n"
#define SPRING(damping)                                                                            \
    "gravity: [0, -9.81]\n"                                                                        \
    "particles: [{at: [0, 0], pinned: true}, {at: [0, -2], mass: 0.5}]\n"                          \
    "links: [{from: 1, to: 2, kind: spring, stiffness: 40, length: 1.5, damping: " #damping "}]\n"

// In free fall a is that of gravity, and v the velocity that all methods agree on.
TEST(free_fall_has_the_acceleration_of_gravity)
{
    for (int i = 0; i < vl_integrator_count; i++) {
        OWNED(vl_world) *world = world_from(FALL, vl_integrators[i]->name);
        make_steps(world, 20, 0.01);
        vl_probe_reading r = vl_probe_read(world, 0, 0.01);
        vl_world_synchronise(world);
        vl_vec3 v = vl_read(vl_world_velocity(world), 0);
        assert_true(r.a.y == -9.81);
        assert_int_equal(r.link_count, 0);
        // without a trial step the velocity is that of the method
        assert_below(vl_length(vl_sub(r.v, v)), 1e-10, vl_integrators[i]->name);
    }
}

// A weight at rest between a rod and a string, 60° each: m g/(2 sin 60°) in both.
TEST(two_links_share_a_weight)
{
    OWNED(vl_world) *world = world_from(HANGING, "tcv");
    make_steps(world, 5, 0.01);
    vl_probe_reading r = vl_probe_read(world, world->particles.slot_of[2], 0.01);
    assert_int_equal(r.link_count, 2);
    for (int k = 0; k < 2; k++)
        assert_below(fabs(r.links[k].tension - 2 * 9.81 / sqrt(3)), 1e-6, "tension");
    assert_below(vl_length(r.a), 1e-8, "a");
}

// m v²/L + m g cos θ along the rod. The difference quotients are of second order in h: the third
// derivative of x is at most some (g/L)^(3/2) = 31 m/s³, its derivative 3 (g/L)² L = 290 m/s⁴, and
// h²/12 of that are 2.4e-3 m/s² for h = 0.01.
TEST(a_rod_pulls_a_pendulum_inwards)
{
    const double h = 0.01;
    OWNED(vl_world) *world = world_from(PENDULUM, "velocity-verlet");
    for (int step = 0; step < 60; step++) {
        make_steps(world, 1, h);
        vl_probe_reading r = vl_probe_read(world, world->particles.slot_of[1], h);
        double expected = 0.5 * (vl_dot(r.v, r.v) / vl_length(r.x) - 9.81 * r.x.y / vl_length(r.x));
        assert_below(fabs(r.links[0].tension - expected), 0.5 * 5 * 2.4e-3, "tension");
        assert_int_equal(r.links[0].other, 1);
    }
}

// The spring's own law, and Newton's second.
TEST(a_spring_pulls_by_its_law)
{
    OWNED(vl_world) *world = world_from(SPRING(0.1), "velocity-verlet");
    make_steps(world, 7, 0.01);
    int slot = world->particles.slot_of[1];
    vl_probe_reading r = vl_probe_read(world, slot, 0.01);
    double law = 40 * (vl_length(r.x) - 1.5) - 0.1 * r.v.y;
    assert_below(fabs(r.links[0].tension - law), 1e-9, "tension");

    // forces see a velocity that is predicted for them, so this is exact without damping alone
    OWNED(vl_world) *undamped = world_from(SPRING(0), "velocity-verlet");
    make_steps(undamped, 7, 0.01);
    r = vl_probe_read(undamped, undamped->particles.slot_of[1], 0.01);
    assert_below(fabs(0.5 * r.a.y - r.links[0].tension + 0.5 * 9.81), 1e-9, "m a");
}

// Of two links in one line the motion tells their sum across the particle alone; a slack string
// does not pull.
TEST(links_that_are_not_told_apart_or_slack_have_no_tension)
{
    static const char *const scenes[] = {
        "gravity: [0, -9.81]\nsolver: {method: direct}\n"
        "chains: [{from: [0, 0], to: [0, -2], links: 2, pin: start}]\n",
        "particles: [{at: [0, 0], pinned: true}, {at: [0.5, 0]}]\n"
        "links: [{from: 1, to: 2, kind: string, length: 1}]\n"};
    for (int i = 0; i < 2; i++) {
        OWNED(vl_world) *world = world_from(scenes[i], "tcv");
        make_steps(world, 3, 0.01);
        vl_probe_reading r = vl_probe_read(world, world->particles.slot_of[1], 0.01);
        assert_int_equal(r.link_count, 2 - i);
        for (int k = 0; k < 2 - i; k++)
            assert_true(i ? r.links[k].tension == 0 : isnan(r.links[k].tension));
    }
}
