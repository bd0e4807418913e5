#include "physics/forces/forces.h"

double vl_energy_kinetic(const vl_world *world)
{
    const vl_particles *p = &world->particles;
    double *const *velocity = vl_world_velocity(world);
    double sum = 0;
    for (int i = 0; i < p->count; i++) {
        vl_vec3 v = vl_read(velocity, i);
        sum += p->mass[i] * vl_dot(v, v);
    }
    return 0.5 * sum;
}

double vl_energy_gravity(const vl_world *world)
{
    const vl_particles *p = &world->particles;
    double sum = 0;
    for (int i = 0; i < p->count; i++)
        sum -= p->mass[i] * vl_dot(vl_world_gravity_on(world, i), vl_read(p->x, i));
    return sum;
}

double vl_energy_force(const vl_world *world, int index)
{
    const vl_force *force = &world->forces[index];
    return force->kind->potential ? force->kind->potential(force, world) : 0;
}

double vl_energy_potential(const vl_world *world)
{
    double sum = vl_energy_gravity(world) + vl_energy_springs(world) + vl_energy_contacts(world);
    for (int i = 0; i < world->force_count; i++)
        sum += vl_energy_force(world, i);
    return sum;
}

bool vl_energy_exists(const vl_world *world)
{
    for (int i = 0; i < world->force_count; i++)
        if (world->forces[i].kind->depends_on_time)
            return false;
    return true;
}

bool vl_forces_do_work(const vl_world *world)
{
    for (int i = 0; i < world->force_count; i++)
        if (world->forces[i].kind->does_work)
            return true;
    return false;
}

bool vl_energy_is_conserved(const vl_world *world)
{
    bool damped = world->damping > 0 || world->damping_per_step > 0 ||
                  vl_springs_are_damped(world) || vl_forces_do_work(world);
    for (int i = 0; i < world->collider_count; i++)
        damped = damped || vl_collider_takes(&world->colliders[i]) ||
                 world->colliders[i].response == VL_RESPONSE_MOVE_OUT;
    return vl_energy_exists(world) && !damped && !world->links.may_tear;
}
