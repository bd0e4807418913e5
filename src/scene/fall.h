#pragma once
/// Where a particle that nothing holds meets a collider, from where and as fast as it begins.
/// For this room alone.

#include "physics/model/collider.h"

typedef struct vl_fall {
    double speed;   ///< m/s, along the normal, ≥ 0; 0: it never gets there, or begins there
    vl_vec3 normal; ///< of the collider, out of it
} vl_fall;

/// The particle has the radius `radius` m, begins at `x` with the velocity `v` and falls with
/// `gravity` (m/s²). Along its parabola it goes on by what no path can be shorter than; a fall ends
/// after 1000 s.
vl_fall vl_fall_onto(const vl_collider *collider, vl_vec3 x, vl_vec3 v, vl_vec3 gravity,
                     double radius);
