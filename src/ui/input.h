#pragma once
/// A line of text that somebody types, with a caret, and how it is drawn.

#include "ui/ui.h"

enum { VL_INPUT_SIZE = 256 };

/// An empty one is `{0}`.
typedef struct vl_input {
    char text[VL_INPUT_SIZE]; ///< UTF-8
    int caret;                ///< bytes before the caret
    bool whole;               ///< all is selected: what is typed takes its place
    int most;                 ///< bytes that the text may have; 0: as many as there is room for
} vl_input;

/// Begins with a text, all of it selected if `whole`. A longer text than fits is cut.
void vl_input_begin(vl_input *field, const char *text, bool whole);

/// Adds a text at the caret; of a longer one the beginning that fits, and bytes of control are left
/// out. Returns false, and changes nothing, where nothing is left.
bool vl_input_type(vl_input *field, const char *text);

/// Removes what is selected, else a character, forwards (direction 1) or backwards (−1).
void vl_input_erase(vl_input *field, int direction);

/// Moves the caret by a character, or to the end in that direction, as from a text that is
/// selected.
void vl_input_move(vl_input *field, int direction, bool to_end);

/// Draws the text with its caret in one line of the rectangle; of a longer one the part with the
/// caret. A pointer that is pressed there places it.
void vl_ui_input(const vl_ui *ui, vl_rect rect, vl_type_size size, vl_colour ink, vl_input *field);
