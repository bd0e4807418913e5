// Balls that overlap at the start, each other or a collider: the scene begins with them apart and
// with no more energy than it is written with.

#include "physics/colliders/colliders.h"
#include "physics/contacts/overlaps.h"
#include "physics/integrators/integrators.h"
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

// How many pairs of balls overlap, by all pairs.
static int all_pairs(const vl_world *world)
{
    const double *radius = world->particles.radius;
    int count = 0;
    for (int a = 0; a < world->particles.count; a++)
        for (int b = a + 1; b < world->particles.count; b++) {
            double radii = radius[a] + radius[b];
            double depth = radii - vl_length(vl_sub(particle_x(world, b), particle_x(world, a)));
            count += depth > 1e-3 * radii;
        }
    return count;
}

static int64_t overlaps_of(const vl_world *world)
{
    bool more;
    int64_t count = vl_overlaps_count(world, 1000000, &more);
    assert_false(more);
    return count;
}

TEST(all_pairs_that_overlap_are_counted)
{
    vl_random random = test_random(5);
    for (int i = 0; i < test_cases(10, 100); i++) {
        OWNED(vl_scene) *scene = heap(&random, "tcv", any_between(&random, 0.2, 1.5), 1);
        OWNED(vl_world) *world = vl_scene_outline(scene);
        assert_int_equal(overlaps_of(world), all_pairs(world));
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
            OWNED(vl_world) *written = vl_scene_outline(scene);
            OWNED(vl_world) *world = vl_scene_build(scene);
            assert_true(overlaps_of(written) > 0);
            for (int axis = 0; axis < VL_AXES; axis++)
                assert_memory_equal(world->particles.v[axis], written->particles.v[axis],
                                    BALLS * sizeof(double));
            assert_int_equal(overlaps_of(world), 0);
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
    assert_true(fabs(world->particles.x[1][0] - 0.1) < 1e-9);
    assert_true(world->particles.x[1][1] == 0.3);
}

// A penalty drives out what is in it. Two balls that a rod joins may overlap, and what is placed
// with move-out wants to be seen.
TEST(what_a_penalty_a_rod_or_move_out_lets_overlap_stays)
{
    OWNED(vl_scene) *scene = scene_of(
        "format: 1\nparticles: [{at: [0, 0.2], radius: 0.1}, {at: [0.1, 0.2], radius: "
        "0.1}, {at: [1, 0], radius: 0.1}, {at: [0, -2], radius: 0.1}]\n"
        "links: [{from: 1, to: 2, kind: rod}]\ncolliders: [{kind: balls}, "
        "{kind: box, center: [1, 0], size: [1, 0.2], response: move-out}, "
        "{kind: box, center: [0, -2], size: [1, 0.2], response: penalty, stiffness: 1}]\n");
    OWNED(vl_world) *written = vl_scene_outline(scene), *world = vl_scene_build(scene);
    assert_same_places(world, written);
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
    bool more;
    assert_int_equal(vl_overlaps_count(world, 1000000, &more), 1000000);
    assert_true(more);
}
