#pragma once
/// A hint: what a word on the screen means, shown while a mouse rests on it or a finger is held on
/// it. It never covers what it explains, and takes no clicks.

#include "ui/ui.h"

enum { VL_HINT_SIZE = 512 };

/// The hint of the present frame, which the app keeps between frames. A fresh one is `{0}`.
typedef struct vl_hint {
    vl_rect at;              ///< pixels, the word; of no width: the pointer is on none
    bool found;              ///< it was met in this frame
    float rested;            ///< s, for which the pointer has been there
    char text[VL_HINT_SIZE]; ///< what it means
} vl_hint;

/// Explains what is in a rectangle.
void vl_ui_hint(const vl_ui *ui, vl_rect rect, const char *text);

/// Draws the hint that is due, within the window; to be called at the end of a frame.
void vl_hint_draw(const vl_ui *ui, vl_rect window);
