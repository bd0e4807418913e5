#include "physics/model/particles.h"

#include "base/memory.h"
#include "physics/math/axes.h"

#include <string.h>

// The arrays by slot, and those by axis and slot.
#define BY_SLOT(X)                                                                                 \
    X(mass) X(inverse_mass) X(radius) X(dial) X(pinned) X(held) X(slot_of) X(number_of)
#define BY_AXIS(X) X(x) X(x_old) X(v) X(a)

void vl_particles_create(vl_arena *arena, vl_particles *particles, int count)
{
    *particles = (vl_particles){.count = count};
#define CREATE(member)                                                                             \
    particles->member = vl_arena_take(arena, (size_t)count + VL_LANES, sizeof *particles->member);
#define CREATE_AXES(member) vl_axes_take(arena, particles->member, count);
    BY_SLOT(CREATE)
    BY_AXIS(CREATE_AXES)
    for (int i = 0; i < count; i++) {
        particles->mass[i] = 1;
        particles->inverse_mass[i] = 1;
        particles->radius[i] = 0.05;
        particles->slot_of[i] = i;
        particles->number_of[i] = i + 1;
    }
}

// Moves values[n], of `size` bytes, to values[slot_of[n]].
static void permute(void *values, size_t size, const int *slot_of, int count, void *work)
{
    for (int n = 0; n < count; n++)
        memcpy((char *)work + (size_t)slot_of[n] * size, (char *)values + (size_t)n * size, size);
    memcpy(values, work, (size_t)count * size);
}

void vl_particles_renumber(vl_particles *particles, const int *slot_of)
{
    int count = particles->count;
    double *work = vl_alloc((size_t)count, sizeof *work);

    for (int axis = 0; axis < VL_AXES; axis++) {
        permute(particles->x[axis], sizeof *work, slot_of, count, work);
        permute(particles->v[axis], sizeof *work, slot_of, count, work);
    }
    permute(particles->mass, sizeof *work, slot_of, count, work);
    permute(particles->inverse_mass, sizeof *work, slot_of, count, work);
    permute(particles->radius, sizeof *work, slot_of, count, work);
    permute(particles->pinned, sizeof(bool), slot_of, count, work);
    permute(particles->dial, sizeof(bool), slot_of, count, work);
    vl_free(work);
    for (int n = 0; n < count; n++) {
        particles->slot_of[n] = slot_of[n];
        particles->number_of[slot_of[n]] = n + 1;
    }
}

void vl_particles_refresh(vl_particles *particles, int slot)
{
    bool fixed = particles->pinned[slot] || particles->held[slot];
    particles->inverse_mass[slot] = fixed ? 0 : 1 / particles->mass[slot];
}
