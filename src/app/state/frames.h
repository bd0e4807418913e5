#pragma once
/// The frames that were, for the strip.

#include "app/state/history.h"

enum { VL_MOST_FRAMES = 2048 };

typedef struct vl_frames {
    int count;
    double end[VL_MOST_FRAMES]; ///< s, when each ended; the oldest first
    double dt[VL_MOST_FRAMES];  ///< ms
    bool late[VL_MOST_FRAMES];  ///< it took more than one and a half times as long as usual, both
                                ///< before and after it
    double usual;               ///< ms, median length; NaN without frames
    double longest;             ///< ms
} vl_frames;

/// Reads the frames of the last `window` s; no more than VL_MOST_FRAMES.
void vl_frames_read(vl_frames *frames, const vl_history *history, double window);

/// Marks the late ones among the newest frames, after one was added to `dt`, ms over s, and to
/// `marks`: 1 is late. The frames after one count, too, so the last marks may change.
void vl_frames_mark(const vl_series *dt, vl_series *marks);
