#pragma once
/// The elements of `compare` as a list of settings. For this room alone.

#include "scene/fields.h"
#include "scene/scene.h"

/// The setting of that row; NULL where the lane has none.
const vl_lane_setting *vl_lane_find(const vl_scene_lane *lane, const vl_field *field);

/// Bytes of the member of a row that a lane takes. That of a choice is a number or a pointer.
size_t vl_lane_value_size(const vl_field *field);

/// Whether a lane may have the member of vl_scene at `offset` besides an engine, which sets all
/// else.
bool vl_lane_goes_with_engine(size_t offset);

/// The first setting that a lane has besides an engine and may not have; NULL: none.
const vl_field *vl_lane_beside_engine(const vl_scene_lane *lane);
#define VL_LANE_BESIDE_ENGINE                                                                      \
    "engine and %s are both given, expected one of them: an engine sets what %s would set"

/// Adds a setting that `value` gives; `offset` is that of its member in vl_scene, and messages name
/// it `shown`. False and a message where the row does not accept the value.
bool vl_lane_read(const vl_loading *loading, const vl_field *field, size_t offset,
                  const char *shown, const vl_yaml_node *value, vl_scene_lane *lane);
