#pragma once
/// The demo: a session, a view of it, and a person at a platform.
///
/// vl_app_frame() does one frame and returns, so that a window, a test, a recording or a browser
/// can drive it.

#include "app/state/state.h"

/// An app on `platform` (not owned) with the scene file `path`. NULL and a message where that
/// cannot be opened. Free with vl_app_free().
VL_MUST_USE vl_app *vl_app_create(vl_platform *platform, const char *path, vl_error *error);

void vl_app_free(vl_app *app);

/// One frame: events, steps, drawing. False when the person has quit.
bool vl_app_frame(vl_app *app);

/// Steps to the simulated time `end`, s, or to the end of the stream, without drawing: a step
/// longer than what is left is shortened. The next frame shows that instant. There is no reference
/// run from then on: what is drawn must not depend on how fast one is.
void vl_app_go_to(vl_app *app, double end);
