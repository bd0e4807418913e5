#pragma once
/// Reads and writes whole files and handles paths. A file is read up to a limit. When writing
/// fails, the old file does not change.

#include "base/error.h"

#include <stddef.h>

/// The bytes of a file, followed by a NUL that `*size` does not count. NULL and "PATH: …" where it
/// cannot be read, is a directory, or holds more than `most` bytes. Free with vl_free().
VL_MUST_USE char *vl_file_read(const char *path, size_t most, size_t *size, vl_error *error);

/// Writes a file: first a temporary file in the same folder, which is synchronised with the disk
/// and then renamed. On failure the old file is unchanged, the temporary one is removed, and there
/// is a message. A file without permission to write is not replaced.
VL_MUST_USE bool vl_file_write(const char *path, const char *bytes, size_t size, vl_error *error);

/// The folder of a path, "." where it names none. Free with vl_free().
char *vl_path_folder(const char *path);

/// `name` inside `folder`; `name` alone where it is absolute or `folder` is NULL. Free with
/// vl_free().
char *vl_path_join(const char *folder, const char *name);
