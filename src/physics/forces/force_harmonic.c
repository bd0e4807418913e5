// A spring from every particle to one fixed centre: m a = −k (x − c), U = ½ k |x − c|².

#include "physics/forces/forces.h"

static void accelerate(const vl_force *force, const vl_world *world, double t)
{
    const vl_particles *particles = &world->particles;
    const double center[VL_AXES] = {force->center.x, force->center.y, force->center.z};

    for (int axis = 0; axis < VL_AXES; axis++) {
        const double *x = particles->x[axis];
        double *a = particles->a[axis];
        for (int i = 0; i < particles->count; i++)
            a[i] -= force->stiffness / particles->mass[i] * (x[i] - center[axis]);
    }
}

static void stiffness(const vl_force *force, const vl_world *world, int slot, bool positive,
                      double block[6])
{
    block[0] += force->stiffness;
    block[3] += force->stiffness;
    block[5] += force->stiffness;
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
    .accelerate = accelerate,
    .stiffness = stiffness,
    .potential = potential,
};
