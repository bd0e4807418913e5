#pragma once
/// What a collider is. physics/colliders/colliders.h has the table of kinds. A particle collides
/// with its radius; one that is pinned or held goes where it is put.

#include "physics/model/particles.h"

/// How a collider keeps particles outside.
typedef enum vl_response {
    VL_RESPONSE_PROJECTION, ///< the path of the substep ends at the surface:
                            ///< physics/contacts/contacts.h
    VL_RESPONSE_PENALTY,    ///< a force grows with the depth: physics/forces/penalty.h
} vl_response;

typedef struct vl_collider_kind vl_collider_kind;

/// One collider of a world. Which members count depends on the kind; the rest are 0 and ignored.
typedef struct vl_collider {
    const vl_collider_kind *kind;
    vl_response response; ///< plane, sphere, box
    double restitution;   ///< 0…1, speed after an impact along the normal over that before
    double friction;  ///< ≥ 0, Coulomb's coefficient: along the surface at most this × normal
    double stiffness; ///< N/m, > 0; of a penalty
    vl_vec3 point;    ///< m, on the surface; plane
    vl_vec3 normal;   ///< points out of what is solid, any length but 0; plane
    vl_vec3 center;   ///< m; sphere, box
    double radius;    ///< m, > 0; sphere
    vl_vec3 size;     ///< m, edges along the axes, > 0; z = 0: endless along z; box
} vl_collider;

/// What a collider is to a point.
typedef struct vl_clearance {
    double distance; ///< m, to the surface; negative inside
    vl_vec3 normal;  ///< unit vector from the nearest point of the surface outwards
} vl_clearance;

/// How a solid is drawn, by the members of vl_collider that the shape has.
typedef enum vl_shape {
    VL_SHAPE_BALL,       ///< center, radius
    VL_SHAPE_BOX,        ///< center, size
    VL_SHAPE_HALF_SPACE, ///< point, normal
} vl_shape;

/// A convex solid. Its distance is that of Euclid, outside and inside.
struct vl_collider_kind {
    const char *name;    ///< as in a scene file
    const char *keys;    ///< of a scene file, with spaces between: the members that count
    const char *example; ///< such a collider in a scene file
    vl_shape shape;      ///< of the solid, for the picture

    /// Between the particles, physics/contacts/balls.h: there is no solid, and the functions are
    /// NULL.
    bool between_particles;

    vl_clearance (*clearance)(const vl_collider *collider, vl_vec3 at);

    /// How the surface curves away below a point at `at` that moves with `v` straight on: the
    /// second derivative of its distance, vᵀ H v, m/s². 0 for a flat one.
    double (*curvature)(const vl_collider *collider, vl_vec3 at, vl_vec3 v);
};
