#pragma once
/// Reverse playback: the steps that were made, and the same steps back when all motion is reversed.

#include "lab/reversal.h"

typedef struct vl_playback {
    vl_record record; ///< since the start, or since a hand, a pin, a cut, a switch or a turn
    vl_record path;   ///< that is played back, or was the last time
    int left;         ///< steps of it that are still to be made; 0: nothing is played back
    int64_t turns;    ///< counted
    bool over;        ///< its end has just been reached; for whoever tells it
    bool full;        ///< there were more steps than are kept, and the record began anew; likewise
    double distance;  ///< m, from where it began, when it is over
    bool turned;      ///< the motion is reversed: the time on show runs back
    double offset;    ///< s: the time on show is offset ± that of the world
} vl_playback;

void vl_playback_free(vl_playback *playback);

/// The start of a run: the record begins, and the time on show is that of the world.
void vl_playback_begin(vl_playback *playback, vl_world *world);

/// The motion is no longer the one that was recorded: the record begins anew, and the time on show
/// runs on from where it is.
void vl_playback_forget(vl_playback *playback, vl_world *world);

/// Reverses the motion of the world, which must be synchronised, and begins to play back; what is
/// made of it is recorded in its turn. False where no step is recorded.
bool vl_playback_turn(vl_playback *playback, vl_world *world);

/// The dt of the next step of the playback, s; 0 where none is left.
double vl_playback_next_dt(const vl_playback *playback);

/// The time on show, s, when that of the world, which never runs back, is `time` s. Motion that
/// was reversed at 10 s is at 9 s one second later.
double vl_playback_shown_time(const vl_playback *playback, double time);

/// The time on show where the playback ends, s, which goes on from `time` s of the world.
double vl_playback_end_time(const vl_playback *playback, double time);

/// Seconds that are still to be played back.
double vl_playback_time_left(const vl_playback *playback);

/// The world has made a frame of `dt` s.
void vl_playback_stepped(vl_playback *playback, vl_world *world, double dt);
