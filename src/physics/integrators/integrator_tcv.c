// Time-corrected Verlet: the last displacement is scaled to the length of the new step.
// Dummer, "A simple time-corrected Verlet integration method", 2004. For any steps it is the
// semi-implicit Euler method with v = (x − x₋)/dt₋.

#include "physics/integrators/steps.h"

static void move(vl_world *world, double dt)
{
    double left = vl_damping_left(world, dt);
    double ratio = dt / world->now.dt_old;
    vl_position_move(world, (1 - world->damping_per_step) * left * ratio,
                     0.5 * (1 + left) * dt * dt);
}

// clang-format off
const vl_integrator vl_integrator_tcv = {
    .key = "3", .name = "tcv", .title = "Time-corrected Verlet", .label = "TCV",
    .formula = "x′ = x + (x − x₋)(dt/dt₋) + a dt²",
    .summary = "Verlet with the last displacement scaled to the new dt; the acceleration is not.",
    .source = "J. Dummer, A simple time-corrected Verlet integration method, 2004",
    .conserves = "angular momentum, areas of phase space; with a constant dt: energy bounded", .reversible = "constant dt",
    .order = 2, .order_random_dt = 1, .evaluations = 1, .evaluations_with_v = 2,
    .keeps_positions = true, .uses_previous_dt = true,
    .begin = vl_position_begin, .move = move,
};
// clang-format on
