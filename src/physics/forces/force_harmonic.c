// A spring from every particle to one fixed centre: m a = −k (x − c), U = ½ k |x − c|².

#include "physics/forces/forces.h"

static void accelerate(const vl_force *force, const vl_world *world, double t)
{
    const vl_particles *particles = &world->particles;
    for (int i = 0; i < particles->count; i++) {
        vl_vec3 d = vl_sub(vl_read(particles->x, i), force->center);
        vl_accumulate(particles->a, i, vl_scale(d, -(force->stiffness / particles->mass[i])));
    }
}

static void stiffness(const vl_force *force, const vl_world *world, int slot, bool positive,
                      double block[6])
{
    vl_block_add(block, (vl_vec3){0, 0, 0}, 0, force->stiffness);
}

static double potential(const vl_force *force, const vl_world *world)
{
    const vl_particles *particles = &world->particles;
    double sum = 0;
    for (int i = 0; i < particles->count; i++) {
        vl_vec3 d = vl_sub(vl_read(particles->x, i), force->center);
        sum += vl_dot(d, d);
    }
    return 0.5 * force->stiffness * sum;
}

const vl_force_kind vl_force_harmonic = {
    .name = "harmonic",
    .keys = "center stiffness",
    .example = "{kind: harmonic, center: [0, 0], stiffness: 2.4674011}",
    .formula = "m a = −k (x − c)",
    .is_spring = true,
    .accelerate = accelerate,
    .stiffness = stiffness,
    .potential = potential,
};
