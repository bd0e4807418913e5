#pragma once
/// A session plays a recording: what was done acts again, at the pace at which it was done.
/// Whatever a person changes ends that, as vl_session_mark() tells: the run goes on from there
/// without the rest of the recording, and undo comes back to the playing.

#include "app/state/session.h"

/// Opens a recording as vl_session_open() does a scene. False and a message with file, line and
/// column where it cannot be played; then the session is unchanged.
VL_MUST_USE bool vl_session_open_recording(vl_session *session, const char *path, vl_error *error);

/// Plays a recording on from a frame, in place of the present run, which undo has brought back. The
/// user of the reel that it takes is the caller's.
void vl_session_play_from(vl_session *session, vl_reel *reel, int64_t frame);

bool vl_session_plays(const vl_session *session);

/// Makes the frames that are due after `elapsed` s of real time. Returns how many it made.
int vl_session_play(vl_session *session, double elapsed, double budget);

/// Plays one frame more. False at the end, or where it cannot.
bool vl_session_play_step(vl_session *session);

/// Reads the present where the recording is paused, with the length of the frame that comes next:
/// vl_session.instant, and vl_session_shown() of each lane. The lab does not change.
void vl_session_play_peek(vl_session *session);

/// The newest reading of a lane that is complete.
const vl_reading *vl_session_shown(const vl_session *session, int lane);

/// Goes to the state after a frame of the recording, and pauses. False where it is there already.
bool vl_session_play_go(vl_session *session, int64_t frame);
