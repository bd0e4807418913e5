#pragma once
/// How the program ends: the exit status, and the message on standard error that goes with it.
/// For this room alone.

#include "base/error.h"
#include "scene/scene.h"
#include "scene/stream.h"

enum {
    VL_EXIT_GOOD = 0,
    VL_EXIT_BAD_INPUT = 1,
    VL_EXIT_WRONG_USAGE = 2,
};

/// Prints a message about bad input as it is, so that an editor finds its FILE:LINE:COLUMN. Returns
/// VL_EXIT_BAD_INPUT.
int vl_exit_bad_input(const vl_error *error);

/// Prints what is odd in a scene but no fault, also on `common` steps; NULL: on those of the scene.
void vl_exit_warn(const vl_scene *scene, const vl_stream *common);

/// Prints a message about wrong usage, and where to read more; `subcommand` is its name, "" for the
/// program. Returns VL_EXIT_WRONG_USAGE.
int vl_exit_wrong_usage(const char *subcommand, const vl_error *error);

/// Says that this build has no window. Returns VL_EXIT_BAD_INPUT.
int vl_exit_no_window(void);
