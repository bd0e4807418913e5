#include "physics/model/anchors.h"

#include "physics/model/model.h"

#include <string.h>

static vl_anchors *create(vl_arena *arena, int count)
{
    vl_anchors *anchors = vl_arena_take(arena, 1, sizeof *anchors);
    anchors->count = count;
    anchors->laid = vl_arena_take(arena, (size_t)count, sizeof *anchors->laid);
    vl_axes_take(arena, anchors->at, count);
    return anchors;
}

vl_anchors *vl_anchors_create(vl_arena *arena, const vl_world *world)
{
    bool needed = false;
    for (int i = 0; i < world->collider_count; i++)
        needed |=
            world->colliders[i].response == VL_RESPONSE_PENALTY && world->colliders[i].friction > 0;
    return needed ? create(arena, world->particles.count * world->collider_count) : NULL;
}

vl_anchors *vl_anchors_duplicate(vl_arena *arena, const vl_anchors *anchors)
{
    if (!anchors)
        return NULL;
    vl_anchors *copy = create(arena, anchors->count);
    vl_anchors_copy(copy, anchors);
    return copy;
}

void vl_anchors_copy(vl_anchors *to, const vl_anchors *from)
{
    if (!to)
        return;
    memcpy(to->laid, from->laid, (size_t)from->count * sizeof *from->laid);
    vl_axes_copy(to->at, from->at, from->count);
}
