// Leapfrog: the state has the velocity in the middle of the steps, and the velocity at tₙ is
// computed from it. The kick at tₙ is dt₋/2 of the last step and dt/2 of the next one. Hockney,
// Eastwood, Computer Simulation Using Particles, 1988, chapter 4.

#include "physics/integrators/steps.h"

// v_half = velocity half a step ago
static void begin(vl_world *world, int first, int last, double h)
{
    vl_half_step_begin(world, first, last, h);
    vl_particles *p = &world->particles;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = first; i < last; i++)
            world->v_half[axis][i] = (p->x[axis][i] - p->x_old[axis][i]) / h;
}

static void move(vl_world *world, double dt)
{
    double left = vl_damping_left(world, 0.5 * (dt + world->now.dt_old));
    double keep = (1 - world->damping_per_step) * left;

    vl_axes_copy(world->particles.v, world->v_half, world->particles.count);
    vl_velocity_kick(world, keep, 0.5 * (left * world->now.dt_old + dt));
    vl_velocity_drift(world, dt, 0);
}

static void finish(vl_world *world, double dt)
{
    vl_axes_copy(world->v_half, world->particles.v, world->particles.count);
    vl_velocity_accelerate(world, 0.5 * dt);
    vl_velocity_kick(world, 1 - 0.5 * world->damping_per_step, 0.5 * dt);
    vl_velocity_kick(world, vl_damping_left(world, 0.5 * dt), 0);
}

// clang-format off
const vl_integrator vl_integrator_leapfrog = {
    .key = "7", .name = "leapfrog", .title = "Leapfrog", .label = "Leapfrog",
    .formula = "v₊ = v₋ + ½ a (dt₋ + dt)\nx′ = x + v₊ dt",
    .summary = "The state has the velocity in the middle of the steps, between the positions.",
    .source = "R. Hockney, J. Eastwood, Computer Simulation Using Particles, 1988, ch. 4",
    .conserves = "angular momentum, areas of phase space; with a constant dt: energy bounded", .reversible = "any dt",
    .order = 2, .order_random_dt = 2, .evaluations = 1, .evaluations_with_v = 2,
    .keeps_half_step = true, .uses_previous_dt = true,
    .begin = begin, .move = move, .finish = finish,
};
// clang-format on
