// The attraction by a fixed centre: a = −GM d/|d|³ with d = x − c, and 0 at distances below the
// cutoff. The potential −GM m/|d| is constant there, so that it is continuous at the cutoff. A dial
// is at no place, and is not attracted.

#include "physics/forces/forces.h"

static void accelerate(const vl_force *force, const vl_world *world, double t)
{
    const vl_particles *particles = &world->particles;
    for (int i = 0; i < particles->count; i++) {
        vl_vec3 d;
        double r = vl_force_distance(force, vl_read(particles->x, i), &d);
        if (r > 0 && !particles->dial[i])
            vl_accumulate(particles->a, i, vl_scale(d, -force->strength / (r * r * r)));
    }
}

// GM m/r³ (1 − 3 n nᵀ): positive across n, negative along it.
static void stiffness(const vl_force *force, const vl_world *world, int slot, bool positive,
                      double block[6])
{
    vl_vec3 d;
    double r = vl_force_distance(force, vl_read(world->particles.x, slot), &d);
    if (r == 0 || world->particles.dial[slot])
        return;
    double k = force->strength * world->particles.mass[slot] / (r * r * r);
    vl_block_add(block, vl_scale(d, 1 / r), -(positive ? 1 : 3) * k, k);
}

static double potential(const vl_force *force, const vl_world *world)
{
    const vl_particles *particles = &world->particles;
    double sum = 0;
    for (int i = 0; i < particles->count; i++) {
        double r = vl_length(vl_sub(vl_read(particles->x, i), force->center));
        if (!particles->dial[i])
            sum -= force->strength * particles->mass[i] / fmax(r, force->cutoff);
    }
    return sum;
}

const vl_force_kind vl_force_central = {
    .name = "central",
    .keys = "center strength cutoff",
    .example = "{kind: central, center: [10, 0], strength: 6.673e6, cutoff: 1}",
    .formula = "a = −GM d/|d|³",
    .accelerate = accelerate,
    .stiffness = stiffness,
    .potential = potential,
};
