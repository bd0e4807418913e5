#include "physics/forces/penalty.h"
#include "physics/forces/forces.h"

// The largest damping ratio, of a restitution of 0.004. A smaller one needs ever more damping.
static const double largest_ratio = 8;

// exp(−ζ/√(1 − ζ²) (π − φ)), with φ the angle of (1 − 2ζ², 2ζ √(1 − ζ²)); 1 for ζ = 0, exp(−2)
// for 1. Above 1 it is exp(−ζ/√(ζ² − 1) ln((ζ + √(ζ² − 1))/(ζ − √(ζ² − 1)))), about 1/(4ζ²).
static double restitution_of(double ratio)
{
    double root = sqrt(fabs(1 - ratio * ratio));
    if (ratio > 1)
        return exp(-ratio / root * log((ratio + root) / (ratio - root)));
    double angle = atan2(2 * ratio * root, 1 - 2 * ratio * ratio);
    return exp(-ratio / root * (acos(-1.0) - angle));
}

// Bisection until the interval has no middle: restitution falls with the ratio.
double vl_penalty_damping_ratio(double restitution)
{
    bool creeps = restitution < exp(-2);
    double low = creeps ? 1 : 0, high = creeps ? largest_ratio : 1;
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

double *vl_penalty_damping_ratios(vl_arena *arena, const vl_world *world)
{
    double *ratios = vl_arena_take(arena, (size_t)world->collider_count, sizeof *ratios);
    for (int i = 0; i < world->collider_count; i++)
        if (world->colliders[i].response == VL_RESPONSE_PENALTY)
            ratios[i] = vl_penalty_damping_ratio(world->colliders[i].restitution);
    return ratios;
}

// A particle in a collider, and the state of the search for the next one.
typedef struct contact {
    const vl_collider *collider;
    int slot;
    int penalties; // number of penalties, which share the bound of friction
    double depth;  // m
    vl_vec3 normal;
    int next_collider, next_slot, first, end;
} contact;

// --- the contacts of a world ---

// Begins a search over the slots [first, end).
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
    c->collider = collider;
    return true;
}

// Goes on to the next, collider by collider and slot by slot; false: there is none.
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

// Rate of friction, 1/s: the deceleration divided by the speed `along` the surface; `normal` in
// m/s².
static double friction_rate(const vl_world *world, const contact *c, vl_vec3 along, double normal)
{
    double part = c->collider->friction * normal / fmax(vl_length(along), VL_PENALTY_CREEP);
    double stops = world->now.dt > 0 ? 1 / (c->penalties * world->now.dt) : HUGE_VAL;
    return fmin(part, stops);
}

static vl_vec3 along_surface(const contact *c, vl_vec3 v)
{
    return vl_sub(v, vl_scale(c->normal, vl_dot(v, c->normal)));
}

// Damping coefficient, N s/m. In one step the dampers stop a particle at most; an implicit method
// can take any.
static double damping_coefficient(const vl_world *world, const contact *c, double mass)
{
    double ratio = world->penalty_damping[c->collider - world->colliders];
    double wanted = 2 * ratio * sqrt(c->collider->stiffness * mass);
    bool bounded = world->now.dt > 0 && !world->integrator->implicit;
    return bounded ? fmin(wanted, mass / (c->penalties * world->now.dt)) : wanted;
}

// Force along the normal, N.
static double normal_force(const vl_world *world, const contact *c, double mass, vl_vec3 v)
{
    return fmax(0, c->collider->stiffness * c->depth -
                       damping_coefficient(world, c, mass) * vl_dot(v, c->normal));
}

static void add_acceleration(vl_world *world, const contact *c)
{
    vl_particles *p = &world->particles;
    vl_vec3 v = vl_world_force_velocity(world, c->slot), along = along_surface(c, v);
    double normal = normal_force(world, c, p->mass[c->slot], v) * p->inverse_mass[c->slot];
    vl_vec3 friction = vl_scale(along, friction_rate(world, c, along, normal));
    vl_accumulate(p->a, c->slot, vl_sub(vl_scale(c->normal, normal), friction));
}

static void add_stiffness(const vl_world *world, const contact *c, double s, double block[6])
{
    double mass = world->particles.mass[c->slot];
    vl_vec3 v = vl_world_force_velocity(world, c->slot);
    double force = normal_force(world, c, mass, v);
    if (force == 0)
        return;
    double across = mass * friction_rate(world, c, along_surface(c, v), force / mass) / s;
    vl_block_add(block, c->normal,
                 c->collider->stiffness + damping_coefficient(world, c, mass) / s - across, across);
}

static double power_of(const vl_world *world, const contact *c)
{
    double mass = world->particles.mass[c->slot];
    vl_vec3 v = vl_world_force_velocity(world, c->slot), along = along_surface(c, v);
    double force = normal_force(world, c, mass, v), elastic = c->collider->stiffness * c->depth;
    double friction = mass * friction_rate(world, c, along, force / mass);
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
