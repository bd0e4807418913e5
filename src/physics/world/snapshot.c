#include "physics/world/world_parts.h"

#include "physics/contacts/contacts.h"
#include "physics/forces/forces.h"

#include <string.h>

// An image that is written, or brought back; NULL: it is only measured.
typedef struct copier {
    char *image;
    bool back;
    size_t bytes; // so far
} copier;

static void copy(copier *t, void *live, size_t bytes)
{
    char *at = t->image ? t->image + t->bytes : NULL;
    if (at && bytes > 0)
        memcpy(t->back ? live : at, t->back ? at : live, bytes);
    t->bytes += bytes;
}

static void copy_axes(copier *t, double *const live[VL_AXES], size_t count)
{
    for (int axis = 0; axis < VL_AXES; axis++)
        copy(t, live[axis], count * sizeof(double));
}

// All that a step changes but its counts. Returns the bytes.
static size_t copy_state(char *image, vl_world *world, bool back)
{
    const vl_particles *p = &world->particles;
    const vl_contacts *c = world->contact_memory;
    const size_t count = (size_t)p->count, supports = VL_MOST_SUPPORTS * count;
    copier t = {image, back, 0};
    double *const *const arrays[] = {p->x,           p->x_old,        p->v,
                                     p->a,           world->v_half,   world->v_instant,
                                     world->a_links, world->a_outside};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        copy_axes(&t, arrays[i], count);
    copy(&t, &world->now, sizeof world->now);
    copy(&t, &world->powers, sizeof world->powers);
    copy(&t, &world->contacts, sizeof world->contacts);
    copy(&t, world->links.tension, (size_t)world->links.hard_count * sizeof(double));
    if (c) {
        vl_supports *s = world->supports;
        bool *const flags[] = {c->touched, c->fresh, c->stuck, c->touched_in_frame};
        copy_axes(&t, c->known, count);
        for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
            copy(&t, flags[i], count * sizeof(bool));
        copy(&t, &s->span, sizeof s->span);
        copy(&t, s->count, count * sizeof *s->count);
        copy(&t, s->collider, supports * sizeof *s->collider);
        copy(&t, s->reaction, supports * sizeof *s->reaction);
        copy_axes(&t, s->face, supports);
        copy_axes(&t, s->free, count);
    }
    if (world->anchors) {
        copy(&t, world->anchors->laid, (size_t)world->anchors->count * sizeof(bool));
        copy_axes(&t, world->anchors->at, (size_t)world->anchors->count);
    }
    return t.bytes;
}

vl_snapshot *vl_snapshot_create(vl_arena *arena, vl_world *world)
{
    vl_snapshot *s = vl_arena_take(arena, 1, sizeof *s);
    s->image = vl_arena_take(arena, copy_state(NULL, world, false), 1);
    vl_axes_take(arena, s->work, world->particles.count);
    return s;
}

void vl_snapshot_save(vl_snapshot *snapshot, vl_world *world)
{
    copy_state(snapshot->image, world, false);
    snapshot->solved = world->solved;
    snapshot->hold_count = world->hold_count;
    snapshot->evaluations = world->evaluations;
}

void vl_snapshot_restore(const vl_snapshot *snapshot, vl_world *world)
{
    copy_state(snapshot->image, world, true);
    int sweeps = world->solved.sweeps;
    world->solved = snapshot->solved;
    world->solved.sweeps = sweeps;
}
