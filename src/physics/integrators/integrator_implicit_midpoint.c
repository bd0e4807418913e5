// Implicit midpoint: the derivatives are taken halfway between both ends of the step, which gives
// an equation for the velocity there. Damping enters as in integrator_midpoint.c. Hairer, Lubich,
// Wanner, Geometric Numerical Integration, 2006, eq. I.1.7; theorem IV.2.1: it keeps every
// quadratic invariant.

#include "physics/integrators/implicit.h"
#include "physics/integrators/steps.h"

// x′ = x + v½ dt; v′ = E^½ (2 v½ − E^½ v), which is E v + E^½ a½ dt with the a½ of the equation.
static void move(vl_world *world, double dt)
{
    vl_particles *p = &world->particles;
    double left = vl_damping_left(world, 0.5 * dt);
    vl_implicit_stage(world, left, 0.5 * dt);

    for (int axis = 0; axis < VL_AXES; axis++) {
        const double *x0 = world->scratch[0][axis], *damped = world->scratch[1][axis];
        for (int i = 0; i < p->count; i++) {
            double v = p->v[axis][i];
            p->x[axis][i] = x0[i] + v * dt;
            p->v[axis][i] = p->inverse_mass[i] > 0 ? left * (2 * v - damped[i]) : v;
        }
    }
    vl_axes_copy(p->x_old, world->scratch[0], p->count);
    vl_velocity_kick(world, 1 - world->damping_per_step, 0);
}

// clang-format off
const vl_integrator vl_integrator_implicit_midpoint = {
    .key = "I", .name = "implicit-midpoint", .title = "Implicit midpoint", .label = "Impl. midpoint",
    .formula = "x′ = x + v½ dt, v½ = v + ½ a½ dt\nv′ = v + a½ dt",
    .summary = "Derivatives from the middle of the step, found by Newton; holds the stiffest spring and keeps "
               "its energy.",
    .source = "Hairer, Lubich, Wanner, Geometric Numerical Integration, 2006, eq. I.1.7",
    .conserves = "angular momentum, areas of phase space; energy of linear springs", .reversible = "any dt",
    .order = 2, .order_random_dt = 2, .evaluations = 3, .evaluations_with_v = 3,
    .implicit = true,
    .create = vl_implicit_create, .begin = vl_half_step_begin, .move = move,
};
// clang-format on
