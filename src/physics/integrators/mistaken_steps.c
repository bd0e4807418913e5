#include "physics/integrators/mistaken_steps.h"

#include "physics/integrators/velocity_method.h"
#include "physics/math/axes.h"

// As in the right steps, damping halfway through: exact where there is none.

void vl_halved_verlet(vl_world *world, double dt)
{
    double left = vl_damping_left(world, dt);
    vl_position_move(world, (1 - world->damping_per_step) * left, 0.25 * (1 + left) * dt * dt);
}

void vl_halved_tcv(vl_world *world, double dt)
{
    double left = vl_damping_left(world, dt), ratio = dt / world->now.dt_old;
    vl_position_move(world, (1 - world->damping_per_step) * left * ratio,
                     0.25 * (1 + left) * dt * dt);
}

static void scaled_tcv(vl_world *world, double dt, double ratio)
{
    double left = vl_damping_left(world, dt);
    vl_position_move(world, (1 - world->damping_per_step) * left * ratio,
                     0.5 * (1 + left) * dt * dt);
}

static void scaled_corrected_tcv(vl_world *world, double dt, double ratio, double dt_old)
{
    double left = vl_damping_left(world, 0.5 * (dt + dt_old));
    vl_position_move(world, (1 - world->damping_per_step) * left * ratio,
                     0.5 * dt * (dt + left * dt_old));
}

void vl_stale_tcv(vl_world *world, double dt)
{
    scaled_tcv(world, dt, dt / world->now.dt_first);
}

void vl_stale_corrected_tcv(vl_world *world, double dt)
{
    scaled_corrected_tcv(world, dt, dt / world->now.dt_first, world->now.dt_first);
}

void vl_stale_leapfrog(vl_world *world, double dt)
{
    double stale = world->now.dt_first, left = vl_damping_left(world, 0.5 * (dt + stale));
    double keep = (1 - world->damping_per_step) * left;
    vl_axes_copy(world->particles.v, world->own, world->particles.count);
    vl_velocity_kick(world, keep, 0.5 * (left * stale + dt));
    vl_velocity_drift(world, dt, 0);
}

void vl_frame_ratio_tcv(vl_world *world, double dt)
{
    scaled_tcv(world, dt, dt / world->now.dt_before);
}

void vl_frame_ratio_corrected_tcv(vl_world *world, double dt)
{
    scaled_corrected_tcv(world, dt, dt / world->now.dt_before, world->now.dt_old);
}
