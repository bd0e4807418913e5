#pragma once
/// Letters as small coverage pictures, which SDL_ttf draws once into an atlas for each size.

#include "base/error.h"
#include "base/text.h"
#include "ui/drawlist.h"

#include <stdint.h>

enum { VL_ATLAS_WIDTH = 1024 };

/// One letter. Its picture is at (x, y) in the atlas, and is drawn `left` pixels right of the pen
/// and `top` pixels below the top of the line box.
typedef struct vl_glyph {
    uint32_t code;
    int x, y, w, h; ///< pixels; w = 0 for an invisible letter
    int left, top;
    int advance; ///< whole pixels, so that letters stay sharp
} vl_glyph;

/// Coverage, 0…255, VL_ATLAS_WIDTH × height bytes.
typedef struct vl_atlas {
    int height;
    uint8_t *coverage;
    int changes; ///< incremented when a letter is added and when the atlas is emptied
} vl_atlas;

typedef struct vl_glyphs vl_glyphs;

/// Finds the files of a font of the usual weight and of a bold one, with all of ASCII and all other
/// characters of formulas, readouts and messages: DejaVu Sans, else Noto Sans, else any upright
/// font that has them. Where none is bold that is the usual one. If there is none it returns false
/// and a message that names a package. Free both with vl_free().
VL_MUST_USE bool vl_font_find(char *paths[2], vl_error *error);

/// Adds the name and version of the library that finds fonts, such as ", fontconfig 2.14.1".
void vl_font_add_library(vl_text *text);

/// Finds a font and opens it. Returns NULL and a message if there is none. Free with
/// vl_glyphs_free().
VL_MUST_USE vl_glyphs *vl_glyphs_create(vl_error *error);
void vl_glyphs_free(vl_glyphs *glyphs);

/// Sets the line heights in pixels, clamped to 4…512. Cheap if they are unchanged.
void vl_glyphs_set_heights(vl_glyphs *glyphs, const float heights[VL_TYPE_COUNT]);

/// Returns the letter of a character, or a box if the font does not have it. It is valid until the
/// next call, which may grow or empty the atlas.
vl_glyph vl_glyphs_get(vl_glyphs *glyphs, vl_type_size size, uint32_t code);

const vl_atlas *vl_glyphs_atlas(const vl_glyphs *glyphs, vl_type_size size);

/// Width of a line of `length` bytes of UTF-8, pixels.
float vl_glyphs_width(vl_glyphs *glyphs, vl_type_size size, const char *text, int length);

/// Returns the next character before `end`, or 0 at the end; control characters are returned as
/// spaces.
uint32_t vl_glyphs_next(const char **cursor, const char *end);
