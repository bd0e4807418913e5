#pragma once
/// Files that a subcommand writes.

#include "base/error.h"

#include <stdbool.h>

/// Whether two paths lead to one file that is there.
bool vl_target_is(const char *path, const char *other);

/// Whether the option --NAME may write a file: it is neither the one that is read, `input`, nor a
/// recording or a scene. "-" may be written. Else false and a message.
VL_MUST_USE bool vl_target_check(const char *name, const char *path, const char *input,
                                 vl_error *error);
