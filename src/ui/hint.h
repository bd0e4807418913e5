#pragma once
/// A hint: what a word on the screen means, on a card beside it, while a mouse rests on it, a
/// finger is held on it, or it has the focus. The card takes no clicks. Words that are explained
/// are marked with dots below them.

#include "ui/ui.h"

enum { VL_HINT_SIZE = 512, VL_HINT_TITLE = 64, VL_MOST_HINTS = 96, VL_MOST_WORDS = 24 };

/// What is explained, and where.
typedef struct vl_hint_card {
    vl_rect at;                ///< pixels, what is explained; of no width: nothing
    bool pointed;              ///< by mouse or finger; else it has the focus
    char title[VL_HINT_TITLE]; ///< or ""
    char text[VL_HINT_SIZE];
} vl_hint_card;

/// The hint of the present frame, which the app keeps between frames. A fresh one is `{0}`.
typedef struct vl_hint {
    vl_hint_card card;            ///< that is shown as soon as it is due
    float rested;                 ///< s, for which it has been asked for
    vl_hint_card met;             ///< in this frame
    vl_rect box;                  ///< pixels, of the card; of no width: it is not shown
    bool held;                    ///< a finger rests on the stage, where no control is,
    float x, y;                   ///< at this pixel; the app sets these three
    int count;                    ///< of the words that were marked in this frame,
    vl_rect words[VL_MOST_HINTS]; ///< to which the focus goes after the controls
} vl_hint;

/// Explains what is in a rectangle, if it is asked for. The title may be NULL; without a text it
/// explains nothing.
void vl_ui_hint(const vl_ui *ui, vl_rect rect, const char *title, const char *text);

/// The words of a text that are explained: each term where it stands first.
typedef struct vl_words {
    int count;
    const char *at[VL_MOST_WORDS]; ///< they point into the text
    vl_word words[VL_MOST_WORDS];
} vl_words;

/// Finds them, with the finder of the ui; without one there are none.
vl_words vl_words_of(const vl_ui *ui, const char *text);

/// Marks and explains what of them stands in a piece of the text of `length` bytes, one line that
/// is drawn from (x, y), pixels.
void vl_words_mark(const vl_ui *ui, const vl_words *words, float x, float y, vl_type_size size,
                   const char *piece, int length);

/// Forgets the words of the frame before; to be called at the beginning of a frame.
void vl_hint_begin(vl_hint *hint);

/// Draws the card that is due, within the window; to be called at the end of a frame.
void vl_hint_draw(const vl_ui *ui, vl_rect window);
