#include "physics/forces/forces.h"
#include "physics/forces/penalty.h"

static void set_gravity(vl_world *world)
{
    const double g[VL_AXES] = {world->gravity.x, world->gravity.y, world->gravity.z};
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < world->particles.count; i++)
            world->particles.a[axis][i] = g[axis];
}

static void stop_fixed(vl_particles *p)
{
    for (int i = 0; i < p->count; i++)
        if (p->inverse_mass[i] == 0)
            vl_write(p->a, i, (vl_vec3){0, 0, 0});
}

void vl_world_accelerate_stage(vl_world *world, double t)
{
    set_gravity(world);
    for (int i = 0; i < world->force_count; i++)
        world->forces[i].kind->accelerate(&world->forces[i], world, t);
    vl_springs_accelerate(world);
    vl_penalty_accelerate(world);
    stop_fixed(&world->particles);
    vl_supports_accelerate(world);
    world->evaluations++;
}

void vl_world_accelerate(vl_world *world)
{
    if (world->now.acceleration_is_current)
        return;
    vl_world_accelerate_stage(world, world->now.time);
    world->now.acceleration_is_current = true;
}

void vl_force_stiffness(const vl_world *world, int slot, double s, bool positive, double block[6])
{
    for (int i = 0; i < world->force_count; i++)
        if (world->forces[i].kind->stiffness)
            world->forces[i].kind->stiffness(&world->forces[i], world, slot, positive, block);
    vl_penalty_stiffness(world, slot, s, block);
}
