#pragma once
/// No display, no fonts, no SDL: events and the clock follow a script. For tests of the app.

#include "app/state/platform.h"

#define VL_NULL_LETTER 0.55f ///< width of every character as a fraction of the line's height

/// A surface of `width` × `height` pixels, scale 1. The clock starts at 0 and goes on by 1/60 s
/// with each present. Never fails. Free with its destroy().
vl_platform *vl_null_create(int width, int height);

/// Appends an event; its `path` is taken over. A time of 0 becomes that of the clock when it is
/// polled. RESIZE changes the surface to (x, y) pixels.
void vl_null_push(vl_platform *platform, vl_event event);

/// Seconds by which the clock goes on with each present; the next present takes it.
void vl_null_set_frame(vl_platform *platform, double seconds);

/// Frames presented so far.
int vl_null_presents(const vl_platform *platform);

/// The title and full screen as the app set them last; "" and false before.
const char *vl_null_title(const vl_platform *platform);
bool vl_null_fullscreen(const vl_platform *platform);
