#pragma once
/// The file of a log (docs/recordings.md): lines that are only ever added while things happen, so
/// that a program that is killed leaves a file that is good but for its last line; and such a file,
/// read.

#include "base/text.h"
#include "lab/operation.h"

enum {
    VL_LOG_MOST_BYTES = 64 << 20,  ///< of a file. Then no more is added
    VL_LOG_LONGEST_LINE = 1 << 20, ///< bytes. With a longer one no more is added
};

/// What is written is in the file at the latest after this time, s, if the program still runs.
#define VL_LOG_DELAY 0.25

// --- writing ---

typedef struct vl_log_file vl_log_file;

/// Begins a file, which may replace a recording. NULL and a message, and the file is as it was,
/// where it cannot be written, is something else, or another program writes to it; this one must
/// not. Free with vl_log_file_free().
VL_MUST_USE vl_log_file *vl_log_file_create(const char *path, vl_error *error);

/// Writes what is left and closes the file. NULL is allowed.
void vl_log_file_free(vl_log_file *file);

/// Adds whole lines. Returns how many were added so far.
int64_t vl_log_file_add(vl_log_file *file, const char *lines, int length);

/// Writes where VL_LOG_DELAY has passed; to be called now and then where no line is added.
void vl_log_file_tick(vl_log_file *file);

/// Why nothing is added any more; NULL: something is.
const char *vl_log_file_failure(const vl_log_file *file);

/// Whether a program writes to that file now; not this program.
bool vl_log_file_is_written(const char *path);

/// Writes all that is left. False and the first message where something could not be written.
bool vl_log_file_flush(vl_log_file *file, vl_error *error);

// --- reading ---

typedef struct vl_recording {
    char *path;
    char *bytes;
    size_t size;
    bool torn; ///< the file ended in the midst of an entry, which was left out
} vl_recording;

/// Whether a regular file is there that begins as a recording does.
bool vl_recording_is_file(const char *path);

/// Reads a recording, or its first MiB, and looks at each line. NULL and a message with file, line
/// and column where it cannot be read. Free with vl_recording_free().
VL_MUST_USE vl_recording *vl_recording_load(const char *path, bool head, vl_error *error);

/// The same from memory that it owns from now on.
VL_MUST_USE vl_recording *vl_recording_parse(char *bytes, size_t size, const char *path,
                                             vl_error *error);

void vl_recording_free(vl_recording *recording);

/// Its lines behind the first. Free `text` of what is returned.
vl_lines vl_recording_lines(const vl_recording *recording);

/// A message that a recording has no run; returns false.
bool vl_recording_lacks_run(const vl_recording *recording, vl_error *error);

/// The scene with which a recording begins. NULL and a message where there is none.
VL_MUST_USE vl_scene *vl_recording_scene(const vl_recording *recording, vl_error *error);
