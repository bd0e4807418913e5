#include "physics/colliders/colliders.h"

// The one list of kinds of collider, in the order of the documentation.
const vl_collider_kind *const vl_collider_kinds[] = {
    &vl_collider_plane,
    &vl_collider_sphere,
    &vl_collider_box,
    &vl_collider_balls,
};
const int vl_collider_kind_count = sizeof vl_collider_kinds / sizeof *vl_collider_kinds;
const char *const vl_response_names[3] = {"projection", "penalty", "move-out"};

static double largest(vl_vec3 v)
{
    return fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z)));
}

double vl_collider_extent(const vl_collider *collider)
{
    return largest(collider->point) + largest(collider->center) + collider->radius +
           largest(collider->size);
}
