#pragma once
/// The room of the colliders: a table of kinds, each a const struct in a file of its own. A kind is
/// geometry alone, distances and normals; it does not know the worlds, steps and contacts that use
/// it.

#include "physics/model/collider.h"

/// All kinds, in the order of the documentation.
extern const vl_collider_kind *const vl_collider_kinds[];
extern const int vl_collider_kind_count;

extern const vl_collider_kind vl_collider_plane, vl_collider_sphere, vl_collider_box,
    vl_collider_balls;

/// As a scene file spells vl_response.
extern const char *const vl_response_names[2];

/// The size of the numbers that describe a collider, m: the measure of their rounding.
double vl_collider_extent(const vl_collider *collider);
