#pragma once
/// Draws a list into memory: triangles with subpixel coordinates, and text from the glyph cache.
///
/// SDL's own software renderer rounds corners to whole pixels, which would destroy the smooth
/// edges.

#include "platform/glyphs.h"
#include "platform/picture.h"

/// Fills the canvas with the list's background and draws the list. It adds the letters of the list
/// to `glyphs`, which may be NULL if the list has no text.
void vl_raster_draw(const vl_picture *canvas, const vl_drawlist *list, vl_glyphs *glyphs);
