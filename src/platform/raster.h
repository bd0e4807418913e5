#pragma once
/// Draws a list into memory: triangles to a fraction of a pixel, text from the glyph cache.
///
/// SDL's own software renderer cuts corners off to whole pixels, which would undo the smooth edges.

#include "platform/glyphs.h"
#include "ui/drawlist.h"

#include <stdint.h>

/// Rows of R, G, B, A, top first.
typedef struct vl_canvas {
    int width, height;
    uint8_t *pixels; ///< width × height × 4 bytes
} vl_canvas;

/// Fills the canvas with the list's background and draws the list on it. Letters the list needs are
/// added to `glyphs`, which may be NULL where the list has no text.
void vl_raster_draw(const vl_canvas *canvas, const vl_drawlist *list, vl_glyphs *glyphs);
