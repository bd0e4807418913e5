#pragma once
/// Files that a subcommand writes.

#include "base/error.h"
#include "scene/scene.h"

#include <stdbool.h>

/// Whether two paths lead to one file that is there.
bool vl_target_is(const char *path, const char *other);

/// Whether the option --NAME may write a file: it is neither the one that is read, `input`, nor a
/// recording or a scene, nor a file of frames that `scene` (or NULL), its lanes, or `stream` of the
/// command line (or NULL) are read from. "-" may be written. Else false and a message.
VL_MUST_USE bool vl_target_check(const char *name, const char *path, const char *input,
                                 const vl_scene *scene, const char *stream, vl_error *error);
