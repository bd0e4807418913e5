// Semi-implicit (symplectic) Euler: the new velocity moves the position.

#include "physics/integrators/steps.h"

static void move(vl_world *world, double dt)
{
    // the weight of a under damping is that of tcv, to which this method is equivalent
    double left = vl_damping_left(world, dt);
    vl_velocity_kick(world, (1 - world->damping_per_step) * left, 0.5 * (1 + left) * dt);
    vl_velocity_drift(world, dt, 0);
}

// clang-format off
const vl_integrator vl_integrator_semi_implicit_euler = {
    .key = "5", .name = "semi-implicit-euler", .title = "Semi-implicit Euler", .label = "Semi-impl. Euler",
    .formula = "v′ = v + a dt\nx′ = x + v′ dt",
    .summary = "First the velocity, then the position with the new velocity; the Euler of most game engines.",
    .source = "Hairer, Lubich, Wanner, Geometric Numerical Integration, 2006, eq. I.1.9",
    .conserves = "angular momentum, areas of phase space; with a constant dt: energy bounded", .reversible = "no dt",
    .order = 1, .order_random_dt = 1, .evaluations = 1, .evaluations_with_v = 1,
    .position_bias = 1,
    .begin = vl_half_step_begin, .move = move,
};
// clang-format on
