#pragma once
/// The numbers that were typed into a scene while it ran, and those that they replaced. Each one
/// makes an edition of the scene, numbered from 1; edition 0 is what was read. From any of them the
/// scene goes to any other, to the last bit, so that a state of its worlds that is brought back has
/// the description with which it was made.

#include "scene/scene.h"

/// Tells that a member of `size` ≤ sizeof(double) bytes in a record of the scene has changed, from
/// the bytes `before`. The scene is of a new edition then, which came from the present one.
void vl_scene_add_edition(vl_scene *scene, void *member, size_t size, const void *before);

/// Gives a scene the numbers of an edition that it had, from 0 to the last one.
void vl_scene_go_to_edition(vl_scene *scene, int64_t edition);

/// Frees the memory of all editions. The numbers stay.
void vl_scene_free_editions(vl_scene *scene);
