// The shipped scenes that have an exact solution, and which solution that is.

#include "base/memory.h"
#include "physics/exact/exact.h"
#include "physics/forces/forces.h"
#include "physics/integrators/integrators.h"
#include "physics/world/world.h"
#include "scene/build.h"
#include "scene/file.h"
#include "scene/find.h"
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

enum { ROWS = COUNT(rows) };

static const char *expected(const char *scene)
{
    for (int i = 0; i < ROWS; i++)
        if (strcmp(rows[i].scene, scene) == 0)
            return rows[i].solution;
    return NULL;
}

static vl_exact *recognise(const vl_scene *scene)
{
    OWNED(vl_world) *world = vl_scene_build(scene);
    return vl_exact_recognise(world);
}

// A particle with more than one link or coupling has no closed form.
static bool is_too_much(const vl_scene *scene)
{
    return scene->chain_count > 0 || scene->cloth_count > 0 || scene->damping_per_step > 0 ||
           scene->link_count > scene->particle_count;
}

static void check_solution(const char *name, vl_scene *scene)
{
    OWNED(vl_exact) *exact = recognise(scene);
    const char *solution = expected(name);
    if (solution) {
        assert_non_null(exact);
        assert_string_equal(vl_exact_name(exact), solution);
    }
    assert_false(exact && is_too_much(scene));
}

TEST(shipped_scenes_have_the_solution_they_should)
{
    for_each_shipped_scene(check_solution);
    for (int i = 0; i < ROWS; i++)
        vl_scene_free(shipped_scene(rows[i].scene)); // each is shipped
}

// Slots are not numbers, and a scene may have groups that do not act on each other.
TEST(groups_are_solved_each_by_itself)
{
    static const char text[] = "format: 1\n"
                               "gravity: [0, -9.81]\n"
                               "particles:\n"
                               "  - {name: stone, at: [3, 2]}\n"
                               "  - {name: hook, at: [0, 0], pinned: true}\n"
                               "  - {name: left, at: [-1, 0]}\n"
                               "  - {name: right, at: [0, -2], velocity: [1, 0]}\n"
                               "links:\n"
                               "  - {from: left, to: hook}\n"
                               "  - {from: hook, to: right}\n";
    OWNED(vl_scene) *scene = scene_of(text);
    vl_exact *exact = recognise(scene);
    assert_non_null(exact);
    assert_string_equal(vl_exact_name(exact), "free fall + pendulum");
    vl_exact_free(exact);

    scene->damping = 0.5; // a damped pendulum has no solution, so the scene has none
    assert_null(recognise(scene));
}

// The position errors in the notes of the scenes, to their last digit.
static const struct {
    const char *scene, *integrator;
    vl_direction direction;
    double dt; // s
    int steps;
    double at_end, largest; // m; 0: not told
    double digit;           // m, half of the last one told
} notes[] = {
    {"pendulum", "tcv", VL_DIRECTION_NEW, 1 / 60.0, 600, 0.56, 0.56, 0.005},
    {"pendulum", "tcv", VL_DIRECTION_OLD, 1 / 60.0, 600, 0, 0.00047, 0.00003},
    {"orbit", "rk4", VL_DIRECTION_NEW, 0.0095, 8, 3.1, 0, 0.05},
    {"orbit", "velocity-verlet", VL_DIRECTION_NEW, 0.0095, 8, 11.5, 0, 0.05},
    {"oscillator", "verlet", VL_DIRECTION_NEW, 0.1, 50, 0.0081, 0.0081, 0.00005},
    {"oscillator", "rk4", VL_DIRECTION_NEW, 0.1, 50, 0.00004, 0.00004, 0.000005},
    {"oscillator", "explicit-euler", VL_DIRECTION_NEW, 0.1, 50, 0.117, 0.66, 0.005},
    {"bounce", "tcv", VL_DIRECTION_NEW, 1 / 60.0, 300, 0, 5e-13, 5e-13},
    {"bounce", "explicit-euler", VL_DIRECTION_NEW, 1 / 60.0, 300, 1.24, 0, 0.005},
    {"bounce", "semi-implicit-euler", VL_DIRECTION_NEW, 1 / 60.0, 300, 0, 0.98, 0.005},
};

TEST(the_position_errors_in_the_notes_are_true)
{
    for (int i = 0; i < COUNT(notes); i++) {
        vl_scene *scene = shipped_scene(notes[i].scene);
        OWNED(vl_world) *world = vl_scene_build(scene);
        vl_scene_free(scene);
        vl_world_set_integrator(world, vl_integrator_find(notes[i].integrator));
        vl_solver_settings settings = world->solver;
        settings.direction = notes[i].direction;
        vl_world_set_solver(world, &settings);
        OWNED(vl_exact) *exact = vl_exact_recognise(world);
        double error = 0, largest = 0;
        for (int k = 0; k < notes[i].steps; k++) {
            vl_world_step(world, notes[i].dt);
            error = vl_exact_error(exact, world);
            largest = test_larger(largest, error);
        }
        bool good = (notes[i].at_end == 0 || fabs(error - notes[i].at_end) <= notes[i].digit) &&
                    (notes[i].largest == 0 || fabs(largest - notes[i].largest) <= notes[i].digit);
        if (!good)
            print_message("  %s %s: %g, largest %g\n", notes[i].scene, notes[i].integrator, error,
                          largest);
        assert_true(good);
    }
}

// Gravity does not act on a dial: its x is an angle. It turns as its torque says, beside a ball
// that falls, with all methods and by the exact motion; and its energy has no part of gravity.
TEST(a_dial_does_not_fall)
{
    static const char *const forces[] = {"", "forces: [{kind: harmonic, stiffness: 2}]\n"};
    for (int f = 0; f < COUNT(forces); f++)
        for (int m = 0; m < vl_integrator_count; m++) {
            char text[300];
            snprintf(text, sizeof text,
                     "gravity: [3, -9.81]\nparticles:\n"
                     "  - {at: [1, 0], velocity: [0.5, 0], mass: 2, shape: dial}\n%s",
                     forces[f]);
            OWNED(vl_world) *world = world_from(text, vl_integrators[m]->name);
            snprintf(text, sizeof text,
                     "particles:\n  - {at: [1, 0], velocity: [0.5, 0], mass: 2}\n%s", forces[f]);
            OWNED(vl_world) *free = world_from(text, vl_integrators[m]->name);
            OWNED(vl_exact) *exact = vl_exact_recognise(world);
            assert_non_null(exact);
            assert_true(vl_energy_gravity(world) == 0);
            for (int i = 0; i < 100; i++) {
                vl_world_step(world, 0.01);
                vl_world_step(free, 0.01);
            }
            double x = world->particles.x[0][0];
            assert_true(x == free->particles.x[0][0] && world->particles.x[1][0] == 0);
            // the methods of first order are 0.005 m off
            assert_true(fabs(vl_exact_motion(exact, 0, world->now.time).x.x - x) < 0.006);
        }
}
