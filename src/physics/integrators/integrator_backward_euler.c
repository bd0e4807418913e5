// Backward Euler: both derivatives are taken at the end of the step, which gives an equation for x′
// and v′. Damping enters through the integrating factor, as in integrator_midpoint.c. Hairer,
// Lubich, Wanner, Geometric Numerical Integration, 2006, eq. I.1.6; for cloth, with a single Newton
// step: Baraff, Witkin, "Large steps in cloth simulation", SIGGRAPH 1998, section 1.

#include "physics/integrators/implicit.h"
#include "physics/integrators/steps.h"

static void move(vl_world *world, double dt)
{
    double left = (1 - world->damping_per_step) * vl_damping_left(world, dt);
    vl_implicit_stage(world, left, dt);
    vl_axes_copy(world->particles.x_old, world->scratch[0], world->particles.count);
}

// clang-format off
const vl_integrator vl_integrator_backward_euler = {
    .key = "B", .name = "backward-euler", .title = "Backward Euler", .label = "Backward Euler",
    .formula = "x′ = x + v′ dt\nv′ = v + a′ dt",
    .summary = "Derivatives from the end of the step, found by Newton; holds the stiffest spring, and damps it.",
    .source = "Hairer, Lubich, Wanner, Geometric Numerical Integration, 2006, eq. I.1.6",
    .conserves = "nothing; energy falls", .reversible = "no dt",
    .order = 1, .order_random_dt = 1, .evaluations = 3, .evaluations_with_v = 3,
    .position_bias = 1, .implicit = true,
    .create = vl_implicit_create, .begin = vl_half_step_begin, .move = move,
};
// clang-format on
