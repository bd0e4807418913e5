// Contacts by penalty: a collider acts as a damped spring without tension.
//
// The force along the normal is max(0, k δ + c δ′) at the depth δ > 0, k the collider's stiffness
// (N/m). c is such that a single particle leaves with `restitution` times its speed before:
// Schwager and Pöschel, "Coefficient of restitution and linear-dashpot model revisited", Granular
// Matter 9 (2007) 465, equation 19, for a force that ends where it would become attractive.
// Critical damping has a restitution of exp(−2) = 0.135; smaller ones are overdamped, down to
// 0.004, which also stands for 0. In one step of an explicit method the damper stops a particle at
// most. The restitution is that of an impact alone: gravity and other forces that act during the
// contact change it, and long steps do.
//
// Friction is a spring and a damper along the surface with Coulomb's limit: Cundall and Strack, "A
// discrete numerical model for granular assemblies", Géotechnique 29 (1979) 47, the law of force
// and displacement. The spring, as stiff as the collider, joins the particle to an anchor
// (vl_anchors) that was laid where the contact began. Its damper is critical. Their
// force is at most μ times the normal force, and the anchor follows at a distance of μ δ, at which
// the spring alone is that strong; it moves between two steps, so that the force in a step is a
// function of x and v. A particle that friction holds on a slope is at rest, m g sin θ/k below its
// anchor.
//
// A penalty needs no search for impacts and is soft: a particle at rest lies m g/k deep. A contact
// lasts about π √(m/k); with less than a few steps in that time the rebound is wrong.

#include "physics/forces/forces.h"

#include "base/elementary.h"

#include <string.h>

// The largest damping ratio, of a restitution of 0.004. A smaller one needs ever more damping.
static const double largest_ratio = 8;

// exp(−ζ/√(1 − ζ²) (π − φ)), with φ the angle of (1 − 2ζ², 2ζ √(1 − ζ²)); 1 for ζ = 0, exp(−2)
// for 1. Above 1 it is exp(−ζ/√(ζ² − 1) ln((ζ + √(ζ² − 1))/(ζ − √(ζ² − 1)))), about 1/(4ζ²).
static double restitution_of(double ratio)
{
    double root = sqrt(fabs(1 - ratio * ratio));
    if (ratio > 1)
        return vl_exp(-ratio / root * vl_log((ratio + root) / (ratio - root)));
    double angle = vl_atan2(2 * ratio * root, 1 - 2 * ratio * ratio);
    return vl_exp(-ratio / root * (VL_PI - angle));
}

// Bisection until the interval has no middle: restitution falls with the ratio.
double vl_penalty_damping_ratio(double restitution)
{
    bool creeps = restitution < vl_exp(-2);
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

// A particle in a collider.
typedef struct contact {
    const vl_collider *collider;
    int index; // of the collider
    int slot;
    double depth; // m
    vl_vec3 normal;
} contact;

// Whether the particle in c->slot is in the collider c->index.
static bool is_inside(const vl_world *world, contact *c)
{
    c->collider = &world->colliders[c->index];
    vl_vec3 x = vl_read(world->particles.x, c->slot);
    vl_clearance clearance = c->collider->kind->clearance(c->collider, x);
    c->depth = world->particles.radius[c->slot] - clearance.distance;
    c->normal = clearance.normal;
    return c->depth > 0;
}

// Goes on to the next contact of the slots [first, end), collider by collider, from {.slot = first
// − 1} on; false: there is none.
static bool next_contact(const vl_world *world, contact *c, int first, int end)
{
    for (; c->index < world->collider_count; c->index++, c->slot = first - 1)
        while (world->colliders[c->index].response == VL_RESPONSE_PENALTY && ++c->slot < end)
            if (is_inside(world, c))
                return true;
    return false;
}

// --- the force along the normal ---

static vl_vec3 along_surface(const contact *c, vl_vec3 v)
{
    return vl_sub(v, vl_scale(c->normal, vl_dot(v, c->normal)));
}

// Damping coefficient, N s/m. In one step the dampers of all penalties stop a particle at most; an
// implicit method can take any.
static double damping_coefficient(const vl_world *world, const contact *c, double ratio)
{
    double mass = world->particles.mass[c->slot];
    double wanted = 2 * ratio * sqrt(c->collider->stiffness * mass);
    int penalties = 0;
    for (int i = 0; i < world->collider_count; i++)
        penalties += world->colliders[i].response == VL_RESPONSE_PENALTY;
    bool bounded = world->now.dt > 0 && !world->integrator->implicit;
    return bounded ? fmin(wanted, mass / (penalties * world->now.dt)) : wanted;
}

// Force along the normal, N.
static double normal_force(const vl_world *world, const contact *c, vl_vec3 v)
{
    double damping = damping_coefficient(world, c, c->collider->damping_ratio);
    return fmax(0, c->collider->stiffness * c->depth - damping * vl_dot(v, c->normal));
}

// --- friction ---

// Friction at one instant.
typedef struct grip {
    vl_vec3 pull;   // N, of spring and damper, against which it acts
    double damping; // N s/m
    double held;    // 0…1, the part of `pull` that it reaches
} grip;

static int anchor_index(const vl_world *world, const contact *c)
{
    return c->index * world->particles.count + c->slot;
}

// How far the particle is from its anchor along the surface, m.
static vl_vec3 stretch_of(const vl_world *world, const contact *c)
{
    const vl_anchors *anchors = world->anchors;
    int index = anchor_index(world, c);
    if (!anchors || !anchors->laid[index])
        return (vl_vec3){0, 0, 0};
    vl_vec3 x = vl_read(world->particles.x, c->slot);
    return along_surface(c, vl_sub(x, vl_read(anchors->at, index)));
}

static grip grip_of(const vl_world *world, const contact *c, vl_vec3 v, double normal)
{
    const double most = c->collider->friction * normal;
    if (!(most > 0))
        return (grip){{0, 0, 0}, 0, 0};
    grip g = {.damping = damping_coefficient(world, c, 1)};
    g.pull = vl_add(vl_scale(stretch_of(world, c), c->collider->stiffness),
                    vl_scale(along_surface(c, v), g.damping));
    double size = vl_length(g.pull);
    g.held = size > most ? most / size : 1;
    return g;
}

// --- what all of them do ---

void vl_penalty_accelerate(vl_world *world)
{
    contact c = {.slot = -1};
    while (next_contact(world, &c, 0, world->particles.count)) {
        world->now.touched |= 1u << VL_RESPONSE_PENALTY;
        vl_particles *p = &world->particles;
        double inverse_mass = p->inverse_mass[c.slot];
        vl_vec3 v = vl_world_force_velocity(world, c.slot);
        double normal = normal_force(world, &c, v);
        grip g = grip_of(world, &c, v, normal);
        vl_vec3 friction = vl_scale(g.pull, g.held * inverse_mass);
        vl_accumulate(p->a, c.slot, vl_sub(vl_scale(c.normal, normal * inverse_mass), friction));
        double lost = normal - c.collider->stiffness * c.depth;
        if (inverse_mass > 0)
            world->powers.contacts += lost * vl_dot(v, c.normal) - g.held * vl_dot(g.pull, v);
    }
}

void vl_penalty_stiffness(const vl_world *world, int slot, double s, double block[6])
{
    contact c = {.slot = slot - 1};
    while (next_contact(world, &c, slot, slot + 1)) {
        // along the surface friction has the stiffness of its spring and damper while it holds;
        // while it slides it changes its direction alone
        vl_vec3 v = vl_world_force_velocity(world, c.slot);
        double force = normal_force(world, &c, v);
        if (force == 0)
            continue;
        grip g = grip_of(world, &c, v, force);
        double stiffness = c.collider->stiffness;
        double along = g.held > 0 ? g.held * (stiffness + g.damping / s) : 0;
        double across = stiffness + damping_coefficient(world, &c, c.collider->damping_ratio) / s;
        vl_block_add(block, c.normal, across - along, along);
        if (g.held > 0 && g.held < 1)
            vl_block_add(block, vl_scale(g.pull, 1 / vl_length(g.pull)), -along, 0);
    }
}

double vl_energy_contacts(const vl_world *world)
{
    contact c = {.slot = -1};
    double sum = 0;
    while (next_contact(world, &c, 0, world->particles.count))
        if (world->particles.inverse_mass[c.slot] > 0)
            sum += 0.5 * c.collider->stiffness * c.depth * c.depth;
    return sum + vl_energy_anchors(world);
}

// --- anchors ---

vl_anchors *vl_anchors_create(vl_arena *arena, const vl_world *world)
{
    bool needed = false;
    for (int i = 0; i < world->collider_count; i++)
        needed |=
            world->colliders[i].response == VL_RESPONSE_PENALTY && world->colliders[i].friction > 0;
    if (!needed)
        return NULL;
    vl_anchors *anchors = vl_arena_take(arena, 1, sizeof *anchors);
    anchors->count = world->particles.count * world->collider_count;
    anchors->laid = vl_arena_take(arena, (size_t)anchors->count, sizeof *anchors->laid);
    vl_axes_take(arena, anchors->at, anchors->count);
    return anchors;
}

void vl_anchors_copy(vl_anchors *to, const vl_anchors *from)
{
    if (!to)
        return;
    memcpy(to->laid, from->laid, (size_t)from->count * sizeof *from->laid);
    vl_axes_copy(to->at, from->at, from->count);
}

double vl_energy_anchors(const vl_world *world)
{
    contact c = {.slot = -1};
    double sum = 0;
    while (world->anchors && next_contact(world, &c, 0, world->particles.count)) {
        vl_vec3 stretch = stretch_of(world, &c);
        if (world->particles.inverse_mass[c.slot] > 0)
            sum += 0.5 * c.collider->stiffness * vl_dot(stretch, stretch);
    }
    return sum;
}

// Lays the anchor, or drags it along where its spring is longer than μ times the depth.
static void follow(vl_world *world, const contact *c)
{
    vl_anchors *anchors = world->anchors;
    int index = anchor_index(world, c);
    vl_vec3 stretch = stretch_of(world, c);
    double most = c->collider->friction * c->depth, length = vl_length(stretch);
    if (anchors->laid[index] && length <= most)
        return;
    vl_vec3 left = vl_scale(stretch, length > 0 ? most / length : 0);
    vl_write(anchors->at, index, vl_sub(vl_read(world->particles.x, c->slot), left));
}

void vl_anchors_follow(vl_world *world, int first, int end)
{
    contact c = {0};
    for (; world->anchors && c.index < world->collider_count; c.index++)
        for (c.slot = first; c.slot < end; c.slot++) {
            bool penalty = world->colliders[c.index].response == VL_RESPONSE_PENALTY;
            bool inside =
                penalty && world->particles.inverse_mass[c.slot] > 0 && is_inside(world, &c);
            if (inside)
                follow(world, &c);
            world->anchors->laid[anchor_index(world, &c)] = inside;
        }
}
