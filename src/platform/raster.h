#pragma once
/// Draws a list into memory: triangles to a fraction of a pixel, text from the glyph cache.
///
/// SDL's own software renderer cuts corners off to whole pixels, which would undo the smooth edges.

#include "platform/glyphs.h"
#include "platform/picture.h"

/// Fills the canvas with the list's background and draws the list on it. Letters the list needs are
/// added to `glyphs`, which may be NULL where the list has no text.
void vl_raster_draw(const vl_picture *canvas, const vl_drawlist *list, vl_glyphs *glyphs);
