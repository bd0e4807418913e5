#pragma once
/// Lengthy work: how long it takes is told before it begins, and its progress on a terminal.

#include <stdbool.h>
#include <stdio.h>

typedef struct vl_progress {
    FILE *rows;   ///< file to which the work writes rows; may be NULL
    double begin; ///< s of real time
    double next;  ///< s of real time, when the line is written again
    bool shown;   ///< there is a line
} vl_progress;

/// Begins with work that writes `rows`, NULL: none.
vl_progress vl_progress_begin(FILE *rows);

/// To be called often. Writes the line where standard error is a terminal. `done` is the part done,
/// 0…1, negative where the end is not known. False: the rows cannot be written.
bool vl_progress_goes_on(vl_progress *progress, double done);

/// Tells on standard error how many seconds the work takes, and returns true, where these are more
/// than VL_SCENE_LONGEST.
bool vl_progress_expect(const char *what, double seconds);

/// Erases the line.
void vl_progress_end(vl_progress *progress);
