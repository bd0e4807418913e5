#pragma once
/// The frames that were and those to come, for the strip.

#include "app/state/session.h"

enum { VL_MOST_FRAMES = 4096 };

/// The frames of the stream since the start of the run: those that the lab made, or those that a
/// policy before the lab made its steps of. How many are known, with those ahead where somebody has
/// gone back; how many came until the present; the length of number `index`, from 0, s.
int vl_session_frames_known(const vl_session *session);
int vl_session_frames_come(const vl_session *session);
double vl_session_frame_length(const vl_session *session, int index);

/// A window over the frames, in the order of time.
///
/// A frame is late if it takes more than one and a half times the median of the frames around it,
/// and lies above their upper quartile by more than one and a half times the distance of the
/// quartiles (Tukey's fence). So jitter has no late frame, however wide it is, and a frame that
/// stands out of it is one. Around it are its group, of 32 frames by number, and the groups before
/// and after; the most patient of the three decides, so that a lower frame rate is not late beside
/// a higher one.
typedef struct vl_frames {
    int64_t first;              ///< number of the first, from 1
    int count, made;            ///< of all; of those that were made
    int known;                  ///< of those whose length is known: made, or given by a stream
    double now;                 ///< s, when the newest that was made ended
    double end[VL_MOST_FRAMES]; ///< s, when each ends
    double dt[VL_MOST_FRAMES];  ///< ms
    bool late[VL_MOST_FRAMES];  ///< longer than the ordinary spread of the frames around it
    double usual;               ///< ms, median length; NaN without frames
    double longest;             ///< ms
} vl_frames;

/// Reads the frames of the last `past` s, and those of the next `future` s; at most VL_MOST_FRAMES.
/// Frames to come whose lengths will be measured are given the usual length. Of a lane with frames
/// of its own, if it is the chosen one, these are read.
void vl_frames_read(vl_frames *frames, const vl_session *session, double past, double future);
