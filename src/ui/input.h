#pragma once
/// A line of text that somebody types, with a caret and a selection, and how it is drawn.

#include "ui/ui.h"

enum { VL_INPUT_SIZE = 256 };

/// An empty one is `{0}`.
typedef struct vl_input {
    char text[VL_INPUT_SIZE]; ///< UTF-8
    int caret;                ///< bytes before the caret
    int anchor; ///< bytes before the other end of the selection; where the caret is: none
    int most;   ///< bytes that the text may have; 0: as many as there is room for
} vl_input;

/// Where a caret can go.
typedef enum vl_caret_step { VL_CARET_CHARACTER, VL_CARET_WORD, VL_CARET_ALL } vl_caret_step;

/// Begins with a text, of which the first `selected` bytes are selected, so that what is typed
/// takes their place. A longer text than fits is cut.
void vl_input_begin(vl_input *field, const char *text, int selected);

/// Puts a text in the place of the selection; of a longer one the beginning that fits, and bytes of
/// control are left out. Returns false, and changes nothing, where nothing is left.
bool vl_input_type(vl_input *field, const char *text);

/// Removes the selection, else what a step of the caret passes, forwards (direction 1) or backwards
/// (−1).
void vl_input_erase(vl_input *field, int direction, vl_caret_step step);

/// Moves the caret; it leaves a selection at that end. With `selects` the other end stays.
void vl_input_move(vl_input *field, int direction, vl_caret_step step, bool selects);

void vl_input_select_all(vl_input *field);

/// Returns what is selected; `*length` receives its bytes.
const char *vl_input_selected(const vl_input *field, int *length);

/// Draws the text with caret and selection in one line of the rectangle; of a longer one the part
/// with the caret. A pointer that is pressed there places the caret and selects.
void vl_ui_input(const vl_ui *ui, vl_rect rect, vl_type_size size, vl_colour ink, vl_input *field);
