#pragma once
/// What is odd in a scene, but no fault.

#include "scene/fields.h"
#include "scene/scene.h"
#include "scene/stream.h"

/// Adds a line to the warnings of a scene, with its place, where rods and strings begin with other
/// lengths than theirs.
void vl_warn_of_strain(const vl_loading *loading, const vl_yaml_node *root, vl_scene *scene);

/// Adds a sentence where a step of h s is too long for a spring or a penalty of k N/m with m kg: h
/// √(k/m) is more than an explicit method bears. It looks at what runs, the lanes of the scene
/// where there are some, on `common` steps; NULL: on those of the scene. False and no text: none
/// is.
bool vl_scene_tell_stiffness(const vl_scene *scene, const vl_stream *common, vl_text *text);
