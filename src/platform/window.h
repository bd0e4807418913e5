#pragma once
/// The folder platform/ implements the interface app/state/platform.h: a window on a display, or a
/// page in a browser; a surface in memory (sdl_offscreen.h); and a platform without any output
/// (null_platform.h). Of the app it includes only that header.
///
/// This header: the window (sdl_window.c) or the page (web_window.c), whichever is built.

#include "base/text.h"
#include "platform/picture.h"

/// Opens a resizable window of `width` × `height` points; its surface has device pixels on a HiDPI
/// display. In a browser it has the size of the page. Returns NULL and a message if there is no
/// display or no font. Free with its destroy().
VL_MUST_USE vl_platform *vl_window_create(const char *title, int width, int height,
                                          vl_error *error);

/// The icon of the window, a ball on a string: a square picture of `side` pixels (≥ 1) with round
/// corners. Free with vl_picture_free(). Not for the page.
vl_picture vl_window_icon(int side);

/// Adds each library of the window with its version as it runs: ", SDL 2.26.5, SDL_ttf 2.20.1, …".
void vl_window_add_libraries(vl_text *text);
