#pragma once
/// Makes a world from a scene.

#include "physics/model/model.h"
#include "scene/scene.h"

/// Builds a world at time 0, ready to step, with the integrator and the solver of the scene.
/// Particles, chains and cloths are numbered in that order; slots are assigned so that the links of
/// a cloth are consecutive. Free with vl_world_free().
vl_world *vl_scene_build(const vl_scene *scene);

/// The same before balls were moved apart and out of colliders, and links were brought to their
/// lengths: each particle is where the file has it.
vl_world *vl_scene_as_written(const vl_scene *scene);
