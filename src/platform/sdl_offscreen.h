#pragma once
/// A surface in memory with a scripted clock: pictures without a display, the same on every machine
/// that has the same font.

#include "app/state/platform.h"

/// A surface of `width` × `height` pixels (1…16384 each), scale 1. The clock starts at 0 and goes
/// on by 1/60 s with each present. NULL and a message where the size is out of range or no font
/// was found. Free with its destroy().
VL_MUST_USE vl_platform *vl_offscreen_create(int width, int height, vl_error *error);

/// Appends an event; its `path` is taken over. A time of 0 becomes that of the clock when it is
/// polled.
void vl_offscreen_push(vl_platform *platform, vl_event event);

/// Seconds by which the clock goes on with each present.
void vl_offscreen_set_frame(vl_platform *platform, double seconds);

/// The picture presented last: rows of width × height pixels of R, G, B, A from the top. Belongs to
/// the platform, until its next present.
const uint8_t *vl_offscreen_pixels(const vl_platform *platform);
