#pragma once
/// Error messages that tell the user what to do.
///
/// The folder base/ contains what every other folder uses: errors, checked memory, text and names,
/// complete output files, vectors, random numbers, clocks and workers. It includes no other folder.

#include <stdbool.h>
#include <stddef.h>

enum { VL_ERROR_TEXT_SIZE = 1024 };

/// One complete message. Owned by the caller; a fresh one is `{0}`.
typedef struct vl_error {
    char text[VL_ERROR_TEXT_SIZE]; ///< UTF-8, no newline at the end; empty if nothing failed
    bool wrong_usage; ///< a setting that was asked for is wrong, not a file or the machine
} vl_error;

/// A place in a text file. Lines and columns count from 1; 0 means unknown and is left out.
typedef struct vl_location {
    const char *file; ///< as the user wrote it; not owned
    int line;
    int column;
} vl_location;

/// Writes a message, as printf() does, and returns false, so that a function can `return
/// vl_fail(error, ...)`.
/// A message longer than the buffer is cut. It is one line: control characters in it, and bytes
/// that are not UTF-8 or no longer a whole character, become '?', tabs blanks. `error` may be NULL.
#define vl_fail(error, ...) vl_fail_at((error), (vl_location){0}, __VA_ARGS__)

/// Like vl_fail(), with "FILE:LINE:COLUMN: " in front where there is a file.
bool vl_fail_at(vl_error *error, vl_location where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Like vl_fail(), where a setting that was asked for is wrong; `error` is not NULL.
#define vl_fail_usage(error, ...) ((error)->wrong_usage = true, vl_fail((error), __VA_ARGS__))

#define VL_MUST_USE               __attribute__((warn_unused_result))
