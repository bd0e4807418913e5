#pragma once
/// A session plays a recording: what was done acts again, at the pace at which it was done. The
/// frames to come are on the line of time, so that one steps, pauses and goes to and fro as in any
/// run. Whatever a person changes ends that, as vl_session_mark() tells: the run goes on from there
/// without the rest of the recording, and undo comes back to the playing.

#include "app/state/session.h"

/// Opens a recording as vl_session_open() does a scene. False and a message with file, line and
/// column where it cannot be played; then the session is unchanged.
VL_MUST_USE bool vl_session_open_recording(vl_session *session, const char *path, vl_error *error);
