#pragma once
/// Runs a recording: does to a lab what was done, in the same order, and compares the states with
/// the checks that the recording has. Other lanes may run under the same frames and the same hands.

#include "lab/lab.h"
#include "lab/recording.h"

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
    const vl_recording *recording; ///< not owned
    vl_cursor cursor;
    vl_scene *scene;                   ///< of the present run; owned
    vl_lab *lab;                       ///< NULL before the first entry; owned
    vl_scene own[VL_SCENE_MOST_LANES]; ///< lanes instead of those of the recording, not owned
    int own_count;                     ///< 0: those of the recording
    /// Called with each new lab and its lanes; may be NULL.
    void (*begun)(void *user, vl_lab *lab, const vl_scene *lanes);
    void *user;
    /// It can go to any frame (vl_replay_go()): states are kept on the way, and a difference does
    /// not end it.
    bool scrubs;
    int64_t frames, checks; ///< so far
    unsigned changed_lanes; ///< since the run began, one bit each: it has another method or solver,
                            ///< or is another lane
    int64_t jumps; ///< how often it went to a state that does not follow from the one before
    vl_replay_difference difference;
    vl_error error; ///< why it ended before its end

    // of the replay alone
    struct vl_replay_state *states; // that it goes back to later
    int state_count, state_capacity;
    int next_state;             // in vl_recording.states, the first that is not yet kept
    size_t bytes;               // of all of them
    struct vl_replay_run *runs; // that were replaced, and to which it goes back
    int run_count, run_capacity;
    int64_t apart;     // frames between two states that are kept to go to
    vl_scene **scenes; // all that were made, where it scrubs; owned
    int scene_count, scene_capacity;
} vl_replay;

/// Prepares to run a recording from its beginning. `own`: lanes that run in place of the recorded
/// ones, of which integrator, solver, start, policy and stream are taken, or NULL. Free with
/// vl_replay_free().
void vl_replay_begin(vl_replay *replay, const vl_recording *recording, const vl_scene *own,
                     int own_count);
void vl_replay_free(vl_replay *replay);

/// Does what the next entry says, with all steps of a frame. False at the end, and where the
/// message in vl_replay.error says why it cannot go on.
bool vl_replay_next(vl_replay *replay);

/// Goes to the state right after a frame, forward or back, with vl_replay.scrubs; 0 is the
/// beginning. False where it cannot, and vl_replay.error says why.
bool vl_replay_go(vl_replay *replay, int64_t frame);

/// Goes back to the newest state that is kept. False: there is none.
bool vl_replay_retreat(vl_replay *replay);

/// Hands its present lab over to the caller, and drops everything but its scene.
VL_MUST_USE vl_lab *vl_replay_hand_over(vl_replay *replay);

/// Adds what differs, a sentence, to a text.
void vl_replay_tell(const vl_replay *replay, vl_text *text);
