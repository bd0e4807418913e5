#pragma once
// Scenes and time steps drawn at random.

#include "deeds.h"
#include "scene/scene.h"

/// The size of the worlds, m, about.
#define ANY_WORLD_SIZE 4.0

/// A scene with any forces, colliders, links and solver of the tables, which was written as a file
/// and read. Free with vl_scene_free().
vl_scene *any_scene(vl_random *random);
