#pragma once
/// Progress of what takes long. Ctrl-C is noticed between two steps, so that no half-written file
/// is left, and a terminal shows a line with the part done. For this room alone.

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct vl_progress {
    sigset_t held, before; ///< the signals that are held back, and the mask before
    FILE *rows;            ///< rows are written there meanwhile; NULL. The caller sets it
    double begin;          ///< s of real time
    double last_check;     ///< s of real time, when a signal was last looked for
    double last_line;      ///< s of real time, when the line was written last
    int width;             ///< characters of the line that stands there now
} vl_progress;

/// Holds back the signals that ask a program to end (interrupt, hang-up, termination), except those
/// that are ignored.
vl_progress vl_progress_begin(void);

/// To be called often; it acts fifty times a second. Writes the line where standard error is a
/// terminal: `done` is the part done, 0…1, negative where the end is not known; `steps` made so
/// far, negative where they are not counted. False: a signal is waiting, or the rows cannot be
/// written.
bool vl_progress_goes_on(vl_progress *progress, double done, int64_t steps);

/// Erases the line. Returns whether a signal is waiting.
bool vl_progress_is_stopped(vl_progress *progress);

/// Lets the signals through again. Where one was waiting it is taken, and its number returned; else
/// 0.
int vl_progress_end(vl_progress *progress);
