#pragma once
/// The lanes of a scene, which run it side by side: its key `compare`. A lane as it runs is a
/// vl_scene, a shallow copy of the scene with the lane as its member `lane`.

#include "base/text.h"
#include "scene/fields.h"

/// Writes the lanes that the scene asks for, as they run: those of `compare`, or where it has none
/// the scene alone. Returns how many, 1 to VL_SCENE_MOST_LANES. They are valid until the scene
/// changes.
int vl_scene_lanes(const vl_scene *scene, vl_scene lanes[VL_SCENE_MOST_LANES]);

/// Returns the scene as a lane runs it that has of its own what `lane` says.
vl_scene vl_scene_with_lane(const vl_scene *scene, const vl_lane *lane);

/// Whether two scenes are run in the same lanes, up to the common frames.
bool vl_scene_same_lanes(const vl_scene *a, const vl_scene *b);

/// Replaces the `compare` of a scene: each lane gets the settings in which it differs from the
/// scene, a stream of its own, and its name. `count` of 0 removes it. A shallow copy of a scene
/// must lose its `lanes` first, as they belong to the other.
void vl_scene_set_lanes(vl_scene *scene, const vl_lane *lanes, int count);

/// Returns the number of its integrator; with the preset of an engine, of the one that is like it.
int vl_lane_method(const vl_lane *lane);

/// The one notation of lanes: a mapping in one line, as a scene file has it in `compare`. Writes
/// all that a lane has, with `stream` for its own frames (NULL: none); free with vl_free(). What
/// has no name, as the solver of an engine, is left out, and so is what an engine sets.
///
/// Reads what the text says into a zeroed lane, which names no file; vl_schema_release() frees its
/// texts in any case. False, and a message that begins with `name`, line and column, where the text
/// is wrong; NULL: without.
char *vl_lane_to_text(const vl_scene *lane, const char *stream);
VL_MUST_USE bool vl_lane_from_text(vl_lane *lane, const char *text, const char *name,
                                   vl_error *error);

/// Adds the value of a row of vl_schema_lane.rows as people read it: "Verlet", "old", "144/s".
void vl_lane_add_value(const vl_field *row, const vl_lane *lane, vl_text *text);

/// Adds the labels of lanes to `labels`, one for each: its name, or what it does not have in common
/// with the others, such as "Verlet", "144/s" or "4 substeps". No two labels are the same.
void vl_lane_labels(const vl_lane *lanes, int count, vl_text *labels);
