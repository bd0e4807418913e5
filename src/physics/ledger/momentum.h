#pragma once
/// Momentum and angular momentum of a world at an instant.

#include "physics/model/model.h"

typedef struct vl_momentum {
    vl_vec3 linear;  ///< kg m/s
    vl_vec3 angular; ///< kg m²/s
} vl_momentum;

/// A part is free if neither a link nor gravitation ties it to a particle that is pinned or held.
typedef struct vl_momenta {
    vl_momentum all;  ///< of all particles, the angular momentum about the origin
    vl_momentum free; ///< of all free parts together, about their common centre of mass; NaN where
                      ///< there is none
} vl_momenta;

typedef struct vl_momentum_meter vl_momentum_meter;

/// Observes a world from now on, after vl_world_link(). The motion has the same bits with and
/// without it. Free with vl_momentum_meter_free() when the world makes no more steps.
vl_momentum_meter *vl_momentum_meter_create(vl_world *world);

/// NULL is allowed.
void vl_momentum_meter_free(vl_momentum_meter *meter);

/// All that it keeps, for an image of the present instant (vl_arena_keep()).
const vl_arena *vl_momentum_meter_memory(const vl_momentum_meter *meter);

/// At the present instant, where velocity_is_current.
vl_momenta vl_momentum_now(vl_momentum_meter *meter);

/// At the beginning of the last frame, the instant of kinetic_before.
const vl_momenta *vl_momentum_before(const vl_momentum_meter *meter);
