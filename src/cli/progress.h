#pragma once
/// Lengthy work: how long it takes is told before it begins, and its progress on a terminal.

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct vl_progress {
    FILE *rows;        ///< file to which the work writes rows; may be NULL
    double begin;      ///< s of real time
    double last_check; ///< s of real time of the last look at the clock
    double last_line;  ///< s of real time, when the line was written last
    int width;         ///< characters of the line that is shown
} vl_progress;

/// Begins with work that writes `rows`, NULL: none.
vl_progress vl_progress_begin(FILE *rows);

/// To be called often; it acts fifty times a second. Writes the line where standard error is a
/// terminal. `done` is the part done, 0…1, negative
/// where the end is not known; `steps` made so far, negative where they are not counted. False: the
/// rows cannot be written.
bool vl_progress_goes_on(vl_progress *progress, double done, int64_t steps);

/// Tells on standard error how many seconds the work takes, and returns true, where these are more
/// than VL_SCENE_LONGEST.
bool vl_progress_expect(const char *what, double seconds);

/// Erases the line.
void vl_progress_end(vl_progress *progress);
