#pragma once
/// Text on the screen: lines, blocks, key caps, prose, and hints.
///
/// A hint: what a word on the screen means, on a card beside it, while a mouse rests on it, a
/// finger is held on it, or it has the focus. The card takes no clicks. Words that are explained
/// are marked with a thin line below them.

#include "ui/ui.h"

/// In its texts a key between backticks, such as `F3`, is a key cap that can be pressed. Backticks
/// around anything else are left out.
typedef struct vl_prose {
    bool (*is_key)(const char *name, int length); ///< whether a key of `length` bytes has that name
    vl_rect area;                                 ///< pixels, where the text can be seen
    float *scroll;    ///< through which it is scrolled; NULL: it stands still
    char pressed[16]; ///< the name of the key whose cap was pressed; "": none was
} vl_prose;

/// Returns how wide parts of a text are in the ui, and how far its lines are from one another.
vl_text_metrics vl_ui_metrics(const vl_ui *ui, const char *text);

typedef enum vl_align { VL_ALIGN_LEFT, VL_ALIGN_CENTER, VL_ALIGN_RIGHT } vl_align;

/// Draws one line, vertically centred in `rect`; it is cut with an ellipsis if it is too wide.
void vl_ui_text(const vl_ui *ui, vl_rect rect, vl_type_size size, vl_colour colour, vl_align align,
                const char *text);

/// Draws one dim line of the small size, formatted like printf(), of at most 255 bytes.
void vl_ui_print(const vl_ui *ui, vl_rect rect, vl_align align, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/// Returns the largest size, at most `largest`, at which the first `length` bytes of `text` are no
/// wider than `width` pixels; if none fits, the smallest size.
vl_type_size vl_ui_fitting(const vl_ui *ui, vl_type_size largest, const char *text, int length,
                           float width);

/// A line of a wrapped text; it points into the text.
typedef struct vl_line {
    const char *start;
    int length;    ///< bytes
    bool ellipsis; ///< an ellipsis follows, because the text was cut
} vl_line;

/// Wraps `text` at spaces and newlines into lines of at most `width` pixels; a word that is too
/// long is broken. Returns the number of lines, at most `most`. If text is left over the last line
/// has an ellipsis.
int vl_wrap(const vl_text_metrics *metrics, vl_type_size size, const char *text, float width,
            vl_line *lines, int most);

enum { VL_MOST_LINES = 64 }; ///< in a text block

/// Returns the height of `text` wrapped to `width`, at most `most` lines (≤ VL_MOST_LINES), pixels.
float vl_ui_block_height(const vl_ui *ui, vl_type_size size, const char *text, float width,
                         int most);

/// Draws a wrapped text at the top left of the rectangle; at most `most` lines and none below the
/// rectangle. Returns the height used.
float vl_ui_block(const vl_ui *ui, vl_rect rect, vl_type_size size, vl_colour colour,
                  const char *text, int most);

#define VL_READOUT_GAP 8.0f ///< points between label and value of a readout

/// Draws a readout in the small size: label left, value right. Both are cut if they would overlap.
/// The colour is that of the value.
void vl_ui_readout(const vl_ui *ui, vl_rect rect, const char *label, const char *value,
                   vl_colour colour);

enum { VL_HINT_SIZE = 512, VL_HINT_TITLE = 64, VL_MOST_HINTS = 96 };

/// What is explained, and where.
typedef struct vl_hint_card {
    vl_rect at;                ///< pixels, what is explained; of no width: nothing
    bool pointed;              ///< by mouse or finger; else it has the focus
    char title[VL_HINT_TITLE]; ///< or ""
    char text[VL_HINT_SIZE];
} vl_hint_card;

/// The hint of the present frame, which the app keeps between frames. A fresh one is `{0}`.
typedef struct vl_hint {
    vl_hint_card card; ///< that is shown as soon as it is due
    float rested; ///< s, for which it has been asked for; after a press −∞, until another is
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

/// Draws the card that is due, within the window, and where there is room beside the list in which
/// it explains something; to be called at the end of a frame.
void vl_hint_draw(const vl_ui *ui, vl_rect window, const vl_rect *lists, int count);

/// Draws one or several key caps from the left of the rectangle, vertically centred; without a
/// rectangle it draws nothing. `keys` are separated by spaces ("PgUp PgDn"). Returns the width of
/// all caps, pixels.
float vl_ui_keys(const vl_ui *ui, const vl_rect *rect, const char *keys);
