#pragma once
/// Options that stand for a key of the scene format: the same values, the same messages.
/// For this room alone.

#include "base/error.h"
#include "scene/scene.h"

/// Names a key: `record` is the mapping that contains it, NULL for the scene itself.
typedef struct vl_scene_key {
    const char *record;
    const char *key;
} vl_scene_key;

/// Sets one key of a scene from text, as if it were in the scene file. The message begins with
/// `place`: "--iterations". The key must be one of a single choice or number.
VL_MUST_USE bool vl_scene_key_set(vl_scene_key key, const char *place, const char *text,
                                  vl_scene *scene, vl_error *error);
