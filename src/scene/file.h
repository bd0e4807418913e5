#pragma once
/// Reads files up to a limit, and handles paths. base/output.h writes files.

#include "base/error.h"

#include <stddef.h>

/// The bytes of a file, followed by a NUL that `*size` does not count. NULL and "PATH: …" where it
/// cannot be read, is a directory, or holds more than `most` bytes, of which `head` reads these
/// alone. Free with vl_free().
VL_MUST_USE char *vl_file_read(const char *path, size_t most, bool head, size_t *size,
                               vl_error *error);

/// `name` inside `folder`; `name` alone where it is absolute or `folder` is NULL. Free with
/// vl_free().
char *vl_path_join(const char *folder, const char *name);

/// `name` in the folder of `file`; `name` alone where it is absolute or `file` is NULL. Free with
/// vl_free().
char *vl_path_beside(const char *file, const char *name);
