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

#include <math.h>
#include <string.h>

/// The size of text on the surface. The platform implements it, and the ui calls it.
typedef struct vl_text_metrics {
    void *user;
    float (*width)(void *user, vl_type_size size, const char *text, int length); ///< pixels
    float height[VL_TYPE_COUNT]; ///< pixels from line to line
} vl_text_metrics;

/// Returns the width of one line of UTF-8, or of its first bytes, pixels.
static inline float vl_part_width(const vl_text_metrics *metrics, vl_type_size size,
                                  const char *text, int length)
{
    return metrics->width(metrics->user, size, text, length);
}

static inline float vl_text_width(const vl_text_metrics *metrics, vl_type_size size,
                                  const char *text)
{
    return vl_part_width(metrics, size, text, (int)strlen(text));
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

/// The controls of a frame in the order of drawing, words that are explained behind them, and the
/// one that the keyboard acts on. The app stores it between frames.
typedef struct vl_focus {
    bool shown;     ///< a control has the focus
    bool activates; ///< the key that activates it, Enter or the space bar, went down in this frame
    int turns;  ///< arrows to the right in this frame, less those to the left, which move a slider
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
typedef bool vl_word_finder(const char *text, int from, bool formula, vl_word *word);

typedef struct vl_ui {
    vl_drawlist *list;
    const vl_theme *theme;
    const vl_text_metrics *metrics;
    float scale;   ///< pixels per point
    float side;    ///< pixels from the edges of the stage or of a box to what is in it
    float elapsed; ///< s since the frame before
    vl_pointer pointer;
    vl_focus *focus;         ///< NULL: no keyboard
    struct vl_hint *hint;    ///< NULL: nothing is explained
    vl_word_finder *find;    ///< of words that are marked and explained; NULL: none is
    bool formula;            ///< the texts are formulas
    struct vl_prose *within; ///< texts are in it; NULL: they have no keys and stand still
} vl_ui;

#define VL_KEY_TARGET 34.0f ///< points; height of the target of a key cap in a text
#define VL_TARGET     48.0f ///< points; minimum width and height of a target for a finger

/// Converts points to pixels.
static inline float vl_points(const vl_ui *ui, float points)
{
    return points * ui->scale;
}

/// Returns the width of the thinnest line, pixels.
static inline float vl_hair(const vl_ui *ui)
{
    return fmaxf(1, roundf(ui->scale));
}

/// The action of the pointer on an area.
typedef struct vl_touch {
    bool hover;   ///< a mouse is over it
    bool held;    ///< pressed on it and still over it
    bool clicked; ///< pressed and now released on it
} vl_touch;

vl_touch vl_ui_touch(const vl_ui *ui, vl_rect rect);

/// The same for a control, which the keyboard reaches, too: its key counts as a click, and a ring
/// is drawn around the control that has the focus.
vl_touch vl_ui_control(const vl_ui *ui, vl_rect rect);

/// The same for a control in what is scrolled through `area`: only what can be seen there can be
/// pressed, and `*scroll` (pixels) follows the focus.
vl_touch vl_ui_control_within(const vl_ui *ui, vl_rect rect, vl_rect area, float *scroll);

/// Returns a ui that draws the same, and explains no words.
vl_ui vl_ui_unexplained(const vl_ui *ui);

/// Draws a box with round corners of `radius` points and a thin edge.
void vl_ui_box(const vl_ui *ui, vl_rect rect, float radius, vl_colour face, vl_colour edge);

bool vl_focus_is_at(const vl_focus *focus, vl_rect rect);
void vl_focus_ring(const vl_ui *ui, vl_rect rect);

/// Notes what the focus can go to, after what was noted before in this frame.
void vl_focus_add(vl_focus *focus, vl_rect rect);

/// Scrolls so far that a rectangle with the focus can be seen in `area`; `*scroll` is in pixels.
void vl_focus_show(const vl_ui *ui, vl_rect rect, vl_rect area, float *scroll);

/// Moves the focus to the next control of the last frame (direction 1), or to the one before (−1);
/// to the first or the last one if none has it.
void vl_focus_move(vl_focus *focus, int direction);
