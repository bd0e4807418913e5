#pragma once
/// Letters as small pictures of coverage, made once by SDL_ttf and kept in one atlas for each size.

#include "base/error.h"
#include "ui/drawlist.h"

#include <stdint.h>

enum { VL_ATLAS_WIDTH = 1024 };

/// One letter. The picture lies at (x, y) of the atlas; its left top belongs `left` pixels right of
/// the pen and `top` pixels below the top of the line box.
typedef struct vl_glyph {
    uint32_t code;
    int x, y, w, h; ///< pixels; w = 0 where there is nothing to see
    int left, top;
    int advance; ///< whole pixels, so that letters stay crisp
} vl_glyph;

/// Coverage, 0…255, VL_ATLAS_WIDTH × height bytes.
typedef struct vl_atlas {
    int height;
    uint8_t *coverage;
    int changes; ///< counts the letters added and the times it was emptied
} vl_atlas;

typedef struct vl_glyphs vl_glyphs;

/// Finds a font and opens it. NULL and a message where there is none. Free with vl_glyphs_free().
VL_MUST_USE vl_glyphs *vl_glyphs_create(vl_error *error);
void vl_glyphs_free(vl_glyphs *glyphs);

/// Line heights in pixels; those outside 4…512 are brought there. Cheap when unchanged.
void vl_glyphs_set_heights(vl_glyphs *glyphs, const float heights[VL_TYPE_COUNT]);

/// The letter of a character; that of a box where the font has none. Valid until the next call, and
/// until then in the atlas: asking for a letter may grow the atlas or empty it first.
vl_glyph vl_glyphs_get(vl_glyphs *glyphs, vl_type_size size, uint32_t code);

const vl_atlas *vl_glyphs_atlas(const vl_glyphs *glyphs, vl_type_size size);

/// Width of a line of `length` bytes of UTF-8, pixels.
float vl_glyphs_width(vl_glyphs *glyphs, vl_type_size size, const char *text, int length);

/// The next character before `end`, 0 there; tabs and the like count as spaces.
uint32_t vl_glyphs_next(const char **cursor, const char *end);
