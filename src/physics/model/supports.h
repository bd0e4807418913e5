#pragma once
/// The supports of a world: which colliders carry which particles during a step. A support is a
/// one-sided constraint on the acceleration, x″·n ≥ −κ with the normal n and the curvature κ of the
/// surface along the velocity. Contacts find the supports at the beginning of a step
/// (physics/contacts), and each evaluation of the acceleration adds their reactions and friction
/// (physics/forces/supports.c).

#include "physics/math/axes.h"

enum { VL_MOST_SUPPORTS = 4 }; ///< most colliders that carry one particle

/// A particle below this part of the speed that its acceleration gives it in a step is at rest.
#define VL_AT_REST 1e-9

typedef struct vl_supports {
    int *count;       ///< by slot: number of its supports; 0 in flight
    int *collider;    ///< by slot, VL_MOST_SUPPORTS each: their indices
    double *reaction; ///< m/s², likewise: acceleration ≥ 0 by each, at the last evaluation
    /// Likewise: the normal of the face of a box or plane on which the particle lies as the step
    /// begins, 0 on a round surface. The face carries it in all of the step, also beyond its edge:
    /// a stage of a method that goes around the edge would bend the path.
    double *face[VL_AXES];
    double *free[VL_AXES];     ///< m/s², acceleration of supported particles without supports and
                               ///< friction, at the last evaluation
    double *forwards[VL_AXES]; ///< m/s, the velocity with which it slid as the present step began,
                               ///< whose direction stays where it halts; else, and between steps, 0
    double span; ///< s, length of the substep that this step is, or is a part of; 0: not known
    /// Friction opposes `base` + `ahead` × acceleration, m/s and s. NULL: the velocity of
    /// the method, as old as vl_world_velocity_age() says.
    double *const *base;
    double ahead;
    bool stiff; ///< springs of an implicit step of this frame are too stiff for a parabola
} vl_supports;

/// Index of support `k` of a slot in `collider` and `reaction`.
static inline int vl_support_index(int slot, int k)
{
    return VL_MOST_SUPPORTS * slot + k;
}
