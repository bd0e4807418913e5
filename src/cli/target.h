#pragma once
/// Files that a subcommand writes.

#include "base/error.h"

#include <stdbool.h>

/// Whether two paths lead to one file that is there.
bool vl_target_is(const char *path, const char *other);

/// Whether the option --NAME may write a file: a new one, or one that is there, is not the one that
/// is read, `input` (or NULL), and has a name that ends in `ending`, as no scene and no recording
/// does. "-" and what is no file may be written. Else false and a message.
VL_MUST_USE bool vl_target_check(const char *name, const char *path, const char *ending,
                                 const char *input, vl_error *error);
