#pragma once
/// Signals that ask the program to end (interrupt, hang-up, termination) while it reads and makes
/// scenes, when nothing is written yet and nothing can be lost: it ends at once, and says so. For
/// this room alone.

#include <signal.h>

enum { VL_WATCHED = 3 };

typedef struct vl_watch {
    struct sigaction before[VL_WATCHED];
} vl_watch;

/// From now on such a signal, if it is not ignored, ends the program with a message and the status
/// 128 + its number.
void vl_watch_begin(vl_watch *watch);

/// What signals do is as before.
void vl_watch_end(const vl_watch *watch);
