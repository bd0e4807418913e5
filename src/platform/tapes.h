#pragma once
/// The recordings that the window writes by itself (docs/recordings.md): in a folder of the person,
/// the newest of them alone. A file beside each says that its program has not ended, so that the
/// next start finds the recording of one that was stopped.

#include "lab/journal.h"

enum {
    VL_TAPES_KEPT = 20,              ///< recordings in the folder
    VL_TAPES_MOST_BYTES = 256 << 20, ///< of all of them; the newest stays in any case
};

typedef struct vl_tape {
    vl_journal *journal; ///< NULL: nothing is recorded
    char *mark;          ///< the file beside; NULL: there is none
    char *stopped; ///< the newest recording of a program that did not end; NULL: there is none
} vl_tape;

/// Begins a recording in a folder, or with `path` in that file, which is nobody else's affair.
/// Older ones that are too many are removed. False and a message where it cannot be written; then
/// nothing is recorded. Free with vl_tape_end() in any case.
VL_MUST_USE bool vl_tape_begin(vl_tape *tape, const char *folder, const char *path,
                               vl_error *error);

/// A window has told of vl_tape.stopped: it is told no more.
void vl_tape_told(const char *folder);

/// Ends it, as the program does. Nothing may be written to the journal any more.
void vl_tape_end(vl_tape *tape);
