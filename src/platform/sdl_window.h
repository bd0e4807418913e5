#pragma once
/// The folder platform/ implements the interface app/state/platform.h: a window, a surface in
/// memory (sdl_offscreen.h), and a platform without any output (null_platform.h). Of the app it
/// includes only that header.
///
/// This header: a window on the display.

#include "app/state/platform.h"

/// Opens a resizable window of `width` × `height` points; its surface has device pixels on a HiDPI
/// display. Returns NULL and a message if there is no display or no font. Free with its destroy().
VL_MUST_USE vl_platform *vl_window_create(const char *title, int width, int height,
                                          vl_error *error);
