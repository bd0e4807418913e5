#pragma once
/// Runs a recording: does to a lab what was done, in the same order, and compares the states with
/// the checks that the recording has. What it does is in the log of the lab, so that it goes back
/// in it. Other lanes may run under the same frames and the same hands.

#include "lab/log.h"

/// The first difference from what was recorded.
typedef struct vl_replay_difference {
    bool there;
    int lane;
    int64_t frame;           ///< common frames so far
    double time;             ///< s, of the lane
    uint64_t recorded, here; ///< checksums
    bool located;            ///< a check of places or readings after it differs, too
    double located_time;     ///< s
    const char *reading;     ///< name of the first reading that differs; NULL: none
    double was, is;          ///< its values
    int particle;            ///< number of the first recorded particle that is elsewhere; 0: none
    double distance;         ///< m
} vl_replay_difference;

typedef struct vl_replay {
    const vl_recording *recording;     ///< not owned
    vl_lines lines;                    ///< where the next operation is
    vl_log *log;                       ///< of the lab
    vl_lab *lab;                       ///< NULL before the first operation
    vl_scene own[VL_SCENE_MOST_LANES]; ///< lanes instead of those of the recording, not owned
    int own_count;                     ///< 0: those of the recording
    /// Called with each new run and its lanes; may be NULL.
    void (*begun)(void *user, vl_lab *lab, const vl_scene *lanes);
    void *user;
    bool scrubs;            ///< a difference does not end it
    int64_t frames, checks; ///< so far
    int64_t jumps; ///< how often it went to a state that does not follow from the one before
    vl_replay_difference difference;
    vl_error error; ///< why it ended before its end

    // of the replay alone
    bool owns;                    // log and lab
    struct vl_replay_step *steps; // what was done
    int step, step_count, step_capacity;
} vl_replay;

/// Prepares to run a recording from its beginning. `own`: lanes that run in place of the recorded
/// ones, of which integrator, solver, start, policy and stream are taken, or NULL. Free with
/// vl_replay_free().
void vl_replay_begin(vl_replay *replay, const vl_recording *recording, const vl_scene *own,
                     int own_count);

/// The same in a log and a lab of the caller.
void vl_replay_begin_in(vl_replay *replay, const vl_recording *recording, vl_log *log, vl_lab *lab);

void vl_replay_free(vl_replay *replay);

/// Does what the next entry says, with all steps of a frame. False at the end, and where the
/// message in vl_replay.error says why it cannot go on.
bool vl_replay_next(vl_replay *replay);

/// Goes to the state right after a frame, forward or back; 0 is the beginning. False where it
/// cannot, and vl_replay.error says why.
bool vl_replay_go(vl_replay *replay, int64_t frame);

/// Adds what differs, a sentence, to a text.
void vl_replay_tell(const vl_replay *replay, vl_text *text);
