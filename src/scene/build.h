#pragma once
/// Makes a world from a scene.

#include "physics/model/model.h"
#include "scene/scene.h"

/// Builds a world at time 0, ready to step, with the integrator and the solver of the scene.
/// Particles, chains and cloths are numbered in that order; slots are assigned so that the links of
/// a cloth are consecutive. Free with vl_world_free().
vl_world *vl_scene_build(const vl_scene *scene);
