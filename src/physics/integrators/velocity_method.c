#include "physics/integrators/velocity_method.h"

void vl_velocity_drift(vl_world *world, double dt, double pull)
{
    vl_particles *p = &world->particles;

    for (int axis = 0; axis < VL_AXES; axis++) {
        double *restrict x = p->x[axis], *restrict next = p->x_old[axis];
        const double *restrict v = p->v[axis], *restrict a = p->a[axis];
        for (int i = 0; i < p->count; i++)
            next[i] = x[i] + v[i] * dt + a[i] * pull;
        p->x[axis] = next;
        p->x_old[axis] = x;
    }
}

void vl_velocity_kick(vl_world *world, double left, double dt)
{
    vl_particles *p = &world->particles;

    for (int axis = 0; axis < VL_AXES; axis++) {
        double *restrict v = p->v[axis];
        const double *restrict a = p->a[axis];
        for (int i = 0; i < p->count; i++)
            v[i] = v[i] * left + a[i] * dt;
    }
}

void vl_velocity_damp(vl_world *world, double left)
{
    if (left == 1)
        return;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < world->particles.count; i++)
            world->particles.v[axis][i] *= left;
}
