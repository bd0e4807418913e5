#pragma once
/// Translates SDL's events into those of the app. For this room alone.

#include "platform/null_platform.h"

#include <SDL.h>

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

/// The scale of the window and the time, both needed to translate an event.
typedef struct vl_sdl_view {
    float x_ratio, y_ratio; ///< pixels for each unit of the window
    int width, height;      ///< pixels
    double now;             ///< s
    uint32_t ticks;         ///< ms, SDL's clock at that moment
} vl_sdl_view;

/// Translates an event and pushes the result, as vl_null_push() does. Events that the app does not
/// use are ignored.
void vl_sdl_translate(vl_sdl_input *input, const SDL_Event *event, const vl_sdl_view *view,
                      vl_platform *platform);
