// Explicit Euler: both derivatives are taken at the beginning of the step.

#include "physics/integrators/steps.h"

static void move(vl_world *world, double dt)
{
    vl_velocity_drift(world, dt, 0);
    vl_velocity_kick(world, (1 - world->damping_per_step) * vl_damping_left(world, dt), dt);
}

// clang-format off
const vl_integrator vl_integrator_explicit_euler = {
    .key = "1", .name = "explicit-euler", .title = "Explicit Euler", .label = "Explicit Euler",
    .formula = "x′ = x + v dt\nv′ = v + a dt",
    .summary = "Position by the old velocity, velocity by the old acceleration; feeds energy into springs and orbits.",
    .source = "L. Euler, Institutiones calculi integralis, vol. 1, 1768, § 650",
    .conserves = "nothing; energy grows", .reversible = "no dt",
    .order = 1, .order_random_dt = 1, .evaluations = 1, .evaluations_with_v = 1,
    .position_bias = -1,
    .begin = vl_half_step_begin, .move = move,
};
// clang-format on
