#pragma once
/// A null platform that draws into memory: pictures without a display, the same on every machine
/// that has the same font.

#include "platform/null_platform.h"

/// A surface of `width` × `height` pixels (1…16384 each), scale 1. Events and clock are those of a
/// null platform. NULL and a message where the size is out of range or no font was found. Free with
/// its destroy().
VL_MUST_USE vl_platform *vl_offscreen_create(int width, int height, vl_error *error);

/// The picture presented last: rows of width × height pixels of R, G, B, A from the top. Belongs to
/// the platform, until its next present.
const uint8_t *vl_offscreen_pixels(const vl_platform *platform);
