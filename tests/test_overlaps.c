// Balls that overlap at the start, each other or a collider: they are told with their place, and
// the scene begins with them apart and with no more energy than it is written with.

#include "physics/colliders/colliders.h"
#include "physics/contacts/overlaps.h"
#include "physics/integrators/integrators.h"
#include "physics/world/world.h"
#include "scene/build.h"
#include "support/deeds.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

enum { BALLS = 30 };

// A heap of balls without gravity on a floor, in a room of `size` m: a line of the file for each,
// from line 6 on.
static vl_scene *heap(vl_random *random, const char *integrator, double size, double restitution)
{
    SCOPED(vl_text) yaml = {0};
    vl_text_add(
        &yaml,
        "format: 1\nintegrator: %s\ntimestep: fixed:0.01\ncolliders: [{kind: plane, normal: "
        "[0, 1], restitution: %g}, {kind: balls, restitution: %g}]\nparticles:\n",
        integrator, restitution, restitution);
    for (int i = 0; i < BALLS; i++)
        vl_text_add(&yaml,
                    "  - {at: [%.3f, %.3f], velocity: [%.3f, %.3f], mass: %.3f, radius: %.3f}\n",
                    any_between(random, 0, size), any_between(random, 0, size),
                    any_between(random, -1, 1), any_between(random, -1, 1),
                    any_between(random, 0.1, 10), any_between(random, 0.05, 0.2));
    return scene_of(yaml.data);
}

// The deepest overlap of two balls, by all pairs; the slots are the numbers less 1.
static vl_overlaps all_pairs(const vl_world *world)
{
    const double *radius = world->particles.radius;
    vl_overlaps found = {.first = -1};
    for (int a = 0; a < world->particles.count; a++)
        for (int b = a + 1; b < world->particles.count; b++) {
            double radii = radius[a] + radius[b];
            double depth = radii - vl_length(vl_sub(particle_x(world, b), particle_x(world, a)));
            found.count += depth > 1e-3 * radii;
            if (depth > found.depth) {
                found.first = a;
                found.second = b;
                found.depth = depth;
            }
        }
    return found;
}

static void expect_text(const vl_scene *scene, const char *text)
{
    if (!scene->warning || !strstr(scene->warning, text))
        fail_msg("'%s' is not in: %s", text, scene->warning ? scene->warning : "no warning");
}

static void expect_pair(const vl_scene *scene, const vl_overlaps *worst)
{
    char text[160];
    snprintf(text, sizeof text,
             ":%d:5: the balls %d and %d overlap by %.3g m, and so do%s %d other",
             6 + worst->second, worst->first + 1, worst->second + 1, worst->depth,
             worst->count == 2 ? "es" : "", worst->count - 1);
    expect_text(scene, text);
}

TEST(the_deepest_overlap_is_told_with_its_place_and_how_many_there_are)
{
    vl_random random = test_random(5);
    for (int i = 0; i < test_cases(10, 100); i++) {
        OWNED(vl_scene) *scene = heap(&random, "tcv", any_between(&random, 0.2, 1.5), 1);
        OWNED(vl_world) *world = vl_scene_as_written(scene);
        vl_overlaps worst = all_pairs(world);
        assert_true(worst.count > 1);
        expect_pair(scene, &worst);
    }
}

// The positions alone change. After that balls go straight on until they meet: no method has an
// error, and no impact gives energy.
TEST(balls_come_apart_without_speed_and_without_energy)
{
    vl_random random = {6};
    for (int i = 0; i < vl_integrator_count; i++)
        for (int k = 0; k < 3; k++) {
            OWNED(vl_scene) *scene = heap(&random, vl_integrators[i]->name, 1.2, 0.5 * k);
            OWNED(vl_world) *written = vl_scene_as_written(scene);
            OWNED(vl_world) *world = vl_scene_build(scene);
            expect_text(scene, "The scene begins with them apart, as if placed");
            for (int axis = 0; axis < VL_AXES; axis++)
                assert_memory_equal(world->particles.v[axis], written->particles.v[axis],
                                    BALLS * sizeof(double));
            assert_int_equal(vl_overlaps_of_balls(world).count, 0);
            double start = vl_energy_kinetic(written);
            for (int n = 0; n < 30; n++) {
                vl_world_step(world, 0.01);
                assert_true(vl_energy_kinetic(world) / start - 1 <= 1e-9);
            }
        }
}

// A ball begins 5 cm deep in the box: it is put onto it. One that has room stays to the last bit.
TEST(a_particle_in_a_collider_is_put_onto_it)
{
    OWNED(vl_scene) *scene = scene_of(
        "format: 1\nparticles:\n  - {at: [1, 0.05], radius: 0.1}\n  - {at: [0, 0.3], radius: 0.1}\n"
        "colliders:\n  - {kind: box, center: [0, -0.1], size: [3, 0.2]}\n");
    OWNED(vl_world) *world = vl_scene_build(scene);
    expect_text(scene,
                ":3:5: particle 1 begins 0.05 m deep in collider 1, a box. The scene begins");
    assert_true(fabs(world->particles.x[1][0] - 0.1) < 1e-9);
    assert_true(world->particles.x[1][1] == 0.3);
}

// A penalty is a spring: a ball as deep as its weight presses it lies there, and a deeper one is
// driven out. Two balls that a rod joins may overlap, and what is placed with move-out wants to be
// seen.
TEST(only_what_is_deeper_in_a_penalty_than_its_weight_presses_it_is_told)
{
    static const char soft[] =
        "format: 1\ntimestep: fixed:0.001\ngravity: [0, -10]\nparticles:\n"
        "  - {at: [0, %g], radius: 0.1}\ncolliders:\n  - {kind: plane, normal: [0, 1], "
        "response: penalty, restitution: 0, stiffness: 1000}\n";
    SCOPED(vl_text) lies = {0};
    SCOPED(vl_text) deeper = {0};
    vl_text_add(&lies, soft, 0.09);
    vl_text_add(&deeper, soft, 0.08);
    OWNED(vl_scene) *quiet = scene_of(lies.data), *told = scene_of(deeper.data);
    OWNED(vl_scene) *wanted =
        scene_of("format: 1\nparticles: [{at: [0, 0.2], radius: 0.1}, {at: [0.1, 0.2], radius: "
                 "0.1}, {at: [1, 0], radius: 0.1}]\nlinks: [{from: 1, to: 2, kind: rod}]\n"
                 "colliders: [{kind: balls}, {kind: plane, normal: [0, 1], response: move-out}]\n");
    assert_true(!quiet->warning && !wanted->warning);
    expect_text(told, ":5:5: particle 1 begins 0.02 m deep in collider 1, a plane. The "
                      "penalty drives it out, with the energy of its spring");
}

// 20,000 balls at one place are 200 million pairs: the search gives up, and says so. As many pairs
// count as a step has memory for: that grows with the balls, and points count for nothing.
TEST(millions_of_overlaps_are_not_counted)
{
    enum { MANY = 2 * VL_OVERLAPS_MOST / VL_PAIRS_PER_BALL };

    OWNED(vl_world) *points = particles_of(vl_integrators[0], MANY, 0);
    OWNED(vl_world) *balls = particles_of(vl_integrators[0], MANY, 0.1);
    OWNED(vl_world) *world = particles_of(vl_integrators[0], 20000, 0.1);
    assert_int_equal(vl_overlaps_limit(points), VL_OVERLAPS_MOST);
    assert_int_equal(vl_overlaps_limit(balls), 2 * VL_OVERLAPS_MOST);
    add_collider(world, (vl_collider){.kind = &vl_collider_balls, .restitution = 1});
    vl_world_link(world, NULL, 0);
    vl_overlaps found = vl_overlaps_of_balls(world);
    assert_true(found.more && found.count == VL_OVERLAPS_MOST && found.depth == 0.2);
}
