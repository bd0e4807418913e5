// A plane: solid on the side its normal points away from.

#include "physics/colliders/colliders.h"

static vl_clearance clearance(const vl_collider *collider, vl_vec3 at)
{
    vl_vec3 n = vl_scale(collider->normal, 1 / vl_length(collider->normal));
    return (vl_clearance){vl_dot(n, vl_sub(at, collider->point)), n};
}

static double curvature(const vl_collider *collider, vl_vec3 at, vl_vec3 v)
{
    return 0;
}

const vl_collider_kind vl_collider_plane = {
    .name = "plane",
    .keys = "point normal restitution friction response stiffness",
    .example = "{kind: plane, point: [0, -2], normal: [0, 1], restitution: 0.5, friction: 0.3}",
    .shape = VL_SHAPE_HALF_SPACE,
    .clearance = clearance,
    .curvature = curvature,
};
