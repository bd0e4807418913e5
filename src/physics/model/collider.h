#pragma once
/// What a collider is. physics/colliders/colliders.h has the table of kinds. A particle collides as
/// a ball of its radius; one that is pinned or held is stopped by no collider.

#include "physics/model/particles.h"

/// How a collider keeps particles out of itself.
typedef enum vl_response {
    VL_RESPONSE_PROJECTION, ///< impacts are found on the path of the substep, see
                            ///< physics/contacts/contacts.h
    VL_RESPONSE_PENALTY,    ///< a force that grows with the depth, see physics/forces/penalty.c
    VL_RESPONSE_MOVE_OUT,   ///< x alone is moved to the surface, see vl_contacts_move_out()
} vl_response;

typedef struct vl_collider_kind vl_collider_kind;

/// One collider of a world. The kind says which members it reads; the others are 0.
typedef struct vl_collider {
    const vl_collider_kind *kind;
    vl_response response; ///< plane, sphere, box
    double restitution;   ///< 0…1, normal speed after an impact divided by that before it
    double friction;      ///< ≥ 0, Coulomb's coefficient
    double stiffness;     ///< N/m, > 0; only for the response penalty
    double damping_ratio; ///< likewise, by the restitution; made by vl_world_link()
    vl_vec3 point;        ///< m, on the surface; plane
    vl_vec3 normal;       ///< points out of the solid, any length but 0; plane
    vl_vec3 center;       ///< m; sphere, box
    double radius;        ///< m, > 0; sphere
    vl_vec3 size;         ///< m, edges along the axes, > 0; z = 0: endless along z; box
} vl_collider;

/// Whether it takes energy from what touches it.
static inline bool vl_collider_takes(const vl_collider *collider)
{
    return collider->restitution < 1 || collider->friction > 0;
}

/// Where a point lies with respect to a collider.
typedef struct vl_clearance {
    double distance; ///< m, to the surface; negative inside
    vl_vec3 normal;  ///< unit vector from the nearest point of the surface outwards
} vl_clearance;

/// How a solid is drawn, and from which members of vl_collider.
typedef enum vl_shape {
    VL_SHAPE_BALL,       ///< center, radius
    VL_SHAPE_BOX,        ///< center, size
    VL_SHAPE_HALF_SPACE, ///< point, normal
} vl_shape;

/// A kind of convex solid. Distances are Euclidean, outside and inside.
struct vl_collider_kind {
    const char *name;    ///< as in a scene file
    const char *keys;    ///< the members it reads, as keys of a scene file with spaces between
    const char *example; ///< such a collider in a scene file
    vl_shape shape;      ///< for drawing

    /// This kind makes particles collide with each other (physics/contacts/balls.h). It has no
    /// solid, and its functions are NULL.
    bool between_particles;

    vl_clearance (*clearance)(const vl_collider *collider, vl_vec3 at);

    /// Second time derivative of the distance of a point at `at` that moves straight on with `v`:
    /// vᵀ H v, m/s². It is 0 where the surface is flat.
    double (*curvature)(const vl_collider *collider, vl_vec3 at, vl_vec3 v);
};
