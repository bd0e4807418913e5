#pragma once
/// The anchors of friction at penalties: where the tangential spring of each contact is fastened
/// (physics/forces/penalty.c). They are state of the world beside x and v.

#include "physics/math/axes.h"

#include <stdbool.h>

typedef struct vl_world vl_world;

/// By collider and slot: index `collider` × number of particles + `slot`.
typedef struct vl_anchors {
    int count;           ///< particles × colliders
    bool *laid;          ///< the particle is in the collider, and has an anchor there
    double *at[VL_AXES]; ///< m, where that is
} vl_anchors;

/// Memory for the anchors of a world, none of them laid; NULL where no penalty has friction.
vl_anchors *vl_anchors_create(vl_arena *arena, const vl_world *world);

/// Copies the anchors of a world of as many particles and colliders; does nothing where both are
/// NULL.
void vl_anchors_copy(vl_anchors *to, const vl_anchors *from);
