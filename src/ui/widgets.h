#pragma once
/// Buttons, toggles, text blocks, key caps, banners, sheets. Each draws itself into the vl_ui's
/// list and returns what the pointer did to it; nothing keeps state between frames.

#include "ui/icons.h"
#include "ui/ui.h"

#include <math.h>
#include <stdbool.h>

#define VL_TARGET 44.0f ///< points; the least width and height of what a finger is to hit

/// Points to pixels.
static inline float vl_points(const vl_ui *ui, float points)
{
    return points * ui->scale;
}

/// Width of the thinnest line, pixels.
static inline float vl_hair(const vl_ui *ui)
{
    return fmaxf(1, roundf(ui->scale));
}

// --- pointer ------------------------------------------------------------------------------------

/// What the pointer does to an area.
typedef struct vl_touch {
    bool hover;   ///< a mouse is over it
    bool held;    ///< pressed on it and still there
    bool clicked; ///< pressed on it and now let go on it
} vl_touch;

vl_touch vl_ui_touch(const vl_ui *ui, vl_rect rect);

// --- text ---------------------------------------------------------------------------------------

typedef enum vl_align { VL_ALIGN_LEFT, VL_ALIGN_CENTER, VL_ALIGN_RIGHT } vl_align;

/// One line inside `rect`, in the middle of its height; cut with an ellipsis where it is too wide.
void vl_ui_text(const vl_ui *ui, vl_rect rect, vl_type_size size, vl_colour colour, vl_align align,
                const char *text);

/// The largest size, `largest` at most, at which the first `length` bytes of `text` are no wider
/// than `width` pixels; the smallest where none is.
vl_type_size vl_ui_fitting(const vl_ui *ui, vl_type_size largest, const char *text, int length,
                           float width);

/// A line of a text broken to fit a width: a part of the text it was made from.
typedef struct vl_line {
    const char *start;
    int length;    ///< bytes
    bool ellipsis; ///< an ellipsis belongs behind it, because there was more
} vl_line;

/// Breaks `text` at spaces and newlines into lines of at most `width` pixels; a word that is too
/// long is broken inside. Returns the number of lines, at most `most`; the last one has the
/// ellipsis where text is left over (there is room for it).
int vl_wrap(const vl_text_metrics *metrics, vl_type_size size, const char *text, float width,
            vl_line *lines, int most);

enum { VL_MOST_LINES = 64 }; ///< of a text block

/// Height of `text` broken to `width`, at most `most` lines (≤ VL_MOST_LINES), pixels.
float vl_ui_block_height(const vl_ui *ui, vl_type_size size, const char *text, float width,
                         int most);

/// Draws it with its top left at the rectangle's; at most `most` lines and none below the
/// rectangle. Returns the height used.
float vl_ui_block(const vl_ui *ui, vl_rect rect, vl_type_size size, vl_colour colour,
                  const char *text, int most);

/// Whether label and value of a readout stand in a row of `width` pixels uncut.
bool vl_ui_readout_fits(const vl_ui *ui, float width, const char *label, const char *value);

/// A line of a readout, in the small size: label left, value right, both of them cut rather than
/// overlapping. The colour is the value's.
void vl_ui_readout(const vl_ui *ui, vl_rect rect, const char *label, const char *value,
                   vl_colour colour);

// --- key caps -----------------------------------------------------------------------------------

/// Width of a key cap, or of several for keys with spaces between ("PgUp PgDn"), pixels.
float vl_ui_keys_width(const vl_ui *ui, const char *keys);

/// Draws key caps in the middle of the rectangle's height, from its left.
void vl_ui_keys(const vl_ui *ui, vl_rect rect, const char *keys);

// --- buttons ------------------------------------------------------------------------------------

typedef struct vl_button {
    vl_icon icon;               ///< VL_ICON_NONE: a label alone
    const char *label;          ///< NULL: an icon alone; a newline makes it two lines
    const char *key;            ///< hint in the corner, such as "H"; NULL
    const vl_line_style *style; ///< a sample of this line under the label; NULL
    bool active;                ///< is switched on
    bool disabled;
} vl_button;

/// Least size at which the button can be read and hit, pixels; never below VL_TARGET points.
float vl_ui_button_width(const vl_ui *ui, const vl_button *button);
float vl_ui_button_height(const vl_ui *ui, const vl_button *button);

/// True when it was clicked.
bool vl_ui_button(const vl_ui *ui, vl_rect rect, const vl_button *button);

// --- flow ---------------------------------------------------------------------------------------

/// One box in a flow.
typedef struct vl_flow_item {
    float width; ///< pixels
    bool group;  ///< begins a group: a wider gap is left before it, and rows rather break there
} vl_flow_item;

/// Lays `count` boxes of one height out in rows, centred within `area.w` from the top left of
/// `area`, `gap` pixels apart, as few rows as fit, of about the same length. Fills in `rects`, and
/// returns the height used. A box wider than the area gets the area's width.
float vl_flow(vl_rect area, float height, float gap, const vl_flow_item *items, int count,
              vl_rect *rects);

// --- banner -------------------------------------------------------------------------------------

typedef struct vl_banner {
    bool warning;      ///< else a note
    const char *title; ///< what happened
    const char *text;  ///< what to do; NULL
    bool closable;     ///< has a cross
} vl_banner;

/// Height for a width, pixels.
float vl_ui_banner_height(const vl_ui *ui, const vl_banner *banner, float width);

/// True when the cross was clicked.
bool vl_ui_banner(const vl_ui *ui, vl_rect rect, const vl_banner *banner);

// --- sheet --------------------------------------------------------------------------------------

/// A row of a sheet: keys with what they do; without keys a paragraph; without text a heading.
typedef struct vl_sheet_row {
    const char *keys; ///< as for vl_ui_keys(); or the heading
    const char *text;
} vl_sheet_row;

typedef struct vl_sheet {
    const char *title;
    const vl_sheet_row *rows;
    int count;
    const char *link; ///< a line at the bottom that can be clicked; NULL: none
} vl_sheet;

/// What was done to a sheet.
typedef enum vl_sheet_done {
    VL_SHEET_NOTHING,
    VL_SHEET_CLOSE, ///< the cross or a place beside the sheet was clicked
    VL_SHEET_LINK,
} vl_sheet_done;

/// A sheet over the whole of `screen`, in as many columns as fit side by side. `*scroll` (pixels,
/// kept by the app) is brought into its range.
vl_sheet_done vl_ui_sheet(const vl_ui *ui, vl_rect screen, const vl_sheet *sheet, float *scroll);

/// A line that can be clicked, in the middle of the rectangle's height; true when it was.
bool vl_ui_link(const vl_ui *ui, vl_rect rect, const char *text);
