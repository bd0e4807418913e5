#pragma once
/// The line that shows how far a long run is: on a terminal, and only there.

#include <stdbool.h>
#include <stdint.h>

/// A fresh one comes from vl_progress_create().
typedef struct vl_progress {
    bool shown_at_all; ///< standard error is a terminal
    double begin;      ///< s of real time
    double last;       ///< s of real time, when the line was written last
    int width;         ///< characters of the line that stands there now
} vl_progress;

/// `wanted` false: stays silent.
vl_progress vl_progress_create(bool wanted);

/// Writes the line where it is time to: ten times a second, not in the first moment.
/// `now` is real time, s; `done` the part done, 0…1, negative where the end is not known;
/// `steps` made so far, negative where they are not counted.
void vl_progress_show(vl_progress *progress, double now, double done, int64_t steps);

/// Takes the line away.
void vl_progress_erase(vl_progress *progress);
