#pragma once
/// Buttons, toggles, text blocks, key caps, banners, sheets. Each draws itself into the list of the
/// vl_ui and returns what the pointer did to it; none stores state between frames.

#include "ui/icons.h"
#include "ui/ui.h"

#include <math.h>
#include <stdbool.h>

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

// --- pointer ------------------------------------------------------------------------------------

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

/// Draws a box that floats over the stage.
void vl_ui_float(const vl_ui *ui, vl_rect rect);

// --- text ---------------------------------------------------------------------------------------

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

/// Whether label and value of a readout fit into a row of `width` pixels without being cut.
bool vl_ui_readout_fits(const vl_ui *ui, float width, const char *label, const char *value);

/// Draws a readout in the small size: label left, value right. Both are cut if they would overlap.
/// The colour is that of the value.
void vl_ui_readout(const vl_ui *ui, vl_rect rect, const char *label, const char *value,
                   vl_colour colour);

// --- key caps -----------------------------------------------------------------------------------

/// Draws one or several key caps from the left of the rectangle, vertically centred; without a
/// rectangle it draws nothing. `keys` are separated by spaces ("PgUp PgDn"). Returns the width of
/// all caps, pixels.
float vl_ui_keys(const vl_ui *ui, const vl_rect *rect, const char *keys);

/// Returns the width of one key cap whose name has so many bytes, pixels.
float vl_ui_key_width(const vl_ui *ui, const char *key, int length);

/// Draws one key cap in the middle of the rectangle, as a button that the pointer touches so.
void vl_ui_key(const vl_ui *ui, vl_rect rect, const char *key, int length, vl_touch touch);

// --- prose --------------------------------------------------------------------------------------

/// Text in which a key between backticks, such as `F3`, is a key cap that can be pressed. Backticks
/// around anything else are left out.
typedef struct vl_prose {
    bool (*is_key)(const char *name, int length); ///< whether a key of `length` bytes has that name
    vl_rect area;                                 ///< the text is scrolled through it, pixels
    float *scroll;
} vl_prose;

/// Returns the height of the text wrapped to a width, pixels.
float vl_ui_prose_height(const vl_ui *ui, vl_type_size size, const vl_prose *prose,
                         const char *text, float width);

/// Draws the text at the top left of the rectangle. Returns the name of the key whose cap was
/// pressed, in the text; NULL: none was.
const char *vl_ui_prose(const vl_ui *ui, vl_rect rect, vl_type_size size, vl_colour colour,
                        const vl_prose *prose, const char *text);

// --- buttons ------------------------------------------------------------------------------------

typedef struct vl_button {
    vl_icon icon;      ///< VL_ICON_NONE: only a label
    const char *label; ///< NULL: only an icon; a newline makes two lines
    bool active;       ///< is switched on
    bool disabled;
} vl_button;

/// Returns the minimum width at which the button can be read and hit, pixels; at least VL_TARGET
/// points.
float vl_ui_button_width(const vl_ui *ui, const vl_button *button);

/// Draws a button. Returns true if it was clicked.
bool vl_ui_button(const vl_ui *ui, vl_rect rect, const vl_button *button);

// --- banner -------------------------------------------------------------------------------------

typedef struct vl_banner {
    bool warning;      ///< else a note
    const char *title; ///< what happened
    const char *text;  ///< what to do; NULL
    bool closable;     ///< it has a cross
} vl_banner;

/// Returns the height for a width, pixels.
float vl_ui_banner_height(const vl_ui *ui, const vl_banner *banner, float width);

/// Draws a banner. Returns true if the cross was clicked.
bool vl_ui_banner(const vl_ui *ui, vl_rect rect, const vl_banner *banner);

// --- sheet --------------------------------------------------------------------------------------

/// A row of a sheet: keys and what they do; without keys a paragraph; without text a heading.
typedef struct vl_sheet_row {
    const char *keys; ///< as for vl_ui_keys(), or the heading
    const char *text;
} vl_sheet_row;

typedef struct vl_sheet {
    const char *title;
    const vl_sheet_row *rows;
    int count;
    vl_type_size size; ///< of the text
    const char *link;  ///< a line at the bottom that can be clicked; or NULL
    bool (*is_key)(const char *name, int length); ///< the paragraphs are prose with such keys;
                                                  ///< NULL: they are plain
} vl_sheet;

/// The action of the pointer on a sheet.
typedef enum vl_sheet_done {
    VL_SHEET_NOTHING,
    VL_SHEET_CLOSE, ///< the cross was clicked
    VL_SHEET_LINK,
    VL_SHEET_KEY, ///< a key cap in a paragraph was pressed
} vl_sheet_done;

/// Draws a sheet into `rect`, in as many columns as fit. `*scroll` (pixels, stored by the app) is
/// clamped to its range. `*key` becomes the name of the key that was pressed, in the text of its
/// row; it may be NULL where no paragraph is prose.
vl_sheet_done vl_ui_sheet(const vl_ui *ui, vl_rect rect, const vl_sheet *sheet, float *scroll,
                          const char **key);

/// Draws the face of a drawer, its title and a cross, and returns whether the cross was clicked.
/// `*inside` becomes the rectangle below the title.
bool vl_ui_drawer(const vl_ui *ui, vl_rect rect, const char *title, vl_rect *inside);

/// Clamps `*scroll` for rows of `height` pixels in an area, and draws a bar at its right if not all
/// of them fit.
void vl_ui_scroll(const vl_ui *ui, vl_rect area, float height, float *scroll);

/// Draws a line that can be clicked, vertically centred in the rectangle. Returns true if it was
/// clicked.
bool vl_ui_link(const vl_ui *ui, vl_rect rect, const char *text);
