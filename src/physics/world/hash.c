// A checksum of the state of a world.

#include "base/hash.h"
#include "physics/world/world.h"

static uint64_t add_vector(uint64_t hash, double *const x[VL_AXES], int slot)
{
    for (int axis = 0; axis < VL_AXES; axis++)
        hash = vl_hash_number(hash, x[axis][slot]);
    return hash;
}

// What a look at the velocity of the instant computes is not of the state: for a method that keeps
// positions that is v.
static uint64_t add_particle(uint64_t hash, const vl_world *world, int number)
{
    const vl_particles *p = &world->particles;
    int slot = p->slot_of[number - 1];
    bool positions = world->integrator->keeps_positions && world->now.begun;
    hash = add_vector(hash, p->x, slot);
    hash = add_vector(hash, positions ? p->x_old : p->v, slot);
    return vl_hash_word(hash, (uint64_t)p->pinned[slot] | (uint64_t)p->held[slot] << 1);
}

uint64_t vl_world_hash(const vl_world *world)
{
    uint64_t hash = VL_HASH_START;
    hash = vl_hash_word(hash, (uint64_t)world->now.frames);
    hash = vl_hash_number(hash, world->now.time);
    hash = vl_hash_number(hash, world->now.dt_old);
    hash = vl_hash_word(hash, (uint64_t)world->links.count);
    for (int number = 1; number <= world->particles.count; number++)
        hash = add_particle(hash, world, number);
    return hash;
}
