#pragma once
/// Makes a world from a scene.

#include "physics/model/model.h"
#include "scene/scene.h"

/// A world at time 0, ready to step: particles, chains, cloths numbered in that order, slots laid
/// out so that a cloth's links are consecutive, integrator and solver as the scene says. Free with
/// vl_world_free().
vl_world *vl_scene_build(const vl_scene *scene);
