#pragma once
/// The folder platform/ implements the interface app/state/platform.h: a window on a display, or a
/// page in a browser; a surface in memory (sdl_offscreen.h); and a platform without any output
/// (null_platform.h). Of the app it includes only that header.
///
/// This header: the window (sdl_window.c) or the page (web_window.c), whichever is built.

#include "app/state/platform.h"

/// Opens a resizable window of `width` × `height` points; its surface has device pixels on a HiDPI
/// display. In a browser it has the size of the page. Returns NULL and a message if there is no
/// display or no font. Free with its destroy().
VL_MUST_USE vl_platform *vl_window_create(const char *title, int width, int height,
                                          vl_error *error);
