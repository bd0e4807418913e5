#include "physics/forces/forces.h"

// Tension along d, N; positive draws the ends together. Adds the power of the damper, W, unless
// `power` is NULL. In one step a damper would change the speed u along the spring by y u, y = c h
// (1/m₁ + 1/m₂), and takes no more than the energy of u: it counts by a factor that is 1/y of large
// y, and differs from 1 only in the fourth order.
static double tension(const vl_world *world, int index, vl_vec3 d, double distance, double *power)
{
    const double *inverse_mass = world->particles.inverse_mass;
    const vl_links *links = &world->links;
    double force = links->stiffness[index] * (distance - links->length[index]);
    if (links->damping[index] > 0) {
        vl_vec3 apart = vl_sub(vl_world_force_velocity(world, links->to[index]),
                               vl_world_force_velocity(world, links->from[index]));
        double along = vl_dot(apart, d), damper = links->damping[index] * along / distance;
        force += damper;
        if (!power)
            return force;
        double y = links->damping[index] * world->now.dt *
                   (inverse_mass[links->from[index]] + inverse_mass[links->to[index]]);
        double cube = y * y * y;
        *power -= damper * along / distance * ((1 + cube) / (1 + cube + cube * y));
    }
    return force;
}

double vl_spring_tension(const vl_world *world, int index)
{
    const vl_links *links = &world->links;
    const vl_particles *p = &world->particles;
    vl_vec3 d = vl_sub(vl_read(p->x, links->to[index]), vl_read(p->x, links->from[index]));
    double distance = vl_length(d);
    return distance > 0 ? tension(world, index, d, distance, NULL) : 0;
}

void vl_springs_accelerate(vl_world *world)
{
    const vl_particles *p = &world->particles;
    double power = 0, *adds = world->powers_wanted ? &power : NULL;
    for (int i = world->links.hard_count; i < world->links.count; i++) {
        int from = world->links.from[i], to = world->links.to[i];
        vl_vec3 d = vl_sub(vl_read(p->x, to), vl_read(p->x, from));
        double distance = vl_length(d);
        if (distance == 0)
            continue; // no direction
        vl_vec3 force = vl_scale(d, tension(world, i, d, distance, adds) / distance);
        vl_accumulate(p->a, from, vl_scale(force, p->inverse_mass[from]));
        vl_accumulate(p->a, to, vl_scale(force, -p->inverse_mass[to]));
    }
    world->powers.damping = power;
}

// A slack string has a strain of 0 and stores no energy.
double vl_energy_compliant_links(const vl_world *world, double *fixed)
{
    const vl_links *links = &world->links;
    const double *inverse = world->particles.inverse_mass;
    double sum = *fixed = 0;
    for (int i = 0; world->solver.method->compliant && i < links->hard_count; i++) {
        if (!(links->compliance[i] > 0))
            continue;
        double longer = vl_link_strain(links, &world->particles, i) * links->length[i];
        double stored = 0.5 * longer * longer / links->compliance[i];
        sum += stored;
        *fixed += inverse[links->from[i]] + inverse[links->to[i]] > 0 ? 0 : stored;
    }
    return sum;
}

double vl_energy_springs(const vl_world *world)
{
    const vl_links *links = &world->links;
    double sum = 0;
    for (int i = links->hard_count; i < links->count; i++) {
        double longer = vl_link_length(links, &world->particles, i) - links->length[i];
        sum += 0.5 * links->stiffness[i] * longer * longer;
    }
    return sum + vl_energy_compliant_links(world, &(double){0});
}
