#pragma once
/// The parts of the window, each drawn where app->layout has its rectangle. For this room alone.

#include "app/input/input.h"
#include "app/screen/screen.h"
#include "ui/plot.h"
#include "ui/widgets.h"

// --- bar, notes, status, help ---

/// Cuts the bar off the bottom of `left` and arranges its buttons.
void vl_bar_layout(vl_app *app, const vl_ui *ui, vl_rect *left);
void vl_bar_draw(vl_app *app, const vl_ui *ui);

/// Draws the notes, or the answer, in their column.
void vl_notes_draw(vl_app *app, const vl_ui *ui);

/// Draws both on a sheet, if it is open.
void vl_whole_notes_draw(vl_app *app, const vl_ui *ui);

void vl_status_draw(const vl_app *app, const vl_ui *ui);
void vl_help_draw(vl_app *app, const vl_ui *ui);

// --- the running method: its name, its formula, and the present numbers of the formula ---

/// Returns the height of the block for a width, pixels; a small window has room only for name and
/// formula.
float vl_formula_height(const vl_app *app, const vl_ui *ui, float width, bool with_numbers);

/// Draws the block; with numbers if the rectangle is high enough.
void vl_formula_draw(const vl_app *app, const vl_ui *ui, vl_rect rect);

/// Returns the height of the block that names a deliberate mistake, pixels; 0 if the scene has
/// none.
float vl_mistake_mark_height(const vl_app *app, const vl_ui *ui);

/// Describes the mistake and what is computed because of it, if vl_app_mistake_is_told(). If it is
/// switched off the block says what is right; if the method cannot make it, which methods can.
void vl_mistake_mark_draw(const vl_app *app, const vl_ui *ui, vl_rect rect);

/// Draws the formula `wrong`, of up to two lines, and marks its differences from `right`.
void vl_mistaken_formula_draw(const vl_ui *ui, vl_rect rect, const char *right, const char *wrong);

// --- the panel at the right: readouts with units, the solver, plots ---

typedef struct vl_panel {
    vl_plot plots[3];
} vl_panel;

/// Returns plots without ranges, for the start of a run.
vl_panel vl_panel_create(void);
void vl_panel_draw(vl_panel *panel, vl_app *app, const vl_ui *ui, vl_rect rect);

/// A column of readouts.
typedef struct vl_rows {
    const vl_ui *ui;
    vl_rect left; ///< free part, pixels
} vl_rows;

/// Draws one row, or two if the value does not fit beside its label; nothing if there is no room.
/// NULL as the value is drawn as a dash. vl_row_print() formats the value like printf().
void vl_row(vl_rows *rows, const char *label, const char *value);
void vl_row_print(vl_rows *rows, const char *label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Cuts the button of the solver, and its card if that is open, off the top of `rows`.
void vl_solver_button(vl_rows *rows, vl_app *app);
void vl_solver_card(vl_rows *rows, vl_app *app);

/// Returns the rectangle of the button in the card that changes setting number `row` up (direction
/// 1) or down (−1).
vl_rect vl_card_button(const vl_rect *card, int row, int direction);
