#pragma once
/// What a window on a display and a page in a browser have in common: the events of SDL, drawing by
/// an SDL renderer or into memory, and pictures of what is shown. For this room alone.

#include "platform/sdl_offscreen.h"

#include <SDL.h>

/// Textures of the letters. A fresh one is `{0}`.
typedef struct vl_sdl_textures {
    SDL_Texture *atlas[VL_TYPE_COUNT];
    int changes[VL_TYPE_COUNT]; ///< of the atlas when it was uploaded
} vl_sdl_textures;

enum { VL_MOST_FINGERS = 10, VL_MOST_BUTTONS = 3 };

/// What is pressed now, so that it can be released when the window loses the focus. A fresh one is
/// `{0}`.
typedef struct vl_sdl_input {
    float x, y; ///< of the mouse, pixels
    bool buttons[VL_MOST_BUTTONS + 1];

    struct {
        bool down;
        SDL_FingerID id;
        float x, y;
    } fingers[VL_MOST_FINGERS];
} vl_sdl_input;

/// With a graphics processor SDL's renderer draws the list. Without one the list is drawn into
/// memory, which is faster than SDL's software renderer, and exact.
typedef struct vl_sdl_base {
    vl_offscreen offscreen; ///< first, so that its platform leads back here
    SDL_Window *window;
    SDL_Renderer *renderer; ///< NULL: there is none
    bool in_memory;         ///< the list is drawn into the canvas
    vl_sdl_textures textures;
    vl_sdl_input input;
    vl_drawlist last;      ///< what was presented last; its arrays belong to the app
    float display_density; ///< factor from the window's units to points of the display

    /// Sizes of the window, in pixels and in the units of its events.
    void (*sizes)(const struct vl_sdl_base *base, SDL_Point *pixels, SDL_Point *units);

    /// Frees textures that are gone with the renderer's device, or of another size of the canvas.
    void (*forget_textures)(struct vl_sdl_base *base);
} vl_sdl_base;

static inline vl_sdl_base *vl_sdl_base_of(vl_platform *platform)
{
    return (vl_sdl_base *)platform;
}

/// Sets what both have in common, in memory that was zeroed; returns false and a message if there
/// is no font. Who calls it adds `now`, `present`, `set_fullscreen`, `sizes`, `forget_textures` and
/// `destroy`.
VL_MUST_USE bool vl_sdl_base_begin(vl_sdl_base *base, vl_error *error);

/// Frees the renderer, the window and what belongs to them, but not `base`.
void vl_sdl_base_end(vl_sdl_base *base);

/// Draws the list by the renderer, or into the canvas; returns false if there is no canvas, because
/// the window has no size.
bool vl_sdl_base_draw(vl_sdl_base *base, const vl_drawlist *list);

/// Frees the textures of the letters; the next drawing creates them again.
void vl_sdl_forget(vl_sdl_textures *textures);
