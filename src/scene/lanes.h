#pragma once
/// The lanes of a scene, which run it side by side: its key `compare`, and what tells one from the
/// others.
///
/// A lane as it runs is a vl_scene, a shallow copy of the scene with the lane's own settings: its
/// pointers belong to the scene. Its `lane` has its name and says whether its `timestep` is a
/// stream of its own.

#include "scene/fields.h"
#include "scene/scene.h"

/// Writes the lanes that the scene asks for, as they run: those of `compare`, or where it has none
/// the scene alone. Returns how many, 1 to VL_SCENE_MOST_LANES. They are valid until the scene
/// changes.
int vl_scene_lanes(const vl_scene *scene, vl_scene lanes[VL_SCENE_MOST_LANES]);

/// Returns one of these; `index` counts from 0.
vl_scene vl_scene_lane_at(const vl_scene *scene, int index);

/// Returns the name that a lane of `compare` has in the scene; NULL: none.
const char *vl_scene_lane_name(const vl_scene *scene, int index);

/// Adds "lane NAME: ", or "lane 2: " where it has no name, for a message about a scene file;
/// nothing where the scene has no lanes.
void vl_scene_lane_tell(const vl_scene *scene, int index, vl_text *text);

/// Replaces the `compare` of a scene by lanes as they run: each gets the settings in which it
/// differs from the scene, a stream of its own, and its name. `count` of 0 removes it. A shallow
/// copy of a scene must lose its `lanes` first, as they belong to the other.
void vl_scene_set_lanes(vl_scene *scene, const vl_scene *lanes, int count);

/// Adds a setting to a lane of `compare` from text, as if it were in the scene file. `record` is
/// the mapping that contains the key, NULL for the lane itself. Messages name it `shown`. False and
/// a message where the lane has that setting already or the value is wrong.
VL_MUST_USE bool vl_scene_lane_read(vl_scene_lane *lane, const char *record, const char *key,
                                    const char *shown, const char *text, vl_error *error);

/// Whether a lane may have a key of its own; `record` as above.
bool vl_scene_lane_takes(const char *record, const char *key);

/// Frees what a lane of `compare` owns.
void vl_scene_lane_release(vl_scene_lane *lane);

/// Adds the labels of lanes to `labels`, one for each: its name, or what it does not have in common
/// with the others, such as "Verlet", "144/s" or "4 substeps". No two labels are the same.
void vl_scene_lane_labels(const vl_scene *lanes, int count, vl_text *labels);

// For this room alone.

/// The setting of that row; NULL where the lane has none.
const vl_lane_setting *vl_lane_find(const vl_scene_lane *lane, const vl_field *field);

/// The setting whose member is at `offset` in vl_scene; NULL where the lane has none.
const vl_lane_setting *vl_lane_setting_at(const vl_scene_lane *lane, size_t offset);

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
