// The naive response moves x alone: what keeps x₋ takes that for velocity, what keeps a velocity
// never hears of it.

#include "physics/integrators/integrators.h"
#include "physics/ledger/ledger.h"
#include "physics/world/world.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

static const double g = 9.81; // m/s²
static const int rates[] = {30, 60, 144};

static const char drop[] = "gravity: [0, -9.81]\nparticles: [{at: [0, 1.1], radius: 0.1}]\n"
                           "colliders: [{kind: plane, normal: [0, 1], response: move-out}]";

// After a fall of 1 m there is nothing left with x₋, but for rounding. A velocity is g t after 3 s,
// but for the order of the methods that are of the first: none, as a is constant. The ledger says
// that contacts did it. First-order methods have an error of their own in the fall, at most ½ g h
// of velocity in 3 s: ½ g h · 3 g. (How high a ball jumps that begins inside is in the notes of the
// scene, which are measured.)
TEST(a_fall_ends_at_once_or_never)
{
    for (int i = 0; i < vl_integrator_count; i++)
        for (int k = 0; k < COUNT(rates); k++) {
            const vl_integrator *method = vl_integrators[i];
            const double h = 1.0 / rates[k];
            OWNED(vl_world) *world = world_from(drop, method->name);
            vl_ledger *ledger = vl_ledger_create(world, true);
            double before = vl_energy_potential(world);
            make_steps(world, 3 * rates[k], h);
            double speed = particle_v(world, 0).y;
            assert_true(fabs(particle_x(world, 0).y - 0.1) < 1e-14);
            // of a method with x₋ it is that of the last half step, ½ g h
            assert_true(fabs(speed - (method->keeps_positions ? -0.5 * g * h : -3 * g)) < 1e-9);

            double off = vl_ledger_now(ledger)[VL_CAUSE_CONTACTS] - (energy_now(world) - before);
            bool first = method->order == 1 && strcmp(method->name, "improved-euler") != 0;
            assert_true(fabs(off) <= (first ? 0.5 * g * h * 3 * g : 1e-10) * 1.001);
            vl_ledger_free(ledger);
        }
}
