// Midpoint: a second-order Runge-Kutta method. Damping enters through the integrating factor
// E = exp(−c dt/2) (Lawson, SIAM J. Numer. Anal. 4 (1967) 372): with v = e^(−c t) w the damping is
// exact and the method is applied to x and w.
// Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, 1993, equation II.1.4.

#include "physics/integrators/steps.h"

static void move(vl_world *world, double dt)
{
    vl_particles *p = &world->particles;
    double *const *x0 = world->scratch[0], *const *v0 = world->scratch[1];
    double half_left = vl_damping_left(world, 0.5 * dt);
    vl_axes_copy(x0, p->x, p->count);
    vl_axes_copy(v0, p->v, p->count);

    // to the middle of the step
    vl_velocity_drift(world, 0.5 * dt, 0);
    vl_velocity_kick(world, half_left, half_left * 0.5 * dt);
    vl_velocity_of_hands(world, v0);
    vl_world_accelerate_stage(world, 0.5 * dt);

    // the whole step, with the derivatives of the middle
    vl_axes_copy(p->x, x0, p->count);
    vl_velocity_drift(world, dt, 0);
    vl_axes_copy(p->v, v0, p->count);
    vl_velocity_kick(world, half_left * half_left, half_left * dt);
    vl_velocity_kick(world, 1 - world->damping_per_step, 0);
}

// clang-format off
const vl_integrator vl_integrator_midpoint = {
    .key = "9", .name = "midpoint", .title = "Midpoint (RK2)", .label = "Midpoint",
    .formula = "x′ = x + v½ dt, v½ = v + ½ a dt\nv′ = v + a½ dt",
    .summary = "Derivatives in the middle of the step, found by half an Euler step.",
    .source = "E. Hairer et al., Solving Ordinary Differential Equations I, 1993, eq. II.1.4",
    .conserves = "nothing; energy grows", .reversible = "no dt",
    .order = 2, .order_random_dt = 2, .evaluations = 2, .evaluations_with_v = 2,
    .begin = vl_half_step_begin, .move = move,
};
// clang-format on
