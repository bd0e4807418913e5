#pragma once
/// Momentum and angular momentum of a world at an instant.

#include "physics/model/model.h"

typedef struct vl_momentum {
    vl_vec3 linear;  ///< kg m/s
    vl_vec3 angular; ///< kg m²/s
} vl_momentum;

/// Adds the momentum `linear` of a particle at x, and its moment about the origin. That of a dial
/// is angular momentum about its axis, along z.
void vl_momentum_add(vl_momentum *sum, const vl_particles *particles, int slot, vl_vec3 x,
                     vl_vec3 linear);

/// Σ of m v and its moment over all particles, with these masses m, which are those of particles
/// times anything.
vl_momentum vl_momentum_sum(const vl_particles *particles, const double *mass,
                            double *const x[VL_AXES], double *const v[VL_AXES]);

/// a − b; and adds `part` times `more` to a sum.
vl_momentum vl_momentum_difference(const vl_momentum *a, const vl_momentum *b);
void vl_momentum_add_part(vl_momentum *sum, const vl_momentum *more, double part);

/// Whether all six components are finite.
bool vl_momentum_is_finite(const vl_momentum *momentum);

/// A part is free if no link ties it to a particle that is pinned or held.
typedef struct vl_momenta {
    vl_momentum all;  ///< of all particles, the angular momentum about the origin
    vl_momentum free; ///< of all free parts together, about their common centre of mass; NaN where
                      ///< there is none
} vl_momenta;

typedef struct vl_momentum_watch vl_momentum_watch;

/// Observes a world from now on, after vl_world_link(). The motion has the same bits with and
/// without it. Free with vl_momentum_watch_free() when the world makes no more steps.
vl_momentum_watch *vl_momentum_watch_create(vl_world *world);

/// NULL is allowed.
void vl_momentum_watch_free(vl_momentum_watch *watch);

/// All that it keeps, for an image of the present instant (vl_arena_keep()).
const vl_arena *vl_momentum_watch_memory(const vl_momentum_watch *watch);

/// At the present instant, where velocity_is_current.
vl_momenta vl_momentum_now(vl_momentum_watch *watch);

/// At the beginning of the last frame, the instant of kinetic_before.
const vl_momenta *vl_momentum_before(const vl_momentum_watch *watch);
