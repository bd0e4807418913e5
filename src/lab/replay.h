#pragma once
/// Runs a recording: does to a lab what was done, and compares the states with the checks that the
/// recording has. Other lanes may run under the same frames and the same hands. It knows which line
/// has led to which entry of the log, so that it goes on from wherever one goes there.

#include "lab/log.h"

/// What is other than it was: the run, the instant, or only something in the lanes.
typedef enum vl_replay_change {
    VL_REPLAY_RUN,
    VL_REPLAY_INSTANT,
    VL_REPLAY_LANES
} vl_replay_change;

typedef struct vl_replay {
    const vl_recording *recording;
    vl_lines lines;                    ///< where the next operation is
    vl_log *log;                       ///< of the lab
    vl_lab *lab;                       ///< NULL before the first operation
    vl_scene own[VL_SCENE_MOST_LANES]; ///< lanes instead of those of the recording, not owned
    int own_count;                     ///< 0: those of the recording
    /// Called where something else was done than a frame, with the lanes of a run that begins or
    /// else NULL; may be NULL.
    void (*changed)(void *user, vl_replay_change what, const vl_scene *lanes);
    void *user;
    bool goes_on;           ///< a difference does not end it
    int64_t frames, checks; ///< that were made
    vl_error difference;    ///< the first since it began, "differs from frame …", if there is one
    int64_t differs_from;   ///< the frame of its run, then
    vl_error error;         ///< why it ended before its end

    // of the replay alone
    vl_recording *owned;          // NULL: log and lab are
    bool begins;                  // at the first line, wherever the log is
    int entry;                    // of the log, behind which its lines are
    struct vl_replay_step *steps; // what was done
    int step_count, step_capacity;
} vl_replay;

/// Prepares to run a recording, which must outlive it, from its beginning. `own`: lanes that run in
/// place of the recorded ones, of which integrator, solver, start, policy and stream are taken, or
/// NULL. Free with vl_replay_free().
void vl_replay_begin(vl_replay *replay, const vl_recording *recording, const vl_scene *own,
                     int own_count);

void vl_replay_free(vl_replay *replay);

/// Goes on with the first line, as another run.
void vl_replay_rewind(vl_replay *replay);

/// Does what the next entry says, with all steps of a frame. False at the end, and where the
/// message in vl_replay.error says why it cannot go on.
bool vl_replay_next(vl_replay *replay);

/// Goes on behind the present entry of the log, which vl_replay_next() does by itself.
void vl_replay_follow(vl_replay *replay);

/// Whether one can go to an entry that it has led to.
bool vl_replay_is_reached(const vl_replay *replay);
