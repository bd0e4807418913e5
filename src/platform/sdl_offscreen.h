#pragma once
/// A null platform that draws into memory. The pictures are the same on every machine with the same
/// font, and need no display.

#include "platform/glyphs.h"
#include "platform/null_platform.h"
#include "platform/picture.h"

typedef struct vl_offscreen {
    vl_null null; ///< first, so that a pointer to it is a pointer to the whole
    vl_glyphs *glyphs;
    vl_picture canvas; ///< the picture presented last
    bool presented;    ///< there is one
} vl_offscreen;

/// Creates a surface of `width` × `height` pixels (1…16384 each) with scale 1. Events and clock are
/// those of a null platform. Returns NULL and a message if the size is out of range or no font was
/// found. Free with its destroy().
VL_MUST_USE vl_platform *vl_offscreen_create(int width, int height, vl_error *error);

/// Initialises a platform in memory that the caller owns and has zeroed; it has no canvas yet. To
/// be ended with vl_offscreen_end(), also after a failure.
VL_MUST_USE bool vl_offscreen_begin(vl_offscreen *offscreen, vl_error *error);
void vl_offscreen_end(vl_offscreen *offscreen);

/// Writes the canvas, as save_picture() of the platform says.
VL_MUST_USE bool vl_offscreen_save(vl_platform *platform, const char *path, char **made,
                                   vl_error *error);

/// Sets the size of the canvas, pixels.
void vl_offscreen_resize(vl_offscreen *offscreen, int width, int height);
