#pragma once
/// A recording that was read from its file: lines, which are taken apart one by one
/// (docs/recordings.md). lab/replay.h runs it.

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The words with which lines begin, in the order of the table.
typedef enum vl_entry_kind {
    VL_ENTRY_BEGIN,
    VL_ENTRY_RUNS,
    VL_ENTRY_FRAME,
    VL_ENTRY_STOPPED,
    VL_ENTRY_HASH,
    VL_ENTRY_READING,
    VL_ENTRY_PLACE,
    VL_ENTRY_LOOK,
    VL_ENTRY_HOLD,
    VL_ENTRY_CARRY,
    VL_ENTRY_RELEASE,
    VL_ENTRY_PUT,
    VL_ENTRY_POSE,
    VL_ENTRY_PIN,
    VL_ENTRY_UNPIN,
    VL_ENTRY_CUT,
    VL_ENTRY_TURN,
    VL_ENTRY_INTEGRATOR,
    VL_ENTRY_SOLVER,
    VL_ENTRY_LANE,
    VL_ENTRY_ADD,
    VL_ENTRY_REMOVE,
    VL_ENTRY_MISTAKE,
    VL_ENTRY_NUMBERS,
    VL_ENTRY_BOOKED,
    VL_ENTRY_STATE,
    VL_ENTRY_KINDS,
} vl_entry_kind;

/// A row of the table of kinds.
typedef struct vl_entry_row {
    const char *name;
    const char *fields; ///< a letter for each: l lane, n number of a particle, c count, d number, o
                        ///< number or "-", t the rest of the line. A count of a kind with `block`
                        ///< comes first, and is that of the lines of a scene behind it
    bool block;
    const char *meaning; ///< for the documentation
} vl_entry_row;

/// By vl_entry_kind.
extern const vl_entry_row vl_entry_rows[VL_ENTRY_KINDS];

/// An entry, taken apart.
typedef struct vl_recorded {
    vl_entry_kind kind;
    int64_t line, end;  ///< of its first line and its last one
    int lane, number;   ///< where it has them
    int64_t counts[2];  ///< likewise
    double values[3];   ///< likewise; NaN: "-"
    const char *text;   ///< the rest of its line, in the recording, without a terminator
    int length, column; ///< bytes of it, and where it begins
    const char *block;  ///< the lines of a scene, each behind a bar
    size_t block_size;  ///< bytes of it
} vl_recorded;

typedef struct vl_recording {
    char *path;
    char *bytes;
    size_t size;
    bool torn;       ///< the file ended in the midst of an entry, which was dropped
    int64_t lines;   ///< the others
    int64_t *states; ///< lines to whose state it goes back, rising; one that is gone to twice is
                     ///< there twice
    int state_count;
} vl_recording;

/// A place in a recording. A fresh one, `{0}`, is its beginning.
typedef struct vl_cursor {
    size_t at;    // bytes
    int64_t line; // those before it
} vl_cursor;

/// Whether bytes are the beginning of a recording.
bool vl_recording_is(const char *bytes, size_t size);

/// Whether a regular file is there that begins as a recording does.
bool vl_recording_is_file(const char *path);

/// Reads a recording, and takes each of its lines apart once. NULL and a message with file, line
/// and column where it cannot be read. Free with vl_recording_free().
VL_MUST_USE vl_recording *vl_recording_load(const char *path, vl_error *error);

/// The same of its first MiB: what it begins with.
VL_MUST_USE vl_recording *vl_recording_load_head(const char *path, vl_error *error);

/// The same from memory; `bytes` are copied.
VL_MUST_USE vl_recording *vl_recording_parse(const char *bytes, size_t size, const char *path,
                                             vl_error *error);

void vl_recording_free(vl_recording *recording);

/// Takes the entry at the cursor apart and moves the cursor behind it. False at the end of the
/// recording; false and a message where the line is wrong.
bool vl_recording_next(const vl_recording *recording, vl_cursor *cursor, vl_recorded *entry,
                       vl_error *error);

/// A message about an entry, with file, line and column; returns false.
#define vl_entry_fail(recording, entry, error, ...)                                                \
    vl_fail_at((error), (vl_location){(recording)->path, (int)(entry)->line, (entry)->column},     \
               __VA_ARGS__)

/// A message that a recording has no run; returns false.
bool vl_recording_lacks_run(const vl_recording *recording, vl_error *error);

/// The scene with which a recording begins. NULL and a message where there is none.
VL_MUST_USE struct vl_scene *vl_recording_scene(const vl_recording *recording, vl_error *error);

/// The text of a scene in an entry, with all lines of the file before it left empty, so that
/// messages about it have the lines of the file. Free with vl_free().
char *vl_entry_scene(const vl_recorded *entry, size_t *size);
