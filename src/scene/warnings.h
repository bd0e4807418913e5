#pragma once
/// What is odd in a scene file, but no fault: each with its place, as a line of vl_scene.warning.
/// For this room alone.

#include "scene/fields.h"
#include "scene/scene.h"

/// Adds a line to the warnings of a scene.
void vl_warn_at(const vl_loading *loading, const vl_yaml_node *at, vl_scene *scene,
                const char *format, ...) __attribute__((format(printf, 4, 5)));

/// Warns of how the world of a scene begins, whose values are right: links that do not fit, what
/// overlaps, and falls onto penalties.
void vl_warn_of_start(const vl_loading *loading, const vl_yaml_node *root, vl_scene *scene);
