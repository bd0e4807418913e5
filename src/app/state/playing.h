#pragma once
/// A recording that plays in a session, and what it has ahead of the present.

#include "lab/replay.h"

typedef struct vl_playing {
    vl_replay replay;
    struct vl_playing *next; ///< another one of the session

    size_t from, to; // bytes of the recording whose frames the log knows
} vl_playing;

/// Reads a recording whose first run can begin. NULL and a message with file, line and column where
/// it cannot. Free with vl_recording_free().
VL_MUST_USE vl_recording *vl_playing_load(const char *path, vl_error *error);

/// Begins to play a recording, which it owns, in a log and its lab. Free with vl_playing_free().
vl_playing *vl_playing_create(vl_recording *recording, vl_log *log, vl_lab *lab);
void vl_playing_free(vl_playing *playing);

/// Tells the log the lengths of the frames to come, until the recording goes elsewhere: another run
/// begins, or somebody went back. To be called where it has gone elsewhere.
void vl_playing_expect(vl_playing *playing);

/// The length of the next frame, s; 0: there is none.
double vl_playing_ahead(vl_playing *playing);

/// Does what comes up to the end of the next frame. False at the end, or where it cannot.
bool vl_playing_frame(vl_playing *playing);

/// Whether nothing is left, or it cannot go on.
bool vl_playing_has_ended(vl_playing *playing);
