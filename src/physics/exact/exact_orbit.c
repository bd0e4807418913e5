// Two bodies in each other's gravitation, one of them pinned or none, and a body attracted by a
// fixed centre: Kepler's problem, solved in physics/math/kepler.c. Only orbits outside the cutoff
// are recognised, so none leads through the centre.

#include "physics/exact/exact_parts.h"

#include "physics/forces/forces.h"
#include "physics/math/kepler.h"

typedef struct orbit {
    vl_exact_pair pair;
    vl_kepler kepler;
} orbit;

static bool is_far(const vl_kepler *kepler, double cutoff)
{
    return kepler->mu > 0 && kepler->nearest > cutoff;
}

// Uniform forces move the centre of mass of two free bodies; with a pinned one there must be none.
static const vl_force *only_gravitation(const vl_world *world, bool others)
{
    const vl_force *found = NULL;
    for (int i = 0; i < world->force_count; i++) {
        bool gravitation = world->forces[i].kind == &vl_force_gravitation;
        if (gravitation ? found != NULL : !others)
            return NULL;
        found = gravitation ? &world->forces[i] : found;
    }
    return others || !(vl_length(world->gravity) > 0) ? found : NULL;
}

static bool two_body_fits(const vl_exact_group *group, void *state)
{
    const vl_world *world = group->world;
    const vl_particles *p = &world->particles;
    if (p->count != 2 || group->link >= 0 || world->damping != 0 || p->dial[0] || p->dial[1])
        return false;
    const vl_force *force = only_gravitation(world, group->count == 2);
    if (!force)
        return false;

    orbit *o = state;
    vl_motion d;
    o->pair = vl_exact_pair_take(group, &d);
    double mass = group->count == 2 ? p->mass[0] + p->mass[1] : p->mass[group->pinned];
    o->kepler = vl_kepler_orbit(force->constant * mass, d.x, d.v);
    return is_far(&o->kepler, force->cutoff);
}

static bool central_fits(const vl_exact_group *group, void *state)
{
    const vl_world *world = group->world;
    if (world->damping != 0 || world->force_count != 1 || vl_length(world->gravity) > 0 ||
        world->particles.dial[group->slots[0]])
        return false;

    orbit *o = state;
    int slot = group->slots[0];
    vl_vec3 center = world->forces[0].center;
    o->pair = (vl_exact_pair){.x = center, .share = {1, 0}};
    o->kepler = vl_kepler_orbit(world->forces[0].strength,
                                vl_sub(vl_read(world->particles.x, slot), center),
                                vl_read(world->particles.v, slot));
    return is_far(&o->kepler, world->forces[0].cutoff);
}

static vl_motion at(const void *state, int member, const vl_exact_instant *now)
{
    const orbit *o = state;
    vl_motion relative;
    vl_kepler_motion(&o->kepler, now->tau, &relative.x, &relative.v);
    return vl_exact_pair_at(&o->pair, member, relative, now);
}

const vl_exact_solution vl_exact_two_body = {
    "two-body orbit", sizeof(orbit), two_body_fits, at,
    .forces = {&vl_force_gravitation, &vl_force_polynomial, &vl_force_sine}};
const vl_exact_solution vl_exact_central = {
    "central orbit", sizeof(orbit), central_fits, at, .alone = true, .forces = {&vl_force_central}};
