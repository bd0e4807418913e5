// The shipped scenes that have an exact solution, and which solution that is.

#include "base/text.h"
#include "physics/exact/exact.h"
#include "physics/forces/forces.h"
#include "physics/integrators/integrators.h"
#include "physics/world/world.h"
#include "scene/build.h"
#include "scene/scene.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

static const struct {
    const char *scene, *solution;
} rows[] = {
    {"free-fall", "free fall"},          {"projectile", "projectile"},
    {"polynomial", "polynomial"},        {"sine", "sine"},
    {"broken-naive-start", "free fall"}, {"oscillator", "oscillator"},
    {"orbit", "two-body orbit"},         {"pendulum", "pendulum"},
    {"bounce", "bouncing ball"},
};

static vl_exact *recognise(const vl_scene *scene)
{
    OWNED(vl_world) *world = vl_scene_build(scene);
    return vl_exact_recognise(world);
}

static int recognised; // of the rows

static void check_solution(const char *name, vl_scene *scene)
{
    OWNED(vl_exact) *exact = recognise(scene);
    for (int i = 0; i < COUNT(rows); i++)
        if (strcmp(rows[i].scene, name) == 0) {
            assert_non_null(exact);
            assert_string_equal(vl_exact_name(exact), rows[i].solution);
            recognised++;
        }
    // a particle with more than one link or coupling has no closed form
    assert_false(exact &&
                 (scene->chain_count > 0 || scene->cloth_count > 0 || scene->damping_per_step > 0 ||
                  scene->link_count > scene->particle_count));
}

TEST(shipped_scenes_have_the_solution_they_should)
{
    recognised = 0;
    for_each_shipped_scene(check_solution);
    assert_int_equal(recognised, COUNT(rows)); // each is shipped
}

// Slots are not numbers, and a scene may have groups that do not act on each other.
TEST(groups_are_solved_each_by_itself)
{
    OWNED(vl_scene) *scene = scene_of(
        "format: 1\ngravity: [0, -9.81]\n"
        "particles: [{name: stone, at: [3, 2]}, {name: hook, at: [0, 0], pinned: true},\n"
        "            {name: left, at: [-1, 0]}, {name: right, at: [0, -2], velocity: [1, 0]}]\n"
        "links: [{from: left, to: hook}, {from: hook, to: right}]\n");
    OWNED(vl_exact) *exact = recognise(scene);
    assert_non_null(exact);
    assert_string_equal(vl_exact_name(exact), "free fall + pendulum");

    scene->damping = 0.5; // a damped pendulum has no solution, so the scene has none
    assert_null(recognise(scene));
}

// Gravity does not act on a dial: its x is an angle. It turns as its torque says, beside a ball
// that falls, with all methods and by the exact motion; and its energy has no part of gravity.
TEST(a_dial_does_not_fall)
{
    static const char form[] = "%sparticles: [{at: [1, 0], velocity: [0.5, 0], mass: 2%s}]\n%s";
    static const char *const forces[] = {"", "forces: [{kind: harmonic, stiffness: 2}]\n"};
    for (int k = 0; k < 2 * vl_integrator_count; k++) {
        const char *name = vl_integrators[k / 2]->name;
        SCOPED(vl_text) dial = {0};
        SCOPED(vl_text) ball = {0};
        vl_text_add(&dial, form, "gravity: [3, -9.81]\n", ", shape: dial", forces[k % 2]);
        vl_text_add(&ball, form, "", "", forces[k % 2]);
        OWNED(vl_world) *world = world_from(dial.data, name), *free = world_from(ball.data, name);
        OWNED(vl_exact) *exact = vl_exact_recognise(world);
        assert_non_null(exact);
        assert_true(vl_energy_gravity(world) == 0);
        make_steps(world, 100, 0.01);
        make_steps(free, 100, 0.01);
        double x = world->particles.x[0][0];
        assert_true(x == free->particles.x[0][0] && world->particles.x[1][0] == 0);
        // the methods of first order are 0.005 m off
        assert_true(fabs(vl_exact_motion(exact, 0, world->now.time).x.x - x) < 0.006);
    }
}
