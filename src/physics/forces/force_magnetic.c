// A magnetic field B acts on moving charges: a = (q/m) v × B, which is v × Ω with Ω = (q/m) B. It
// is perpendicular to v, so it turns the velocity about B at the rate |Ω| and does no work.
//
// B is uniform, or that of a dipole in the centre, B = (3 (M·n) n − M)/r³ with n = d/r and
// M = μ₀/4π times its moment: Jackson, Classical Electrodynamics, 1999, eq. 5.56; or their sum. The
// orbits about a dipole are those of C. Störmer, Arch. Sci. Phys. Nat. 24 (1907) 5.

#include "physics/forces/forces.h"

#include <math.h>

static vl_vec3 field_at(const vl_force *force, vl_vec3 x)
{
    vl_vec3 d, moment = force->moment;
    double r = vl_force_distance(force, x, &d);
    if (r == 0)
        return force->field;
    vl_vec3 n = vl_scale(d, 1 / r);
    vl_vec3 b = vl_sub(vl_scale(n, 3 * vl_dot(moment, n)), moment);
    return vl_add(force->field, vl_scale(b, 1 / (r * r * r)));
}

static vl_vec3 turning(const vl_force *force, const vl_world *world, int slot)
{
    double charge = world->particles.dial[slot] ? 0 : force->charge; // a dial is at no place
    return vl_scale(field_at(force, vl_read(world->particles.x, slot)), charge);
}

static void accelerate(const vl_force *force, const vl_world *world, double t)
{
    for (int i = 0; i < world->particles.count; i++) {
        vl_vec3 v = vl_world_force_velocity(world, i);
        vl_accumulate(world->particles.a, i, vl_cross(v, turning(force, world, i)));
    }
}

bool vl_world_turns(const vl_world *world)
{
    for (int i = 0; i < world->force_count; i++)
        if (world->forces[i].kind->turning)
            return true;
    return false;
}

vl_vec3 vl_world_turning(const vl_world *world, int slot)
{
    vl_vec3 sum = {0, 0, 0};
    for (int i = 0; i < world->force_count; i++)
        if (world->forces[i].kind->turning)
            sum = vl_add(sum, world->forces[i].kind->turning(&world->forces[i], world, slot));
    return sum;
}

double vl_world_gyration(const vl_world *world)
{
    double fastest = 0;
    for (int i = 0; i < world->particles.count; i++)
        if (!world->particles.pinned[i])
            fastest = fmax(fastest, vl_length(vl_world_turning(world, i)));
    return fastest;
}

const vl_force_kind vl_force_magnetic = {
    .name = "magnetic",
    .keys = "charge field center moment cutoff",
    .example = "{kind: magnetic, charge: 2, field: [0, 0, 1]}",
    .formula = "a = (q/m) v × B",
    .sees_velocity = true,
    .accelerate = accelerate,
    .turning = turning,
};
