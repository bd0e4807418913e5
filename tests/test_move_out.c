// The naive response moves x alone: what keeps x₋ takes that for velocity, what keeps a velocity
// never hears of it.

#include "physics/colliders/colliders.h"
#include "physics/integrators/integrators.h"
#include "physics/ledger/ledger.h"
#include "physics/world/world.h"
#include "scene/build.h"
#include "scene/scene.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

static const double g = 9.81; // m/s²
static const int rates[] = {30, 60, 144};

static const char drop[] = "gravity: [0, -9.81]\nparticles: [{at: [0, 1.1], radius: 0.1}]\n"
                           "colliders: [{kind: plane, normal: [0, 1], response: move-out}]";

// After a fall of 1 m there is nothing left with x₋, but for rounding. A velocity is g t after 3 s,
// but for the order of the methods that are of the first: none, as a is constant.
TEST(a_fall_ends_at_once_or_never)
{
    for (int i = 0; i < vl_integrator_count; i++)
        for (int k = 0; k < COUNT(rates); k++) {
            OWNED(vl_world) *world = world_from(drop, vl_integrators[i]->name);
            make_steps(world, 3 * rates[k], 1.0 / rates[k]);
            vl_world_synchronise(world);
            double speed = vl_world_velocity(world)[1][0];
            assert_true(fabs(world->particles.x[1][0] - 0.1) < 1e-14);
            // of a method with x₋ it is that of the last half step, ½ g h
            double expected = vl_integrators[i]->keeps_positions ? -0.5 * g / rates[k] : -3 * g;
            assert_true(fabs(speed - expected) < 1e-9);
        }
}

// The ledger says that contacts did it. First-order methods have an error of their own in the fall,
// at most ½ g h of velocity in 3 s: ½ g h · 3 g.
TEST(the_ledger_does_not_blame_the_integrator)
{
    for (int i = 0; i < vl_integrator_count; i++)
        for (int k = 0; k < COUNT(rates); k++) {
            OWNED(vl_world) *world = world_from(drop, vl_integrators[i]->name);
            vl_ledger *ledger = vl_ledger_create(world);
            double before = vl_energy_potential(world);
            make_steps(world, 3 * rates[k], 1.0 / rates[k]);
            vl_world_synchronise(world);
            double change = vl_energy_kinetic(world) + vl_energy_potential(world) - before;
            double contacts = vl_ledger_now(ledger)[VL_CAUSE_CONTACTS];
            bool first = vl_integrators[i]->order == 1 &&
                         strcmp(vl_integrators[i]->name, "improved-euler") != 0;
            double own = first ? 0.5 * g / rates[k] * 3 * g : 1e-10;
            print_message("%-20s %d frames/s: contacts %.6g of %.6g J\n", vl_integrators[i]->name,
                          rates[k], contacts, change);
            assert_true(fabs(contacts - change) <= own * 1.001);
            vl_ledger_free(ledger);
        }
}

// The note of the scene says how high the ball jumps that begins inside.
TEST(what_begins_inside_jumps_the_higher_the_shorter_a_frame)
{
    OWNED(vl_scene) *scene = shipped_scene("move-out");
    for (int k = 0; k < COUNT(rates); k++) {
        OWNED(vl_world) *world = vl_scene_build(scene);
        int slot = world->particles.slot_of[2];
        double highest = 0, h = 1.0 / rates[k];
        for (int i = 0; i < 3 * rates[k]; i++) {
            vl_world_step(world, h);
            highest = test_larger(highest, world->particles.x[1][slot] - 0.1);
        }
        // d/h thrown up, in steps: at most the height of the parabola, less one step's way of it
        double speed = (0.05 + 0.5 * g * h * h) / h, parabola = speed * speed / (2 * g);
        assert_true(highest < parabola && highest > parabola - speed * h);
        char figure[32];
        snprintf(figure, sizeof figure, "%.2f m at %d", highest, rates[k]);
        print_message("%s frames/s\n", figure);
        assert_non_null(strstr(scene->notes, figure));
    }
}
