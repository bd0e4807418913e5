#pragma once
/// Keys that have no effect, because the integrator or the solver does not look at them.

#include "base/text.h"
#include "scene/scene.h"

/// A key whose effect depends on others. `record` is the mapping that contains it; NULL: the scene
/// or the lane itself.
typedef struct vl_dependent_key {
    const char *record, *key;

    /// Writes why it has no effect in a scene or a lane as it runs, with the value that it has
    /// there, such as "grids is 3, which does nothing here: …". False and no text: it has an
    /// effect.
    bool (*is_unused)(const vl_scene *as_run, vl_text *why);
} vl_dependent_key;

extern const vl_dependent_key vl_dependent_keys[];
extern const int vl_dependent_key_count;

/// Adds to `why` what is_unused() writes of the keys that lane number `index` of `compare` has of
/// its own, with "; " between them. False and no text: all have an effect.
bool vl_scene_lane_is_unused(const vl_scene *scene, int index, vl_text *why);
