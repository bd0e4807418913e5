#include "physics/colliders/colliders.h"

#define VL_ROW(name) extern const vl_collider_kind vl_collider_##name;
#include "physics/colliders/collider_list.inc"
#undef VL_ROW

#define VL_ROW(name) &vl_collider_##name,
const vl_collider_kind *const vl_collider_kinds[] = {
#include "physics/colliders/collider_list.inc"
};
#undef VL_ROW

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
