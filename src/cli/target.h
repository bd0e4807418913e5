#pragma once
/// Files that a subcommand writes.

#include "base/error.h"
#include "scene/scene.h"

#include <stdbool.h>

/// Whether two paths lead to one file that is there.
bool vl_target_is(const char *path, const char *other);

/// Whether the option --NAME may write a file: it is neither the one that is read, `input`, nor a
/// recording or a scene. "-" may be written. Else false and a message.
VL_MUST_USE bool vl_target_check(const char *name, const char *path, const char *input,
                                 vl_error *error);

/// Whether the option --NAME may write a file: it is none of the files of frames that a scene, its
/// lanes, or the stream of the command line (NULL: none) are read from. Else false and a message.
VL_MUST_USE bool vl_target_is_no_stream(const char *name, const char *path, const vl_scene *scene,
                                        const char *scene_path, const char *stream,
                                        vl_error *error);
