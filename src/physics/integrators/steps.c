#include "physics/integrators/steps.h"

#include <float.h>

// --- positions ---

// The factor of the last displacement in v(tₙ), for half of the damping per step.
static double displacement_share(const vl_world *world)
{
    return 1 - 0.5 * world->damping_per_step;
}

// x₋ = x − (v grown − half a) scale
static void put_old(vl_world *world, int first, int last, double grown, double half, double scale)
{
    vl_particles *p = &world->particles;
    for (int axis = 0; axis < VL_AXES; axis++) {
        const double *x = p->x[axis], *v = p->v[axis], *a = p->a[axis];
        double *x_old = p->x_old[axis];
        for (int i = first; i < last; i++)
            x_old[i] = x[i] - scale * (v[i] * grown - half * a[i]);
    }
}

void vl_half_step_begin(vl_world *world, int first, int last, double h)
{
    double left = vl_damping_left(world, 0.5 * h);
    // where damping stops all within half a step: from rest
    double grown = left > DBL_MIN ? 1 / left : 0;
    put_old(world, first, last, grown, 0.5 * h, h / displacement_share(world));
}

void vl_position_begin(vl_world *world, int first, int last, double h)
{
    if (world->naive_start && !world->now.begun)
        put_old(world, first, last, 1, 0, h);
    else
        vl_half_step_begin(world, first, last, h);
}

static void find_velocity(vl_world *world, double h)
{
    vl_particles *p = &world->particles;
    double left = vl_damping_left(world, 0.5 * h);
    double scale = displacement_share(world) / h;
    vl_vec3 held[VL_MOST_HOLDS];
    for (int k = 0; k < world->hold_count; k++)
        held[k] = vl_read(p->v, world->holds[k].slot);

    for (int axis = 0; axis < VL_AXES; axis++) {
        const double *x = p->x[axis], *x_old = p->x_old[axis], *a = p->a[axis];
        double *v = p->v[axis];
        for (int i = 0; i < p->count; i++)
            v[i] = left * (scale * (x[i] - x_old[i]) + 0.5 * h * a[i]);
    }
    for (int k = 0; k < world->hold_count; k++) // what a hand moves nothing damps
        vl_write(p->v, world->holds[k].slot, held[k]);
}

void vl_position_velocity(vl_world *world)
{
    find_velocity(world, world->now.dt_old);
}

void vl_position_respace(vl_world *world, double from, double to)
{
    if (from == to)
        return;
    find_velocity(world, from);
    vl_half_step_begin(world, 0, world->particles.count, to);
}

void vl_position_move(vl_world *world, double inertia, double gain)
{
    vl_particles *p = &world->particles;
    for (int axis = 0; axis < VL_AXES; axis++) {
        double *restrict x = p->x[axis], *restrict x_old = p->x_old[axis];
        const double *restrict a = p->a[axis];

        // the new position overwrites x₋, then the two arrays are swapped
        for (int i = 0; i < p->count; i++)
            x_old[i] = x[i] + (x[i] - x_old[i]) * inertia + a[i] * gain;
        p->x[axis] = x_old;
        p->x_old[axis] = x;
    }
}

// --- velocities ---

void vl_velocity_drift(vl_world *world, double dt, double gain)
{
    vl_particles *p = &world->particles;
    for (int axis = 0; axis < VL_AXES; axis++) {
        double *restrict x = p->x[axis], *restrict next = p->x_old[axis];
        const double *restrict v = p->v[axis], *restrict a = p->a[axis];
        for (int i = 0; i < p->count; i++)
            next[i] = x[i] + v[i] * dt + a[i] * gain;
        p->x[axis] = next;
        p->x_old[axis] = x;
    }
}

void vl_velocity_kick(vl_world *world, double left, double dt)
{
    vl_particles *p = &world->particles;
    for (int axis = 0; (left != 1 || dt != 0) && axis < VL_AXES; axis++) {
        double *restrict v = p->v[axis];
        const double *restrict a = p->a[axis];
        for (int i = 0; i < p->count; i++)
            v[i] = v[i] * left + a[i] * dt;
    }
}

void vl_velocity_of_hands(vl_world *world, double *const v[VL_AXES])
{
    for (int k = 0; k < world->hold_count; k++)
        vl_write(world->particles.v, world->holds[k].slot, vl_read(v, world->holds[k].slot));
}

double *const *vl_velocity_accelerate(vl_world *world, double age)
{
    world->now.velocity_age = age;
    bool again = vl_world_accelerates_twice(world);
    vl_world_accelerate(world);
    world->now.velocity_age = 0;
    return again ? world->v_predicted : world->particles.v;
}

// --- a jump of the acceleration ---

void vl_integrator_jump(vl_world *world, int slot, vl_vec3 more)
{
    double half = 0.5 * world->now.dt_old / displacement_share(world);
    if (world->integrator->keeps_positions)
        vl_accumulate(world->particles.x_old, slot, vl_scale(more, world->now.dt_old * half));
    if (world->integrator->keeps_half_step)
        vl_accumulate(world->v_half, slot, vl_scale(more, -half));
}
