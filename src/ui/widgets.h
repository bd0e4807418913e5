#pragma once
/// Buttons, banners, drawers, sheets. Each draws itself into the list of the vl_ui and returns what
/// the pointer did to it; none stores state between frames.

#include "base/names.h"
#include "ui/icons.h"
#include "ui/typeset.h"

typedef struct vl_button {
    vl_icon icon;      ///< VL_ICON_NONE: only a label
    const char *label; ///< NULL: only an icon
    bool active;       ///< is switched on
    bool quiet;        ///< it has a face only where it is active, or a pointer is over it
    bool disabled;
} vl_button;

/// Returns the minimum width at which the button can be read and hit, pixels; at least VL_TARGET
/// points.
float vl_ui_button_width(const vl_ui *ui, const vl_button *button);

/// Draws a button. Returns true if it was clicked.
bool vl_ui_button(const vl_ui *ui, vl_rect rect, const vl_button *button);

/// Buttons side by side, cut off the left of `row`; number `*chosen` is on. Returns true if another
/// one was clicked. All are so many pixels wide.
bool vl_ui_choose(const vl_ui *ui, vl_rect *row, vl_names labels, int *chosen);
float vl_ui_choose_width(const vl_ui *ui, vl_names labels);

/// Draws a track with a knob at a part of it, 0…1, and a mark at another. Returns true where a
/// pointer has the knob or an arrow key moves it, to `*wanted`. A press beside the knob brings it
/// there; `grabbed` is where it was when the press began. `*held`: whether the pointer has the
/// knob, before and then.
bool vl_ui_slider(const vl_ui *ui, vl_rect rect, float part, float mark, float grabbed, bool *held,
                  float *wanted);

typedef struct vl_banner {
    bool warning;      ///< else a note
    const char *title; ///< what happened
    const char *text;  ///< what to do
} vl_banner;

/// Returns the height for a width, pixels. Draws it, and returns true if the cross was clicked.
float vl_ui_banner_height(const vl_ui *ui, const vl_banner *banner, float width);
bool vl_ui_banner(const vl_ui *ui, vl_rect rect, const vl_banner *banner);

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
} vl_sheet;

/// Draws a sheet into `rect`; its texts are in ui->within. `*scroll` (pixels, stored by the app) is
/// clamped to its range. Returns true if the cross was clicked.
bool vl_ui_sheet(const vl_ui *ui, vl_rect rect, const vl_sheet *sheet, float *scroll);

/// Draws the face of a drawer, its title and a cross, and returns whether the cross was clicked.
/// `*inside` becomes the rectangle below the title.
bool vl_ui_drawer(const vl_ui *ui, vl_rect rect, const char *title, vl_rect *inside);

/// Clamps `*scroll` for rows of `height` pixels in an area, and draws a bar at its right if not all
/// of them fit.
void vl_ui_scroll(const vl_ui *ui, vl_rect area, float height, float *scroll);
