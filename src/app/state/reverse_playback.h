#pragma once
/// Reverse playback: it records the steps that were made, reverses all velocities, and makes the
/// same steps back to the start.

#include "physics/model/model.h"

enum { VL_RECORD_MOST = 100000 }; ///< limit of recorded steps

/// The steps since some instant. It begins as {0}.
typedef struct vl_record {
    double time; ///< s, of that instant
    int count, capacity;
    double *dt; ///< s, lengths of the frames since
} vl_record;

void vl_record_add(vl_record *record, double dt);

typedef struct vl_playback {
    vl_record record; ///< steps since the start, or since a hand, pin, cut, switch or reversal
    vl_record path;   ///< the steps that are played back now, or were last
    int left;         ///< steps still to be played back; 0 when nothing is played back
    bool over;        ///< the playback has just ended; cleared by the notice about it
    bool back;        ///< no step has been made since it ended
    bool full;        ///< the record was full and began again; cleared by the notice about it
    bool turned;      ///< the motion is reversed: the time on show runs back
    double offset;    ///< s: the time on show is offset ± the time of the world
} vl_playback;

void vl_playback_free(vl_playback *playback);

/// Starts recording at the start of a run, where the time on show is the time of the world.
void vl_playback_begin(vl_playback *playback, const vl_world *world);

/// Discards the record, because the motion was disturbed. The time on show continues.
void vl_playback_forget(vl_playback *playback, const vl_world *world);

/// Starts the playback in a world whose motion was reversed. The steps of the playback are recorded
/// too. Returns false if no step is recorded.
bool vl_playback_turn(vl_playback *playback, const vl_world *world);

/// Returns the dt of the next step of the playback, s; 0 if none is left.
double vl_playback_next_dt(const vl_playback *playback);

/// Returns the time on show, s. `time` is the time of the world, s, which never runs back. Motion
/// that was reversed at 10 s shows 9 s one second later.
double vl_playback_shown_time(const vl_playback *playback, double time);

/// Returns the time on show at which the playback ends, s, if the world is at `time`, s, now.
double vl_playback_end_time(const vl_playback *playback, double time);

/// To be called after the world has made a frame of `dt` s.
void vl_playback_stepped(vl_playback *playback, const vl_world *world, double dt);
