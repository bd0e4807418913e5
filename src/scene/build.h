#pragma once
/// Makes a world from a scene.

#include "physics/model/model.h"
#include "scene/scene.h"

/// Builds a world at time 0, ready to step, with the integrator and the solver of the scene.
/// Particles, chains and cloths are numbered in that order; slots are assigned so that the links of
/// a cloth are consecutive. Free with vl_world_free().
vl_world *vl_scene_build(const vl_scene *scene);

/// Takes the next link of a scene; its ends are slots of `particles`.
typedef void vl_take_link(void *user, const vl_particles *particles, const vl_link *link);

/// A world that is only read: its particles, where the file has them, its forces and colliders. The
/// links are given to `take`, one by one, in their order; without one (NULL) the world has their
/// ends. It has no memory for a step, which would be ten times as much. Free with vl_world_free().
vl_world *vl_scene_outline(const vl_scene *scene, vl_take_link *take, void *user);
