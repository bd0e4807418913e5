#include "physics/world/world_parts.h"

#include "physics/contacts/contacts.h"
#include "physics/forces/forces.h"

#include <string.h>

// Copies the arrays and the contacts into the snapshot, or back.
static void copy_arrays(const vl_snapshot *s, const vl_world *world, bool back)
{
    const vl_particles *p = &world->particles;
    double *const *const live[VL_SNAPSHOT_ARRAYS] = {
        p->x,          p->x_old,         p->v,           p->a,
        world->v_half, world->v_instant, world->a_links, world->a_outside};
    for (int i = 0; i < VL_SNAPSHOT_ARRAYS; i++)
        vl_axes_copy(back ? live[i] : s->arrays[i], back ? s->arrays[i] : live[i], s->count);
    size_t bytes = (size_t)world->links.hard_count * sizeof *s->tension;
    if (bytes > 0)
        memcpy(back ? world->links.tension : s->tension, back ? s->tension : world->links.tension,
               bytes);
    if (s->contact_memory)
        vl_contacts_copy(back ? world->contact_memory : s->contact_memory,
                         back ? s->contact_memory : world->contact_memory);
    if (s->supports)
        vl_contacts_copy_supports(back ? world->supports : s->supports,
                                  back ? s->supports : world->supports, s->count);
    vl_anchors_copy(back ? world->anchors : s->anchors, back ? s->anchors : world->anchors);
}

vl_snapshot *vl_snapshot_create(vl_arena *arena, const vl_world *world)
{
    vl_snapshot *s = vl_arena_take(arena, 1, sizeof *s);
    s->count = world->particles.count;
    for (int i = 0; i < VL_SNAPSHOT_ARRAYS; i++)
        vl_axes_take(arena, s->arrays[i], s->count);
    vl_axes_take(arena, s->work, s->count);
    s->tension = vl_arena_take(arena, (size_t)world->links.hard_count, sizeof *s->tension);
    s->contact_memory = vl_contacts_create_copy(arena, world);
    s->supports = vl_contacts_create_supports(arena, world);
    s->anchors = vl_anchors_create(arena, world);
    return s;
}

void vl_snapshot_save(vl_snapshot *snapshot, const vl_world *world)
{
    copy_arrays(snapshot, world, false);
    snapshot->now = world->now;
    snapshot->powers = world->powers;
    snapshot->solved = world->solved;
    snapshot->contacts = world->contacts;
    snapshot->hold_count = world->hold_count;
    snapshot->evaluations = world->evaluations;
}

void vl_snapshot_restore(const vl_snapshot *snapshot, vl_world *world)
{
    copy_arrays(snapshot, world, true);
    world->now = snapshot->now;
    world->powers = snapshot->powers;
    world->contacts = snapshot->contacts;
    int sweeps = world->solved.sweeps;
    world->solved = snapshot->solved;
    world->solved.sweeps = sweeps;
}
