#pragma once
/// The folder platform/ implements what the app knows of the outside (app/state/platform.h): a
/// window, a surface in memory (sdl_offscreen.h) and nothing at all (null_platform.h). Of the app
/// it knows that header only.
///
/// A window on the display.

#include "app/state/platform.h"

/// Opens a window of `width` × `height` points, resizable, in device pixels on a HiDPI display.
/// NULL and a message where there is no display or no font. Free with its destroy().
VL_MUST_USE vl_platform *vl_window_create(const char *title, int width, int height,
                                          vl_error *error);
