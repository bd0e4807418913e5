#pragma once
/// The schema of a scene file: the tables themselves.

#include "scene/fields.h"

/// The whole file, a vl_scene.
extern const vl_schema vl_schema_scene;

/// A lane of `compare`, a vl_scene_lane. Its rows are those of the scene that a lane may have of
/// its own, and a name: their offsets count from the vl_scene that vl_scene_lanes() makes.
extern const vl_schema vl_schema_lane;
