// The pull of a fixed centre: a = −GM d/|d|³ with d = x − c, and none nearer than the cutoff.
// The potential −GM m/|d| is constant inside, so that the energy has no step at the cutoff.

#include "physics/world.h"

static void accelerate(const vl_force *force, const vl_world *world, double t)
{
    const vl_particles *particles = &world->particles;
    for (int i = 0; i < particles->count; i++) {
        vl_vec3 d = vl_sub(vl_read(particles->x, i), force->center);
        double r = vl_length(d);
        if (r <= force->cutoff || r == 0)
            continue;
        vl_vec3 pull = vl_scale(d, -force->strength / (r * r * r));
        vl_write(particles->a, i, vl_add(vl_read(particles->a, i), pull));
    }
}

static double potential(const vl_force *force, const vl_world *world)
{
    const vl_particles *particles = &world->particles;
    double sum = 0;
    for (int i = 0; i < particles->count; i++) {
        double r = vl_length(vl_sub(vl_read(particles->x, i), force->center));
        if (r < force->cutoff)
            r = force->cutoff;
        sum -= force->strength * particles->mass[i] / r;
    }
    return sum;
}

const vl_force_kind vl_force_central = {
    .name = "central",
    .formula = "a = −GM d/|d|³",
    .accelerate = accelerate,
    .potential = potential,
};
