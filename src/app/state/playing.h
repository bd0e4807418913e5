#pragma once
/// A recording that plays in a session (docs/recordings.md): its entries act on a lab that it owns,
/// and the session shows that lab. play.h has what a session does with it.

#include "lab/replay.h"

/// A frame of a recording. Number 0 is its beginning, and its first run has begun there.
typedef struct vl_reel_frame {
    double dt;      ///< s
    double end;     ///< s of playing until it ends
    int64_t number; ///< in its run, from 1
    int64_t after;  ///< the frame from whose end it goes on; −1: it is the first of another run
} vl_reel_frame;

/// A recording with what its frames are.
typedef struct vl_reel {
    int users; ///< the session, and each change that undo may go to
    vl_recording *recording;
    int64_t frames;
    vl_reel_frame *list; ///< `frames` + 1 of them
} vl_reel;

typedef struct vl_playing {
    vl_reel *reel; ///< NULL: nothing plays
    vl_replay *replay;
    double due;                            ///< s, passed but not yet made into frames
    bool ended;                            ///< it is at its end
    int64_t peeked;                        ///< the frame of `shown`; −1: none
    vl_reading shown[VL_SCENE_MOST_LANES]; ///< of each lane where it is paused
    int followed;                          ///< the run that the session shows, vl_log_run()
} vl_playing;

/// Reads a recording. NULL and a message with file, line and column where it cannot be read. The
/// caller is its first user.
VL_MUST_USE vl_reel *vl_reel_load(const char *path, vl_error *error);

/// Adds a user, or takes one away; without any it is freed. NULL is allowed.
vl_reel *vl_reel_use(vl_reel *reel);
void vl_reel_leave(vl_reel *reel);

/// Begins to play in a log, and in its lab, if it has one; the user that it takes is the caller's.
void vl_playing_begin(vl_playing *playing, vl_reel *reel, vl_log *log, vl_lab *lab);

void vl_playing_free(vl_playing *playing);

/// The frame after which it is now, from 0 to vl_reel.frames.
int64_t vl_playing_frame(const vl_playing *playing);

/// The length of a frame, s; 0 behind the last one.
double vl_reel_length(const vl_reel *reel, int64_t frame);

/// Tells a log the lengths of the frames that follow the present one, behind `frame`, until the
/// recording goes back or another run begins.
void vl_reel_expect(const vl_reel *reel, int64_t frame, vl_log *log, const vl_lab *lab);

/// The last frame that ended not later than so many seconds of playing.
int64_t vl_reel_frame_at(const vl_reel *reel, double time);
