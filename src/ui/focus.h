#pragma once
/// What the keyboard acts on: the control, or the word, that has the focus.

#include "ui/ui.h"

/// Whether what is drawn at a rectangle has the focus.
bool vl_focus_is_at(const vl_focus *focus, vl_rect rect);

/// Notes what the focus can go to, after what was noted before in this frame.
void vl_focus_add(vl_focus *focus, vl_rect rect);

/// Draws a ring around a rectangle.
void vl_focus_ring(const vl_ui *ui, vl_rect rect);

/// Scrolls so far that a rectangle with the focus can be seen in `area`; `*scroll` is in pixels.
void vl_focus_show(const vl_ui *ui, vl_rect rect, vl_rect area, float *scroll);

/// Moves the focus to the next control of the last frame (direction 1), or to the one before (−1);
/// to the first or the last one if none has it.
void vl_focus_move(vl_focus *focus, int direction);
