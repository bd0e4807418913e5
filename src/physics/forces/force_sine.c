// The same acceleration for all particles, a sine of time along one axis: a = A sin(ω t + φ).

#include "physics/forces/forces.h"

#include "base/elementary.h"

static void accelerate(const vl_force *force, const vl_world *world, double t)
{
    const vl_particles *particles = &world->particles;
    double value = force->amplitude * vl_sin(force->frequency * t + force->phase);

    double *a = particles->a[force->axis];
    for (int i = 0; i < particles->count; i++)
        a[i] += value;
}

const vl_force_kind vl_force_sine = {
    .name = "sine",
    .keys = "axis amplitude frequency phase",
    .example = "{kind: sine, axis: x, amplitude: -1, frequency: 1}",
    .formula = "a = A sin(ω t + φ)",
    .depends_on_time = true,
    .accelerate = accelerate,
};
