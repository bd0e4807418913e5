// Verlet for variable steps, with the acceleration term corrected as well. The velocity is
// eliminated from the Taylor series of x(t + dt) and x(t − dt₋); for any steps the positions are
// those of velocity Verlet.

#include "physics/integrators/steps.h"

static void move(vl_world *world, double dt)
{
    double dt_old = world->now.dt_old;
    double left = vl_damping_left(world, 0.5 * (dt + dt_old));
    vl_position_move(world, (1 - world->damping_per_step) * left * (dt / dt_old),
                     0.5 * dt * (dt + left * dt_old));
}

// clang-format off
const vl_integrator vl_integrator_corrected_tcv = {
    .key = "4", .name = "corrected-tcv", .title = "Corrected TCV", .label = "Corrected TCV",
    .formula = "x′ = x + (x − x₋)(dt/dt₋) + a dt (dt + dt₋)/2",
    .summary = "Displacement and acceleration both corrected: second order under any steps.",
    .source = "Taylor series of x(t + dt) and x(t − dt₋), v eliminated",
    .conserves = "angular momentum, areas of phase space; with a constant dt: energy bounded", .reversible = "any dt",
    .order = 2, .order_random_dt = 2, .evaluations = 1, .evaluations_with_v = 2,
    .keeps_positions = true, .uses_previous_dt = true,
    .begin = vl_position_begin, .move = move,
};
// clang-format on
