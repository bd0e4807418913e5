#pragma once
/// Lengthy work: how long it takes, told from its first steps, and its progress on a terminal.

#include <stdbool.h>
#include <stdio.h>

typedef struct vl_progress {
    const char *what; ///< "The run"
    FILE *rows;       ///< file to which the work writes rows; may be NULL
    double begin;     ///< s of real time
    double next;      ///< s of real time, when the line is written again
    bool shown;       ///< there is a line
    double from;      ///< s of real time, and
    double first;     ///< the part done when that was first known; negative before
    double expected;  ///< s, how long it was said to take
} vl_progress;

/// Begins with work that writes `rows`, NULL: none.
vl_progress vl_progress_begin(const char *what, FILE *rows);

/// To be called often. Writes the line where standard error is a terminal, and tells how long the
/// work takes, from 0.2 s of it, where that is more than VL_SCENE_LONGEST, and more than three
/// times what was told before. `done` is the part done, 0…1, negative where the end is not known.
/// False: the rows cannot be written.
bool vl_progress_goes_on(vl_progress *progress, double done);

/// Erases the line.
void vl_progress_end(vl_progress *progress);
