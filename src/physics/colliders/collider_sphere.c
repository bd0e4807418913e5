// A sphere. The normal in its centre, where no direction is distinguished, is +y.

#include "physics/colliders/colliders.h"

static vl_clearance clearance(const vl_collider *collider, vl_vec3 at)
{
    vl_vec3 out = vl_sub(at, collider->center);
    double r = vl_length(out);
    vl_vec3 n = r > 0 ? vl_scale(out, 1 / r) : (vl_vec3){0, 1, 0};
    return (vl_clearance){r - collider->radius, n};
}

// The distance |x − c| − R has the second derivative (|v|² − (n·v)²)/|x − c|.
static double curvature(const vl_collider *collider, vl_vec3 at, vl_vec3 v)
{
    vl_vec3 out = vl_sub(at, collider->center);
    double r = vl_length(out);
    vl_vec3 along = r > 0 ? vl_cross(out, v) : (vl_vec3){0, 0, 0};
    return r > 0 ? vl_dot(along, along) / (r * r * r) : 0;
}

const vl_collider_kind vl_collider_sphere = {
    .name = "sphere",
    .keys = "center radius restitution friction response stiffness",
    .example = "{kind: sphere, center: [0, -1], radius: 0.5}",
    .shape = VL_SHAPE_BALL,
    .clearance = clearance,
    .curvature = curvature,
};
