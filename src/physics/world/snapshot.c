#include "physics/world/snapshot.h"

#include "physics/contacts/contacts.h"

enum { PAIRS = 6 };

// An array of a world, and where it is saved.
typedef struct pair {
    double *const *live, *const *saved;
} pair;

static void list_pairs(const vl_snapshot *s, const vl_world *world, pair pairs[PAIRS])
{
    const vl_particles *p = &world->particles;
    const pair all[PAIRS] = {{p->x, s->x}, {p->x_old, s->x_old}, {p->v, s->v},
                             {p->a, s->a}, {world->own, s->own}, {world->observed, s->observed}};
    for (int i = 0; i < PAIRS; i++)
        pairs[i] = all[i];
}

vl_snapshot *vl_snapshot_create(vl_arena *arena, const vl_world *world)
{
    vl_snapshot *s = vl_arena_take(arena, 1, sizeof *s);
    double **const arrays[] = {s->x, s->x_old, s->v, s->a, s->own, s->observed, s->work};
    s->count = world->particles.count;
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        vl_axes_take(arena, arrays[i], s->count);
    s->contact_memory = vl_contacts_create_copy(arena, world);
    return s;
}

void vl_snapshot_save(vl_snapshot *snapshot, const vl_world *world)
{
    pair pairs[PAIRS];
    list_pairs(snapshot, world, pairs);
    for (int i = 0; i < PAIRS; i++)
        vl_axes_copy(pairs[i].saved, pairs[i].live, snapshot->count);
    if (snapshot->contact_memory)
        vl_contacts_copy(snapshot->contact_memory, world->contact_memory);
    snapshot->now = world->now;
    snapshot->solved = world->solved;
    snapshot->contacts = world->contacts;
    snapshot->hold_count = world->hold_count;
    snapshot->evaluations = world->evaluations;
}

void vl_snapshot_restore(const vl_snapshot *snapshot, vl_world *world)
{
    pair pairs[PAIRS];
    list_pairs(snapshot, world, pairs);
    for (int i = 0; i < PAIRS; i++)
        vl_axes_copy(pairs[i].live, pairs[i].saved, snapshot->count);
    if (snapshot->contact_memory)
        vl_contacts_copy(world->contact_memory, snapshot->contact_memory);
    world->now = snapshot->now;
    world->contacts = snapshot->contacts;
    world->solved.unconverged = snapshot->solved.unconverged;
}
