// "Improved Euler" as articles for game programmers call it: the position is of second order within
// the step, the velocity uses only the old acceleration, which makes the method first order.

#include "physics/integrators/steps.h"

static void move(vl_world *world, double dt)
{
    vl_velocity_drift(world, dt, 0.5 * dt * dt);
    vl_velocity_kick(world, (1 - world->damping_per_step) * vl_damping_left(world, dt), dt);
}

// clang-format off
const vl_integrator vl_integrator_improved_euler = {
    .key = "8", .name = "improved-euler", .title = "Improved Euler", .label = "Improved Euler",
    .formula = "x′ = x + v dt + ½ a dt²\nv′ = v + a dt",
    .summary = "First order, exact for constant acceleration alone; not Heun's method, which is of second order.",
    .source = "Taylor series of x to dt², of v to dt",
    .conserves = "nothing; energy grows", .reversible = "no dt",
    .order = 1, .order_random_dt = 1, .evaluations = 1, .evaluations_with_v = 1,
    .begin = vl_half_step_begin, .move = move,
};
// clang-format on
