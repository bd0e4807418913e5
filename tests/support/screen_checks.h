#pragma once
// What the tests of the screen share: scripts of what somebody does, the pieces of text of a frame,
// and an auditor of frames.

#include "app_fixture.h"

// --- windows ---

/// Sizes of common windows, pixels.
enum { WINDOWS = 6 };

extern const int windows[WINDOWS][2];

/// As open_sized(), with the letters of the font, as a window has them; those of the null platform
/// are wider. Nothing is rasterised.
desk *open_with_font(const char *scene, int width, int height);

// --- scripts ---

/// Plays a script, whose words are separated by blanks:
///
///     Ctrl+K F10 Tab 3    keys, as the help names them, each with a frame
///     ~30                 30 frames
///     'Show the answer'   a click on the text that reads so
///     <free fall>         is typed, letter by letter
///     [a ball] ![a ball]  what must be on the screen, or must not;
///     [=4] [^t =]         as a piece of text that reads or begins so
void play(desk *d, const char *script);

/// Opens a scene as open_scene(), and plays a script there.
desk *play_on(const char *scene, const char *script);

// --- pieces of text ---

/// Goes through the pieces of text that begin in a rectangle: the next one after `draw`, or the
/// first one after NULL; NULL where there is none.
const vl_draw *next_text(const desk *d, vl_rect rect, const vl_draw *draw);

/// Where a piece of text begins in the list; it ends after draw->count bytes, without a NUL.
const char *text_of(const desk *d, const vl_draw *draw);

bool reads(const desk *d, const vl_draw *draw, const char *text);
bool ends_with(const desk *d, const vl_draw *draw, const char *end);

/// Whether it is the dots in which a text that was cut ends.
bool is_cut(const desk *d, const vl_draw *draw);

/// The piece of text in a rectangle that reads so; NULL: there is none.
const vl_draw *text_in(const desk *d, vl_rect rect, const char *text);

/// Where its line is, pixels.
vl_rect text_rect(const desk *d, const vl_draw *draw);

// --- frames ---

bool overlap(vl_rect a, vl_rect b);
bool within(vl_rect inner, vl_rect outer);

/// Whether the rectangle is over anything that is written on the stage.
bool covers_words(const desk *d, vl_rect rect);

/// Fails where a part or a button is over another one or not wholly in the window, where a notice
/// or the card of figures is over words, where words on the stage are cut, where a particle is not
/// on the stage or behind a drawer, and where a button is too small for a finger or not reached by
/// the keyboard. The format says which frame it is.
void audit_frame(const desk *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
