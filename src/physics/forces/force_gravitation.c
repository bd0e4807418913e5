// Newton's gravitation between all pairs: aᵢ = −G Σ mⱼ d/|d|³ with d = xᵢ − xⱼ, and 0 at distances
// below the cutoff, where the potential −G mᵢ mⱼ/|d| is constant. A dial is at no place, and has no
// part in it.

#include "physics/forces/forces.h"

static void accelerate(const vl_force *force, const vl_world *world, double t)
{
    const vl_particles *particles = &world->particles;
    for (int i = 0; i < particles->count; i++)
        for (int j = 0; j < i; j++) {
            vl_vec3 d = vl_sub(vl_read(particles->x, i), vl_read(particles->x, j));
            double r = vl_length(d);
            if (r <= force->cutoff || r == 0 || particles->dial[i] || particles->dial[j])
                continue;
            vl_vec3 per_mass = vl_scale(d, force->constant / (r * r * r));
            vl_accumulate(particles->a, i, vl_scale(per_mass, -particles->mass[j]));
            vl_accumulate(particles->a, j, vl_scale(per_mass, particles->mass[i]));
        }
}

static double potential(const vl_force *force, const vl_world *world)
{
    const vl_particles *particles = &world->particles;
    double sum = 0;
    for (int i = 0; i < particles->count; i++)
        for (int j = 0; j < i; j++) {
            double r = vl_length(vl_sub(vl_read(particles->x, i), vl_read(particles->x, j)));
            if (!particles->dial[i] && !particles->dial[j])
                sum -= force->constant * particles->mass[i] * particles->mass[j] /
                       fmax(r, force->cutoff);
        }
    return sum;
}

const vl_force_kind vl_force_gravitation = {
    .name = "gravitation",
    .keys = "constant cutoff",
    .example = "{kind: gravitation, constant: 6.673e-11, cutoff: 1}",
    .formula = "aᵢ = −G Σ mⱼ d/|d|³",
    .accelerate = accelerate,
    .keeps_momentum = true,
    .potential = potential,
};
