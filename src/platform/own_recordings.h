#pragma once
/// The recordings that the window writes by itself (docs/recordings.md): in a folder of the person,
/// the newest of them alone. A file beside each says that its program has not ended, so that the
/// next start finds the recording of one that was stopped.

#include "lab/log.h"

enum {
    VL_OWN_RECORDINGS_KEPT = 20,              ///< recordings in the folder
    VL_OWN_RECORDINGS_MOST_BYTES = 256 << 20, ///< of all of them; the newest stays in any case
};

typedef struct vl_own_recording {
    vl_log_file *file; ///< NULL: nothing is recorded
    char *mark;        ///< the file beside; NULL: there is none
    char *stopped;     ///< the newest recording of a program that did not end; NULL: there is none
} vl_own_recording;

/// Begins a recording in a folder, or with `path` in that file, which is nobody else's affair.
/// Older ones that are too many are removed. False and a message where it cannot be written; then
/// nothing is recorded. Free with vl_own_recording_end() in any case.
VL_MUST_USE bool vl_own_recording_begin(vl_own_recording *recording, const char *folder,
                                        const char *path, vl_error *error);

/// Somebody knows of vl_own_recording.stopped: no later start finds it.
void vl_own_recording_known(const char *folder);

/// Ends it, as the program does. Nothing may be written to the file any more.
void vl_own_recording_end(vl_own_recording *recording);
