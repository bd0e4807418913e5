#pragma once
/// The frames that were and those to come, for the band; and other lengths for them.

#include "app/state/session.h"

enum { VL_MOST_FRAMES = 6144 }; ///< half are to come: 15 s at 200 frames/s

/// A window over the common frames, in the order of time.
///
/// A frame is late if it takes more than 1.8 times as long as each of the five frames before it and
/// the five after it. So jitter has hardly any late frame, however wide it is, and frames of a
/// lower rate are not late beside those of a higher one. Another rate begins with a frame if the
/// five before it are of one length, to a quarter, and it and the four after it of another one.
typedef struct vl_frames {
    int64_t first;                ///< number of the first, from 1
    int count, made;              ///< of all; of those that were made
    double now;                   ///< s, when the newest that was made ended
    double end[VL_MOST_FRAMES];   ///< s, when each ends
    double dt[VL_MOST_FRAMES];    ///< ms
    bool late[VL_MOST_FRAMES];    ///< longer than the ordinary spread of the frames around it
    bool changed[VL_MOST_FRAMES]; ///< of another rate than that with which the run began
    double usual;                 ///< ms, median length; without frames that of 60 a second
} vl_frames;

/// Reads the frames of the last `past` s, and those of the next `future` s; at most VL_MOST_FRAMES.
/// Frames to come whose lengths will be measured are given the usual length.
void vl_frames_read(vl_frames *frames, const vl_session *session, double past, double future);

enum { VL_MOST_MARKS = 64 };

/// The newest instants of the run at which another rate began or a frame was late, of the common
/// frames. A fresh one is `{0}`.
typedef struct vl_frame_marks {
    int64_t read;                ///< frames that were read
    int entry;                   ///< of the log, where the last of them ended
    int count;                   ///< of all; the newest VL_MOST_MARKS are kept
    double times[VL_MOST_MARKS]; ///< s, a ring
} vl_frame_marks;

/// Reads the frames that came since the last call; to be called in each frame of the window.
void vl_frame_marks_follow(vl_frame_marks *marks, const vl_session *session);

enum { VL_EDIT_PIECES = 2048 };

/// Lengths that are drawn over the frames to come, by time. A fresh one is `{0}`.
typedef struct vl_frame_edit {
    double begin, end;         ///< s, of as many equal pieces
    double dt[VL_EDIT_PIECES]; ///< s, > 0, of a frame that begins in the piece; 0: as it is
} vl_frame_edit;

/// The length of a frame that begins at `time`, s, in an edit; 0 where it stays as it is.
double vl_frame_edit_at(const vl_frame_edit *edit, double time);

/// Gives frames to come other lengths: the common stream becomes a list with all frames from the
/// start to the end of the edit, and goes on behind it as it would have at that time. Policies make
/// their steps of the new frames. False and a message, and nothing changes, where the reverse
/// playback makes the frames, or all of them were made: who goes back before them can give them
/// another length.
VL_MUST_USE bool vl_session_edit_frames(vl_session *session, const vl_frame_edit *edit,
                                        vl_error *error);
