#pragma once
/// A scene as a word of the command line names it. For this room alone.

#include "scene/scene.h"

/// Finds and loads a scene: a path, or the name of a shipped one. NULL and a message where that
/// fails. `*path`, unless `path` is NULL, becomes where it was found; free it with vl_free().
VL_MUST_USE vl_scene *vl_cli_load(const char *word, char **path, vl_error *error);
