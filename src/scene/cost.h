#pragma once
/// What a scene costs before it is run: roughly, from its numbers alone.

#include "base/text.h"
#include "scene/scene.h"

typedef struct vl_cost {
    double bytes; ///< of memory
    double step;  ///< s, on one core of a common machine
} vl_cost;

/// The cost of one lane. A matrix (direct on a net, an implicit method) comes on top of both.
vl_cost vl_scene_cost(const vl_scene *scene);

/// Tells the cost of `count` lanes, which are the scene or differ from it in how it is run, where
/// that is much: 256 MiB, or a second for a step of all. False, and no text, where it is not.
bool vl_scene_tell_cost(const vl_scene *lanes, int count, vl_text *text);
