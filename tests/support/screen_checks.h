#pragma once
// What the tests of the screen share: windows, and an auditor of frames.

#include "app_fixture.h"

// --- windows ---

/// Sizes of common windows, pixels.
enum { WINDOWS = 6 };

extern const int windows[WINDOWS][2];

/// As open_sized(), with the letters of the font, as a window has them; those of the null platform
/// are wider. Nothing is rasterised.
desk *open_with_font(const char *scene, int width, int height, const char *script);

// --- frames ---

/// Where the line of a piece of text is, pixels.
vl_rect text_rect(const desk *d, const vl_draw *draw);

bool within(vl_rect inner, vl_rect outer);

/// Fails where texts in a rectangle are cut, or lie on one another by more than their margins.
void assert_texts_are_whole(const desk *d, vl_rect rect);

/// Whether the rectangle is over anything that is written on the stage.
bool covers_words(const desk *d, vl_rect rect);

/// Fails where a part or a button is over another one or not wholly in the window, where a notice
/// or the card of figures is over words, where words on the stage are cut, where a particle is not
/// on the stage or behind a drawer, and where a button is too small for a finger or not reached by
/// the keyboard. The format says which frame it is.
void audit_frame(const desk *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
