#include "physics/forces/forces.h"

// Tension along d, N; positive draws the ends together.
static double tension(const vl_world *world, int index, vl_vec3 d, double distance)
{
    const vl_links *links = &world->links;
    double force = links->stiffness[index] * (distance - links->length[index]);
    if (links->damping[index] > 0) {
        vl_vec3 apart = vl_sub(vl_world_force_velocity(world, links->to[index]),
                               vl_world_force_velocity(world, links->from[index]));
        force += links->damping[index] * vl_dot(apart, d) / distance;
    }
    return force;
}

double vl_spring_tension(const vl_world *world, int index)
{
    const vl_links *links = &world->links;
    const vl_particles *p = &world->particles;
    vl_vec3 d = vl_sub(vl_read(p->x, links->to[index]), vl_read(p->x, links->from[index]));
    double distance = vl_length(d);
    return distance > 0 ? tension(world, index, d, distance) : 0;
}

static void accelerate(vl_world *world, int index)
{
    const vl_particles *p = &world->particles;
    int from = world->links.from[index], to = world->links.to[index];
    vl_vec3 d = vl_sub(vl_read(p->x, to), vl_read(p->x, from));
    double distance = vl_length(d);
    if (distance == 0)
        return; // no direction
    vl_vec3 force = vl_scale(d, tension(world, index, d, distance) / distance);
    vl_accumulate(p->a, from, vl_scale(force, p->inverse_mass[from]));
    vl_accumulate(p->a, to, vl_scale(force, -p->inverse_mass[to]));
}

void vl_springs_accelerate(vl_world *world)
{
    for (int i = world->links.hard_count; i < world->links.count; i++)
        accelerate(world, i);
}

// A slack string has a strain of 0 and stores no energy.
double vl_energy_compliant_links(const vl_world *world)
{
    const vl_links *links = &world->links;
    double sum = 0;
    for (int i = 0; world->solver.method->compliant && i < links->hard_count; i++) {
        if (!(links->compliance[i] > 0))
            continue;
        double longer = vl_link_strain(links, &world->particles, i) * links->length[i];
        sum += 0.5 * longer * longer / links->compliance[i];
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
    return sum + vl_energy_compliant_links(world);
}

// c (u·Δv)² of a spring, with the unit vector u. A step would change Δv by the factor 1 − y, y = c
// h (1/m₁ + 1/m₂). Instead of y, y/(1 + y⁴)^¼ is used, which is below 1 and differs from y only in
// the fifth order.
static double damping_power(const vl_world *world, int index, double h)
{
    const vl_links *links = &world->links;
    const vl_particles *p = &world->particles;
    int from = links->from[index], to = links->to[index];
    vl_vec3 d = vl_sub(vl_read(p->x, to), vl_read(p->x, from));
    vl_vec3 apart =
        vl_sub(vl_world_force_velocity(world, to), vl_world_force_velocity(world, from));
    double square = vl_dot(d, d), along = vl_dot(apart, d);
    if (square == 0)
        return 0;
    double y = links->damping[index] * h * (p->inverse_mass[from] + p->inverse_mass[to]);
    return links->damping[index] * (along * along / square) / sqrt(sqrt(1 + y * y * y * y));
}

double vl_springs_damping_power(const vl_world *world, double h)
{
    const vl_links *links = &world->links;
    double sum = 0;
    for (int i = links->hard_count; i < links->count; i++)
        if (links->damping[i] > 0)
            sum += damping_power(world, i, h);
    return sum;
}
