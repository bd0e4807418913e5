// The same acceleration for all particles, a polynomial in time along one axis: a = c₀ + c₁ t + c₂
// t² + …

#include "physics/forces/forces.h"

static void accelerate(const vl_force *force, const vl_world *world, double t)
{
    const vl_particles *particles = &world->particles;
    // Horner's scheme
    double value = 0;
    for (int k = force->coefficient_count - 1; k >= 0; k--)
        value = value * t + force->coefficients[k];

    double *a = particles->a[force->axis];
    for (int i = 0; i < particles->count; i++)
        a[i] += value;
}

const vl_force_kind vl_force_polynomial = {
    .name = "polynomial",
    .keys = "axis coefficients",
    .example = "{kind: polynomial, axis: x, coefficients: [2, 6, -12]}",
    .formula = "a = c₀ + c₁ t + c₂ t² + …",
    .depends_on_time = true,
    .accelerate = accelerate,
};
