#pragma once
// What the tests of ui, app and platform share: a ui without a window, what a list draws, and how
// well colours are told apart.

#include "ui/widgets.h"

/// Letters are 0.55 of their height wide; `user` of the metrics is the heights.
extern const vl_text_metrics test_metrics;
float test_letter_width(void *user, vl_type_size size, const char *text, int length);

/// Clears the list and begins a frame on it, in the light theme at 60 frames/s.
vl_ui test_ui(vl_drawlist *list);

/// The piece of text that reads so, or (not `whole`) begins so; NULL: there is none.
const vl_draw *find_text(const vl_drawlist *list, const char *text, bool whole);

/// A channel of a colour as a part of the light of white.
double linear_channel(uint8_t channel);

/// Contrast of two colours after WCAG 2.1, from 1 to 21.
double contrast(vl_colour a, vl_colour b);
