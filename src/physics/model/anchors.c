#include "physics/model/anchors.h"

#include "physics/model/model.h"

#include <string.h>

vl_anchors *vl_anchors_create(vl_arena *arena, const vl_world *world)
{
    bool needed = false;
    for (int i = 0; i < world->collider_count; i++)
        needed |=
            world->colliders[i].response == VL_RESPONSE_PENALTY && world->colliders[i].friction > 0;
    if (!needed)
        return NULL;
    vl_anchors *anchors = vl_arena_take(arena, 1, sizeof *anchors);
    anchors->count = world->particles.count * world->collider_count;
    anchors->laid = vl_arena_take(arena, (size_t)anchors->count, sizeof *anchors->laid);
    vl_axes_take(arena, anchors->at, anchors->count);
    return anchors;
}

void vl_anchors_copy(vl_anchors *to, const vl_anchors *from)
{
    if (!to)
        return;
    memcpy(to->laid, from->laid, (size_t)from->count * sizeof *from->laid);
    vl_axes_copy(to->at, from->at, from->count);
}
