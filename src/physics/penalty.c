#include "physics/penalty.h"

#include "physics/springs.h"

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
    double ratio; // of damping
    double depth; // m
    vl_vec3 normal;
} contact;

// m/s²
static vl_vec3 friction(const vl_world *world, const contact *c, vl_vec3 v, double push)
{
    vl_vec3 along = vl_sub(v, vl_scale(c->normal, vl_dot(v, c->normal)));
    double slowing = c->collider->friction * push / fmax(vl_length(along), VL_PENALTY_CREEP);
    double stops = world->now.dt > 0 ? 1 / world->now.dt : HUGE_VAL;
    return vl_scale(along, -fmin(slowing, stops));
}

static void push(vl_world *world, int slot, const contact *c)
{
    vl_particles *p = &world->particles;
    double k = c->collider->stiffness, mass = p->mass[slot];
    vl_vec3 v = vl_velocity_felt(world, slot);
    double damping = 2 * c->ratio * sqrt(k * mass);
    double force = fmax(0, k * c->depth - damping * vl_dot(v, c->normal));
    vl_vec3 a = vl_scale(c->normal, force * p->inverse_mass[slot]);
    a = vl_add(a, friction(world, c, v, force * p->inverse_mass[slot]));
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

void vl_penalty_accelerate(vl_world *world)
{
    for (int i = 0; i < world->collider_count; i++) {
        contact c = {.collider = &world->colliders[i]};
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

double vl_penalty_potential(const vl_world *world)
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
