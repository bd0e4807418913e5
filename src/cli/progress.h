#pragma once
/// Shows the progress of lengthy work on a terminal. It checks for Ctrl-C between two steps and in
/// the middle of a long one, so that no half-written file is left. For this room alone.

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { VL_PROGRESS_SIGNALS = 3 };

typedef struct vl_progress {
    struct sigaction before[VL_PROGRESS_SIGNALS]; ///< what the signals did before
    FILE *rows;        ///< file to which the work writes rows, set by the caller; may be NULL
    double begin;      ///< s of real time
    double last_check; ///< s of real time of the last check for a signal
    double last_line;  ///< s of real time, when the line was written last
    double told;       ///< s of real time from the beginning to that line
    int width;         ///< characters of the line that is shown
    double done;       ///< as vl_progress_goes_on() got it last
    int64_t steps;     ///< likewise
} vl_progress;

/// Notes the signals that ask a program to end (interrupt, hang-up, termination), except those that
/// are ignored, so that the work ends as it should. One at a time.
vl_progress vl_progress_begin(void);

/// To be called often; it acts fifty times a second. Writes the line where standard error is a
/// terminal; else a line after 2 s, 4 s, 8 s and so on. `done` is the part done, 0…1, negative
/// where the end is not known; `steps` made so far, negative where they are not counted. False: a
/// signal has come, or the rows cannot be written.
bool vl_progress_goes_on(vl_progress *progress, double done, int64_t steps);

/// Whether work is to end in the middle of a step, for a vl_interrupt whose `user` is a
/// vl_progress: goes on with the line, and looks for a signal.
bool vl_progress_interrupts(void *progress);

/// Erases the line. Returns whether a signal has come.
bool vl_progress_is_stopped(vl_progress *progress);

/// Gives the signals back what they did before. Returns the number of the first that came, or 0.
int vl_progress_end(vl_progress *progress);
