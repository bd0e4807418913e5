#pragma once
/// The frames that were, for the strip.

#include "app/state/history.h"

enum { VL_MOST_FRAMES = 2048 };

typedef struct vl_frames {
    int count;
    double end[VL_MOST_FRAMES]; ///< s, when each ended; the oldest first
    double dt[VL_MOST_FRAMES];  ///< ms
    double usual;               ///< ms, median length; NaN without frames
    double longest;             ///< ms
} vl_frames;

/// Reads the frames of the last `window` s; no more than VL_MOST_FRAMES.
void vl_frames_read(vl_frames *frames, const vl_history *history, double window);

/// Whether a frame took more than one and a half times as long as usual, both before and after it.
bool vl_frame_is_late(const vl_frames *frames, int index);
