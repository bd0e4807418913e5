// A box along the axes. From outside, its nearest point is `at` with each coordinate clamped to the
// box, also at edges and corners. From inside, it lies on the nearest face; of several nearest
// faces the first along x, y, z is taken.

#include "physics/colliders/colliders.h"

typedef struct place {
    double out[VL_AXES];  // m, from the nearest point of the box
    double over[VL_AXES]; // m, beyond the nearer face of each pair; negative between them
    double side[VL_AXES]; // 1 or −1, the side of the nearer face
} place;

static place find(const vl_collider *collider, vl_vec3 at)
{
    const double from_center[VL_AXES] = {at.x - collider->center.x, at.y - collider->center.y,
                                         at.z - collider->center.z};
    const double size[VL_AXES] = {collider->size.x, collider->size.y, collider->size.z};
    place p;
    for (int axis = 0; axis < VL_AXES; axis++) {
        double half = size[axis] > 0 ? 0.5 * size[axis] : HUGE_VAL;
        p.side[axis] = from_center[axis] < 0 ? -1 : 1;
        p.over[axis] = fabs(from_center[axis]) - half;
        p.out[axis] = p.over[axis] > 0 ? p.side[axis] * p.over[axis] : 0;
    }
    return p;
}

static vl_clearance clearance(const vl_collider *collider, vl_vec3 at)
{
    place p = find(collider, at);
    vl_vec3 out = {p.out[0], p.out[1], p.out[2]};
    double distance = vl_length(out);
    if (distance > 0)
        return (vl_clearance){distance, vl_scale(out, 1 / distance)};
    int nearest = 0;
    for (int axis = 1; axis < VL_AXES; axis++)
        if (p.over[axis] > p.over[nearest])
            nearest = axis;
    double n[VL_AXES] = {0};
    n[nearest] = p.side[nearest];
    return (vl_clearance){p.over[nearest], {n[0], n[1], n[2]}};
}

// The curvature of a sphere, in the axes in which the point lies outside the box: one axis for a
// face (which is flat), two for an edge, three for a corner.
static double curvature(const vl_collider *collider, vl_vec3 at, vl_vec3 v)
{
    place p = find(collider, at);
    vl_vec3 out = {p.out[0], p.out[1], p.out[2]};
    vl_vec3 across = {p.out[0] != 0 ? v.x : 0, p.out[1] != 0 ? v.y : 0, p.out[2] != 0 ? v.z : 0};
    double r = vl_length(out);
    vl_vec3 along = r > 0 ? vl_cross(out, across) : (vl_vec3){0, 0, 0};
    return r > 0 ? vl_dot(along, along) / (r * r * r) : 0;
}

const vl_collider_kind vl_collider_box = {
    .name = "box",
    .keys = "center size restitution friction response stiffness",
    .example = "{kind: box, center: [0, -1], size: [1, 1], response: penalty, restitution: 1, "
               "stiffness: 200}",
    .shape = VL_SHAPE_BOX,
    .clearance = clearance,
    .curvature = curvature,
};
