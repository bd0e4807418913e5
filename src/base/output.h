#pragma once
/// The one way in which the program writes files. A file appears when it is complete, in one
/// moment.
///
/// The bytes go into a new file in the same folder, whose name ends in ".new". It is synchronised
/// with the disk and then takes the name. So whatever ends the program, at any moment, the name
/// leads to the old file or to the new one, each of them whole. What cannot be written leaves the
/// old file, no new one, and a message with the path and the reason. A program that is killed may
/// leave the file of ".new".
///
/// A device or a pipe, and standard output, have no such moment: they get the bytes as they are
/// written.

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/// An output in progress. A fresh one is `{0}`, or `{.is_new = true}`.
typedef struct vl_output {
    FILE *file;
    char *path;   ///< final path, after vl_output_finish() the one that it has got; NULL: standard
                  ///< output
    char *beside; ///< temporary path; NULL: the bytes are written directly
    bool is_new;  ///< the file replaces none: where its name is taken when it is complete, it gets
                  ///< the first free one with "-2", "-3" … before its extension
} vl_output;

/// Opens `path`, or standard output for "-". An existing file is unchanged until
/// vl_output_finish(), and it keeps its permissions; one without permission to write is not
/// replaced. A symbolic link to a file stays, and what it leads to is replaced.
VL_MUST_USE bool vl_output_open(vl_output *output, const char *path, vl_error *error);

/// Completes the file. If something could not be written it returns false and a message. What is
/// left of standard output is written when the program ends. vl_output_abandon() follows.
VL_MUST_USE bool vl_output_finish(vl_output *output, vl_error *error);

/// Frees it, and removes the temporary file of one that is not complete. Allowed on a fresh one.
void vl_output_abandon(vl_output *output);

/// Writes a whole file, as vl_output_open() and vl_output_finish() do it. Unless `made` is NULL,
/// the file replaces none, and `*made` becomes the path that it has got; free it with vl_free().
VL_MUST_USE bool vl_file_write(const char *path, const char *bytes, size_t size, char **made,
                               vl_error *error);
