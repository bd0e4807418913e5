#pragma once
/// The demo: it shows a session through a view, on a platform, and lets a person act on it.
///
/// vl_app_frame() does one frame and returns, so that a window, a test, a recording or a browser
/// can drive it.

#include "app/state/state.h"

/// Creates an app on `platform` (not owned) that shows the scene file `path`. Returns NULL and a
/// message if the file cannot be opened. It writes all that happens to a file (not owned, or
/// NULL). Free with vl_app_free().
VL_MUST_USE vl_app *vl_app_create(vl_platform *platform, const char *path, struct vl_log_file *file,
                                  vl_error *error);

void vl_app_free(vl_app *app);

/// Does one frame: events, steps, drawing. Returns false when the person has quit.
bool vl_app_frame(vl_app *app);

/// Steps without drawing to the simulated time `end`, s, or the end of the stream, with whole
/// steps. The next frame shows that instant. A reference run is waited for where the ghost is
/// shown, and ends else. `progress`, which may be NULL, is called with `user` after each step, too;
/// it stops none.
void vl_app_go_to(vl_app *app, double end, vl_lab_progress *progress, void *user);
