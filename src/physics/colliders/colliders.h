#pragma once
/// The table of the kinds of colliders, each a const struct in a file of its own. A kind is
/// geometry alone, distances and normals; it knows no worlds, steps or contacts.

#include "physics/model/collider.h"

/// All kinds, in the order of the documentation.
extern const vl_collider_kind *const vl_collider_kinds[];
extern const int vl_collider_kind_count;

extern const vl_collider_kind vl_collider_plane, vl_collider_sphere, vl_collider_box,
    vl_collider_balls;

/// Names of vl_response in a scene file.
extern const char *const vl_response_names[3];

/// Size of the numbers that describe a collider, m, which scales their rounding errors.
double vl_collider_extent(const vl_collider *collider);
