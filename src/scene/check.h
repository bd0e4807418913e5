#pragma once
/// What no single field can tell: how values go together. For the check hooks of the records; each
/// is called with the mapping a struct was read from, and writes a message where it fails.

#include "scene/fields.h"
#include "scene/scene.h"

/// A link between what it can be between, with what its kind needs.
bool vl_check_link(const vl_loading *loading, const vl_yaml_node *mapping, void *link);

bool vl_check_chain(const vl_loading *loading, const vl_yaml_node *mapping, void *chain);
bool vl_check_cloth(const vl_loading *loading, const vl_yaml_node *mapping, void *cloth);

/// A direction, edges that are there, no key without an effect.
bool vl_check_collider(const vl_loading *loading, const vl_yaml_node *mapping, void *collider);

/// Also finds out whether the view is given.
bool vl_check_view(const vl_loading *loading, const vl_yaml_node *mapping, void *view);

/// Counts, names, ends of links; gives every end of a link its number.
bool vl_check_scene(const vl_loading *loading, const vl_yaml_node *mapping, void *scene);
