#include "physics/model/particles.h"

#include "base/memory.h"
#include "physics/math/axes.h"

void vl_particles_create(vl_particles *particles, int count)
{
    size_t n = (size_t)count;
    *particles = (vl_particles){
        .count = count,
        .mass = vl_alloc(n, sizeof(double)),
        .inverse_mass = vl_alloc(n, sizeof(double)),
        .radius = vl_alloc(n, sizeof(double)),
        .pinned = vl_alloc(n, sizeof(bool)),
        .held = vl_alloc(n, sizeof(bool)),
        .slot_of = vl_alloc(n, sizeof(int)),
        .number_of = vl_alloc(n, sizeof(int)),
    };
    vl_axes_create(particles->x, count);
    vl_axes_create(particles->x_old, count);
    vl_axes_create(particles->v, count);
    vl_axes_create(particles->a, count);

    for (int i = 0; i < count; i++) {
        particles->mass[i] = 1;
        particles->inverse_mass[i] = 1;
        particles->radius[i] = 0.05;
        particles->slot_of[i] = i;
        particles->number_of[i] = i + 1;
    }
}

void vl_particles_free(vl_particles *particles)
{
    vl_axes_free(particles->x);
    vl_axes_free(particles->x_old);
    vl_axes_free(particles->v);
    vl_axes_free(particles->a);
    vl_free(particles->mass);
    vl_free(particles->inverse_mass);
    vl_free(particles->radius);
    vl_free(particles->pinned);
    vl_free(particles->held);
    vl_free(particles->slot_of);
    vl_free(particles->number_of);
    *particles = (vl_particles){0};
}

// values[slot_of[n]] becomes what values[n] was.
static void permute(double *values, const int *slot_of, int count, double *work)
{
    for (int n = 0; n < count; n++)
        work[slot_of[n]] = values[n];
    for (int i = 0; i < count; i++)
        values[i] = work[i];
}

void vl_particles_renumber(vl_particles *particles, const int *slot_of)
{
    int count = particles->count;
    double *work = vl_alloc((size_t)count, sizeof(double));

    for (int axis = 0; axis < VL_AXES; axis++) {
        permute(particles->x[axis], slot_of, count, work);
        permute(particles->v[axis], slot_of, count, work);
    }
    permute(particles->mass, slot_of, count, work);
    permute(particles->inverse_mass, slot_of, count, work);
    permute(particles->radius, slot_of, count, work);
    vl_free(work);

    bool *pinned = vl_alloc((size_t)count, sizeof(bool));
    for (int n = 0; n < count; n++) {
        pinned[slot_of[n]] = particles->pinned[n];
        particles->slot_of[n] = slot_of[n];
        particles->number_of[slot_of[n]] = n + 1;
    }
    vl_free(particles->pinned);
    particles->pinned = pinned;
}

void vl_particles_refresh(vl_particles *particles, int slot)
{
    bool fixed = particles->pinned[slot] || particles->held[slot];
    particles->inverse_mass[slot] = fixed ? 0 : 1 / particles->mass[slot];
}
