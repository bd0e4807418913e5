#pragma once
/// Draws a list with an SDL renderer on a graphics processor. For this room alone.

#include "platform/glyphs.h"
#include "ui/drawlist.h"

#include <SDL.h>

/// Textures of the letters. A fresh one is `{0}`.
typedef struct vl_sdl_textures {
    SDL_Texture *atlas[VL_TYPE_COUNT];
    int changes[VL_TYPE_COUNT]; ///< of the atlas when it was uploaded
} vl_sdl_textures;

/// Fills the surface with the list's background and draws the list; does not show it yet.
void vl_sdl_draw(SDL_Renderer *renderer, const vl_drawlist *list, vl_glyphs *glyphs,
                 vl_sdl_textures *textures);

/// Frees the textures; the next drawing creates them again.
void vl_sdl_forget(vl_sdl_textures *textures);
