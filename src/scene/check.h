#pragma once
/// Checks of values that must go together: the `check` functions of the schemas. Each gets the
/// mapping that a struct was read from. It writes a message and returns false where it fails.
/// For this room alone.

#include "scene/fields.h"
#include "scene/scene.h"

/// Checks that a link has the keys that its kind needs, and no others.
bool vl_check_link(const vl_loading *loading, const vl_yaml_node *mapping, void *link);

bool vl_check_chain(const vl_loading *loading, const vl_yaml_node *mapping, void *chain);
bool vl_check_cloth(const vl_loading *loading, const vl_yaml_node *mapping, void *cloth);

/// Checks that directions and edges are longer than 0 and that each key has an effect.
bool vl_check_collider(const vl_loading *loading, const vl_yaml_node *mapping, void *collider);

/// It also sets `given`.
bool vl_check_view(const vl_loading *loading, const vl_yaml_node *mapping, void *view);

/// Checks counts, names and ends of links. It also sets the number of every end of a link.
bool vl_check_scene(const vl_loading *loading, const vl_yaml_node *mapping, void *scene);
