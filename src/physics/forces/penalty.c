#include "physics/forces/penalty.h"
#include "physics/forces/forces.h"

// exp(−ζ/√(1 − ζ²) (π − φ)), with φ the angle of (1 − 2ζ², 2ζ √(1 − ζ²)); 1 for ζ = 0, exp(−2)
// for 1.
static double restitution_of(double ratio)
{
    double root = sqrt(1 - ratio * ratio);
    double angle = atan2(2 * ratio * root, 1 - 2 * ratio * ratio);
    return exp(-ratio / root * (acos(-1.0) - angle));
}

// Restitution falls with the ratio: halve the interval until it has no middle.
double vl_penalty_damping_ratio(double restitution)
{
    double low = 0, high = 1;
    if (restitution >= 1)
        return 0;
    for (;;) {
        double middle = 0.5 * (low + high);
        if (middle <= low || middle >= high)
            return middle;
        if (restitution_of(middle) > restitution)
            low = middle;
        else
            high = middle;
    }
}

typedef struct contact {
    const vl_collider *collider;
    double ratio;  // of damping
    int penalties; // in this world: the friction of each may take its part of the speed
    double depth;  // m
    vl_vec3 normal;
} contact;

// 1/s: friction slows the speed `along` the surface by this part of it.
static double slowing(const vl_world *world, const contact *c, vl_vec3 along, double push)
{
    double part = c->collider->friction * push / fmax(vl_length(along), VL_PENALTY_CREEP);
    double stops = world->now.dt > 0 ? 1 / (c->penalties * world->now.dt) : HUGE_VAL;
    return fmin(part, stops);
}

static vl_vec3 along_surface(const contact *c, vl_vec3 v)
{
    return vl_sub(v, vl_scale(c->normal, vl_dot(v, c->normal)));
}

// N s/m
static double dashpot(const contact *c, double mass)
{
    return 2 * c->ratio * sqrt(c->collider->stiffness * mass);
}

// N, along the normal
static double force_of(const contact *c, double mass, vl_vec3 v)
{
    return fmax(0, c->collider->stiffness * c->depth - dashpot(c, mass) * vl_dot(v, c->normal));
}

static void push(vl_world *world, int slot, const contact *c)
{
    vl_particles *p = &world->particles;
    vl_vec3 v = vl_world_force_velocity(world, slot), along = along_surface(c, v);
    double by_force = force_of(c, p->mass[slot], v) * p->inverse_mass[slot];
    vl_vec3 a = vl_scale(c->normal, by_force);
    a = vl_sub(a, vl_scale(along, slowing(world, c, along, by_force)));
    vl_write(p->a, slot, vl_add(vl_read(p->a, slot), a));
}

// Depth of a particle in a collider, m; not positive outside.
static double find_depth(const vl_world *world, const vl_collider *collider, int slot,
                         vl_vec3 *normal)
{
    const vl_particles *p = &world->particles;
    vl_clearance c = collider->kind->clearance(collider, vl_read(p->x, slot));
    *normal = c.normal;
    return p->radius[slot] - c.distance;
}

static int count_penalties(const vl_world *world)
{
    int count = 0;
    for (int i = 0; i < world->collider_count; i++)
        count += world->colliders[i].response == VL_RESPONSE_PENALTY;
    return count;
}

void vl_penalty_accelerate(vl_world *world)
{
    int penalties = count_penalties(world);
    for (int i = 0; i < world->collider_count; i++) {
        contact c = {.collider = &world->colliders[i], .penalties = penalties};
        if (c.collider->response != VL_RESPONSE_PENALTY)
            continue;
        c.ratio = vl_penalty_damping_ratio(c.collider->restitution);
        for (int slot = 0; slot < world->particles.count; slot++) {
            c.depth = find_depth(world, c.collider, slot, &c.normal);
            if (c.depth > 0)
                push(world, slot, &c);
        }
    }
}

static void add_stiffness(const vl_world *world, int slot, const contact *c, double s,
                          double block[6])
{
    double mass = world->particles.mass[slot];
    vl_vec3 v = vl_world_force_velocity(world, slot), n = c->normal;
    double force = force_of(c, mass, v);
    if (force == 0)
        return;
    double across = mass * slowing(world, c, along_surface(c, v), force / mass) / s;
    double more = c->collider->stiffness + dashpot(c, mass) / s - across;
    block[0] += more * n.x * n.x + across;
    block[1] += more * n.x * n.y;
    block[2] += more * n.x * n.z;
    block[3] += more * n.y * n.y + across;
    block[4] += more * n.y * n.z;
    block[5] += more * n.z * n.z + across;
}

void vl_penalty_stiffness(const vl_world *world, int slot, double s, double block[6])
{
    int penalties = count_penalties(world);
    for (int i = 0; i < world->collider_count; i++) {
        contact c = {.collider = &world->colliders[i], .penalties = penalties};
        if (c.collider->response != VL_RESPONSE_PENALTY)
            continue;
        c.depth = find_depth(world, c.collider, slot, &c.normal);
        if (!(c.depth > 0))
            continue;
        c.ratio = vl_penalty_damping_ratio(c.collider->restitution);
        add_stiffness(world, slot, &c, s, block);
    }
}

static double power_of(const vl_world *world, int slot, const contact *c)
{
    double mass = world->particles.mass[slot];
    vl_vec3 v = vl_world_force_velocity(world, slot), along = along_surface(c, v);
    double force = force_of(c, mass, v), elastic = c->collider->stiffness * c->depth;
    double friction = mass * slowing(world, c, along, force / mass);
    return (force - elastic) * vl_dot(v, c->normal) - friction * vl_dot(along, along);
}

double vl_penalty_power(const vl_world *world)
{
    int penalties = count_penalties(world);
    double sum = 0;
    for (int i = 0; i < world->collider_count; i++) {
        contact c = {.collider = &world->colliders[i], .penalties = penalties};
        if (c.collider->response != VL_RESPONSE_PENALTY)
            continue;
        c.ratio = vl_penalty_damping_ratio(c.collider->restitution);
        for (int slot = 0; slot < world->particles.count; slot++) {
            c.depth = find_depth(world, c.collider, slot, &c.normal);
            if (c.depth > 0 && world->particles.inverse_mass[slot] > 0)
                sum += power_of(world, slot, &c);
        }
    }
    return sum;
}

double vl_energy_contacts(const vl_world *world)
{
    double sum = 0;
    vl_vec3 normal;
    for (int i = 0; i < world->collider_count; i++) {
        const vl_collider *collider = &world->colliders[i];
        if (collider->response != VL_RESPONSE_PENALTY)
            continue;
        for (int slot = 0; slot < world->particles.count; slot++) {
            double depth = find_depth(world, collider, slot, &normal);
            if (depth > 0 && world->particles.inverse_mass[slot] > 0)
                sum += 0.5 * collider->stiffness * depth * depth;
        }
    }
    return sum;
}
