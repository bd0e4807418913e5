#include "physics/model/snapshot.h"

#include "base/memory.h"
#include "physics/contacts/contacts.h"
#include "physics/math/axes.h"

vl_snapshot *vl_snapshot_create(const vl_world *world)
{
    int count = world->particles.count;
    vl_snapshot *snapshot = vl_alloc(1, sizeof *snapshot);
    snapshot->count = count;
    vl_axes_create(snapshot->x, count);
    vl_axes_create(snapshot->x_old, count);
    vl_axes_create(snapshot->v, count);
    vl_axes_create(snapshot->a, count);
    vl_axes_create(snapshot->own, count);
    vl_axes_create(snapshot->observed, count);
    vl_axes_create(snapshot->seen, count);
    snapshot->contacts = vl_contacts_create_copy(world);
    return snapshot;
}

void vl_snapshot_take(vl_snapshot *snapshot, const vl_world *world)
{
    const vl_particles *p = &world->particles;
    int count = snapshot->count;
    vl_axes_copy(snapshot->x, p->x, count);
    vl_axes_copy(snapshot->x_old, p->x_old, count);
    vl_axes_copy(snapshot->v, p->v, count);
    vl_axes_copy(snapshot->a, p->a, count);
    vl_axes_copy(snapshot->own, world->own, count);
    vl_axes_copy(snapshot->observed, world->observed, count);
    if (snapshot->contacts)
        vl_contacts_copy(snapshot->contacts, world->contact_memory);
    snapshot->now = world->now;
}

void vl_snapshot_restore(const vl_snapshot *snapshot, vl_world *world)
{
    vl_particles *p = &world->particles;
    int count = snapshot->count;
    vl_axes_copy(p->x, snapshot->x, count);
    vl_axes_copy(p->x_old, snapshot->x_old, count);
    vl_axes_copy(p->v, snapshot->v, count);
    vl_axes_copy(p->a, snapshot->a, count);
    vl_axes_copy(world->own, snapshot->own, count);
    vl_axes_copy(world->observed, snapshot->observed, count);
    if (snapshot->contacts)
        vl_contacts_copy(world->contact_memory, snapshot->contacts);
    world->now = snapshot->now;
}

void vl_snapshot_free(vl_snapshot *snapshot)
{
    if (!snapshot)
        return;
    vl_axes_free(snapshot->x);
    vl_axes_free(snapshot->x_old);
    vl_axes_free(snapshot->v);
    vl_axes_free(snapshot->a);
    vl_axes_free(snapshot->own);
    vl_axes_free(snapshot->observed);
    vl_axes_free(snapshot->seen);
    vl_contacts_free(snapshot->contacts);
    vl_free(snapshot);
}
