#pragma once
/// From SDL's events to those of the app. For this room alone.

#include "platform/null_platform.h"

#include <SDL.h>

enum { VL_MOST_FINGERS = 10, VL_MOST_BUTTONS = 3 };

/// What is pressed now, so that it can be let go when the window loses the focus. A fresh one is
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

/// How the window lies on its surface.
typedef struct vl_sdl_view {
    float x_ratio, y_ratio; ///< pixels for each unit of the window
    int width, height;      ///< pixels
    double now;             ///< s
    uint32_t ticks;         ///< ms, SDL's clock at that moment
} vl_sdl_view;

/// Pushes what an event means, as vl_null_push() does; nothing for those the app does not want.
void vl_sdl_translate(vl_sdl_input *input, const SDL_Event *event, const vl_sdl_view *view,
                      vl_platform *platform);
