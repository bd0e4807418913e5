#pragma once
/// Exact solutions, which are recognised from a world: it is cut into groups of particles that act
/// on each other, and the solutions of a table are tried for each group. This room reads worlds,
/// forces, colliders and links; it steps nothing.

#include "physics/model/model.h"

typedef struct vl_exact vl_exact;

/// Position and velocity of a particle.
typedef struct vl_motion {
    vl_vec3 x; ///< m
    vl_vec3 v; ///< m/s
} vl_motion;

/// The exact motion from the present state (x, v at world->time) on; NULL where none is known.
/// The world's velocity must be current. Free with vl_exact_free().
vl_exact *vl_exact_recognise(const vl_world *world);

/// "uniform force", "oscillator".
const char *vl_exact_name(const vl_exact *exact);

/// Time of recognition, s.
double vl_exact_since(const vl_exact *exact);

/// The motion of a slot at time `t` ≥ the time of recognition, s.
vl_motion vl_exact_motion(const vl_exact *exact, int slot, double t);

/// The largest distance of a particle from its exact position now, m.
double vl_exact_error(const vl_exact *exact, const vl_world *world);

void vl_exact_free(vl_exact *exact);

/// Returns the same solution for another owner, who frees it, too; NULL for NULL.
vl_exact *vl_exact_share(vl_exact *exact);
