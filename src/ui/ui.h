#pragma once
/// The folder ui/ turns plots, tables, widgets and icons into a list of triangles and text
/// (drawlist.h). It knows neither the physics nor the surface on which the list is drawn.
///
/// A vl_ui contains what every widget and plot needs: a draw list, the theme, and the pointer.
///
/// It stores no state between frames. The app creates a vl_ui for each frame.

#include "ui/drawlist.h"
#include "ui/rect.h"
#include "ui/theme.h"

#include <stdbool.h>
#include <string.h>

/// The size of text on the surface. The platform implements it, and the ui calls it.
typedef struct vl_text_metrics {
    void *user;
    float (*width)(void *user, vl_type_size size, const char *text, int length); ///< pixels
    float height[VL_TYPE_COUNT]; ///< pixels from line to line
} vl_text_metrics;

/// Returns the width of one line of UTF-8, pixels.
static inline float vl_text_width(const vl_text_metrics *metrics, vl_type_size size,
                                  const char *text)
{
    return metrics->width(metrics->user, size, text, (int)strlen(text));
}

/// The pointer in this frame. A click is a press and a release over the same widget.
typedef struct vl_pointer {
    float x, y;             ///< pixels; ignored while `away`
    float press_x, press_y; ///< where it was pressed last
    bool down;              ///< is pressed now
    bool released;          ///< went up in this frame
    bool scrolls;           ///< it drags what lies under it, so its release is no click
    bool touch;             ///< a finger: nothing is hovered over
    bool away;              ///< outside the widgets, or used elsewhere: widgets ignore it
} vl_pointer;

enum { VL_MOST_CONTROLS = 192 };

/// The controls of a frame in the order of drawing, and the one that the keyboard acts on. The app
/// stores it between frames.
typedef struct vl_focus {
    bool shown; ///< a control has the focus
    bool press; ///< the key that presses it went down in this frame
    vl_rect at; ///< pixels, of the control with the focus
    int count;  ///< controls drawn so far in this frame
    vl_rect controls[VL_MOST_CONTROLS];
} vl_focus;

/// A word of a text that is explained.
typedef struct vl_word {
    int begin, length;   ///< bytes
    const char *title;   ///< of its explanation
    const char *meaning; ///< in a sentence or two
    const char *formula; ///< NULL: none
    const char *source;  ///< NULL: none
} vl_word;

/// Finds the first such word at or after byte `from`. Returns false if there is none.
typedef bool vl_word_finder(const char *text, int from, vl_word *word);

typedef struct vl_ui {
    vl_drawlist *list;
    const vl_theme *theme;
    const vl_text_metrics *metrics;
    float scale;   ///< pixels per point
    float elapsed; ///< s since the frame before
    vl_pointer pointer;
    vl_focus *focus;               ///< NULL: no keyboard
    struct vl_hint *hint;          ///< NULL: nothing is explained
    vl_word_finder *find;          ///< of words that are marked and explained; NULL: none is
    const struct vl_prose *within; ///< the words are scrolled with it; NULL: they stand still
} vl_ui;
