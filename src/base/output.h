#pragma once
/// A file that appears when it is complete, or a stream of bytes that goes out as it comes.

#include "base/error.h"

#include <stdbool.h>
#include <stdio.h>

/// What is being written. A fresh one is `{0}`.
typedef struct vl_output {
    FILE *file;
    char *path;   ///< where it is to appear; NULL: standard output
    char *beside; ///< where it is meanwhile; NULL: bytes go out as they come
} vl_output;

/// Opens `path`, "-" for standard output. What is there already keeps its content until
/// vl_output_finish(), unless it is no file but a device or a pipe, which is written to at once.
VL_MUST_USE bool vl_output_open(vl_output *output, const char *path, vl_error *error);

/// Completes the file. False and a message where something could not be written; then nothing is
/// left behind. Of standard output it leaves the last bytes to whoever ends the program.
VL_MUST_USE bool vl_output_finish(vl_output *output, vl_error *error);

/// Gives up and leaves nothing behind. Allowed after vl_output_finish() or on a fresh one.
void vl_output_abandon(vl_output *output);
