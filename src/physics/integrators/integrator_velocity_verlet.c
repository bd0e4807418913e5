// Velocity Verlet: kick, drift, kick, with x and v at the same instants.
// Swope, Andersen, Berens, Wilson, Journal of Chemical Physics 76 (1982) 637, appendix.

#include "physics/integrators/steps.h"

static void move(vl_world *world, double dt)
{
    vl_velocity_kick(world, vl_damping_left(world, 0.5 * dt), 0.5 * dt);
    vl_velocity_drift(world, dt, 0);
}

static void finish(vl_world *world, double dt)
{
    double left = (1 - world->damping_per_step) * vl_damping_left(world, 0.5 * dt);
    vl_velocity_accelerate(world, 0.5 * dt);
    vl_velocity_kick(world, 1, 0.5 * dt);
    vl_velocity_kick(world, left, 0);
}

// clang-format off
const vl_integrator vl_integrator_velocity_verlet = {
    .key = "6", .name = "velocity-verlet", .title = "Velocity Verlet", .label = "Velocity Verlet",
    .formula = "x′ = x + v dt + ½ a dt²\nv′ = v + ½ (a + a′) dt",
    .summary = "Verlet with the velocity as state; second order under any steps.",
    .source = "W. Swope et al., J. Chem. Phys. 76 (1982) 637, appendix",
    .conserves = "angular momentum, areas of phase space; with a constant dt: energy bounded", .reversible = "any dt",
    .order = 2, .order_random_dt = 2, .evaluations = 1, .evaluations_with_v = 2,
    .begin = vl_half_step_begin, .move = move, .finish = finish,
};
// clang-format on
