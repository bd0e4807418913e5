#pragma once
/// Output files that appear only when they are complete, or streams that are written at once.

#include "base/error.h"

#include <stdbool.h>
#include <stdio.h>

/// An output in progress. A fresh one is `{0}`.
typedef struct vl_output {
    FILE *file;
    char *path;   ///< final path; NULL: standard output
    char *beside; ///< temporary path; NULL: the bytes are written directly
} vl_output;

/// Opens `path`, or standard output for "-". An existing file is unchanged until
/// vl_output_finish(); a device or a pipe is written directly.
VL_MUST_USE bool vl_output_open(vl_output *output, const char *path, vl_error *error);

/// Completes the file. If something could not be written it returns false and a message, and
/// removes the temporary file. The last bytes of standard output are flushed when the program ends.
VL_MUST_USE bool vl_output_finish(vl_output *output, vl_error *error);

/// Removes the temporary file. Allowed after vl_output_finish() or on a fresh one.
void vl_output_abandon(vl_output *output);
