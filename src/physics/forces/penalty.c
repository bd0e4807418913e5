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

// A particle in a collider; and how far the search for such has come.
typedef struct contact {
    const vl_collider *collider;
    int slot;
    int penalties; // in this world: the friction of each may take its part of the speed
    double ratio;  // of damping
    double depth;  // m
    vl_vec3 normal;
    int next_collider, next_slot, first, end;
} contact;

// --- the contacts of a world ---

// Of the slots [first, end).
static contact begin_contacts(const vl_world *world, int first, int end)
{
    contact c = {.next_slot = first, .first = first, .end = end};
    for (int i = 0; i < world->collider_count; i++)
        c.penalties += world->colliders[i].response == VL_RESPONSE_PENALTY;
    return c;
}

static bool is_inside(const vl_world *world, contact *c, const vl_collider *collider, int slot)
{
    vl_clearance clearance = collider->kind->clearance(collider, vl_read(world->particles.x, slot));
    c->slot = slot;
    c->depth = world->particles.radius[slot] - clearance.distance;
    c->normal = clearance.normal;
    if (!(c->depth > 0))
        return false;
    if (c->collider != collider)
        c->ratio = vl_penalty_damping_ratio(collider->restitution);
    c->collider = collider;
    return true;
}

// Collider by collider and slot by slot; false: there is no other.
static bool next_contact(const vl_world *world, contact *c)
{
    for (; c->next_collider < world->collider_count; c->next_collider++, c->next_slot = c->first) {
        const vl_collider *collider = &world->colliders[c->next_collider];
        while (collider->response == VL_RESPONSE_PENALTY && c->next_slot < c->end)
            if (is_inside(world, c, collider, c->next_slot++))
                return true;
    }
    return false;
}

// --- what one of them does ---

// 1/s: friction slows the speed `along` the surface by this part of it; `normal` in m/s².
static double slowing(const vl_world *world, const contact *c, vl_vec3 along, double normal)
{
    double part = c->collider->friction * normal / fmax(vl_length(along), VL_PENALTY_CREEP);
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

static void add_acceleration(vl_world *world, const contact *c)
{
    vl_particles *p = &world->particles;
    vl_vec3 v = vl_world_force_velocity(world, c->slot), along = along_surface(c, v);
    double normal = force_of(c, p->mass[c->slot], v) * p->inverse_mass[c->slot];
    vl_vec3 friction = vl_scale(along, slowing(world, c, along, normal));
    vl_accumulate(p->a, c->slot, vl_sub(vl_scale(c->normal, normal), friction));
}

static void add_stiffness(const vl_world *world, const contact *c, double s, double block[6])
{
    double mass = world->particles.mass[c->slot];
    vl_vec3 v = vl_world_force_velocity(world, c->slot);
    double force = force_of(c, mass, v);
    if (force == 0)
        return;
    double across = mass * slowing(world, c, along_surface(c, v), force / mass) / s;
    vl_block_add(block, c->normal, c->collider->stiffness + dashpot(c, mass) / s - across, across);
}

static double power_of(const vl_world *world, const contact *c)
{
    double mass = world->particles.mass[c->slot];
    vl_vec3 v = vl_world_force_velocity(world, c->slot), along = along_surface(c, v);
    double force = force_of(c, mass, v), elastic = c->collider->stiffness * c->depth;
    double friction = mass * slowing(world, c, along, force / mass);
    return (force - elastic) * vl_dot(v, c->normal) - friction * vl_dot(along, along);
}

// --- what all of them do ---

void vl_penalty_accelerate(vl_world *world)
{
    contact c = begin_contacts(world, 0, world->particles.count);
    while (next_contact(world, &c))
        add_acceleration(world, &c);
}

void vl_penalty_stiffness(const vl_world *world, int slot, double s, double block[6])
{
    contact c = begin_contacts(world, slot, slot + 1);
    while (next_contact(world, &c))
        add_stiffness(world, &c, s, block);
}

double vl_penalty_power(const vl_world *world)
{
    contact c = begin_contacts(world, 0, world->particles.count);
    double sum = 0;
    while (next_contact(world, &c))
        if (world->particles.inverse_mass[c.slot] > 0)
            sum += power_of(world, &c);
    return sum;
}

double vl_energy_contacts(const vl_world *world)
{
    contact c = begin_contacts(world, 0, world->particles.count);
    double sum = 0;
    while (next_contact(world, &c))
        if (world->particles.inverse_mass[c.slot] > 0)
            sum += 0.5 * c.collider->stiffness * c.depth * c.depth;
    return sum;
}
