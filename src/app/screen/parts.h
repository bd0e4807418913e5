#pragma once
/// The parts of the window; for this room alone. Each draws itself where app->layout has it.

#include "app/input/input.h"
#include "app/screen/screen.h"
#include "ui/plot.h"
#include "ui/widgets.h"

// --- bar, notes, status, help ---

/// Cuts the bar off the bottom of `left` and places its buttons.
void vl_bar_layout(vl_app *app, const vl_ui *ui, vl_rect *left);
void vl_bar_draw(vl_app *app, const vl_ui *ui);

/// The notes, or the answer, in their column.
void vl_notes_draw(vl_app *app, const vl_ui *ui);

/// Both on a sheet, where they are wanted there.
void vl_whole_notes_draw(vl_app *app, const vl_ui *ui);

void vl_status_draw(const vl_app *app, const vl_ui *ui);
void vl_help_draw(vl_app *app, const vl_ui *ui);

// --- the running method: its name, its formula, and the numbers that stand in it just now ---

/// Height of the block in a width, pixels; a small window has room for name and formula only.
float vl_formula_height(const vl_app *app, const vl_ui *ui, float width, bool with_numbers);

/// Draws it; numbers where the rectangle is high enough.
void vl_formula_draw(const vl_app *app, const vl_ui *ui, vl_rect rect);

/// Height of the mark of a mistake that is made on purpose, pixels; 0 where the scene has none.
float vl_mistake_mark_height(const vl_app *app, const vl_ui *ui);

/// What the mistake is, and what is computed because of it, if vl_app_mistake_is_told(); switched
/// off, what is right; where the method cannot make it, which ones can.
void vl_mistake_mark_draw(const vl_app *app, const vl_ui *ui, vl_rect rect);

/// Draws the formula `wrong`, of up to two lines; what differs from `right` is marked.
void vl_mistaken_formula_draw(const vl_ui *ui, vl_rect rect, const char *right, const char *wrong);

// --- the panel at the right: readouts with units, the solver, plots ---

typedef struct vl_panel {
    vl_plot energy, dt, residual;
} vl_panel;

vl_panel vl_panel_create(void);
void vl_panel_draw(vl_panel *panel, vl_app *app, const vl_ui *ui, vl_rect rect);

/// The run has begun anew: the ranges of the plots too.
void vl_panel_forget(vl_panel *panel);

/// A place for rows of readouts.
typedef struct vl_rows {
    const vl_ui *ui;
    vl_rect left; ///< pixels
} vl_rows;

/// One row, or two where the value has no room beside its label; nothing where there is no room. A
/// NULL value is a dash. The second one writes the value as printf() does.
void vl_row(vl_rows *rows, const char *label, const char *value);
void vl_row_print(vl_rows *rows, const char *label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Takes the button of the solver, and its open card, off the top of `rows`.
void vl_solver_button(vl_rows *rows, vl_app *app);
void vl_solver_card(vl_rows *rows, vl_app *app);

/// Where in the card the button is that changes setting number `row` up (direction 1) or down (−1).
vl_rect vl_card_button(const vl_rect *card, int row, int direction);
