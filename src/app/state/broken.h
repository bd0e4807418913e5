#pragma once
/// How a mistake that is made on purpose is marked, beside the formula and in it.

#include "app/state/app.h"
#include "ui/ui.h"

/// Height of the mark, pixels; 0 where the scene has no mistake.
float vl_broken_mark_height(const vl_app *app, const vl_ui *ui);

/// Whether the person may know what the mistake is: the answer is open, or the scene has none to
/// fold away.
bool vl_broken_is_told(const vl_app *app);

/// What the mistake is, and what is computed because of it, if vl_broken_is_told(); switched off,
/// what is right; where the method cannot make it, which ones can.
void vl_broken_mark_draw(const vl_app *app, const vl_ui *ui, vl_rect rect);

/// Draws the formula `wrong`, of up to two lines; what differs from `right` is marked.
void vl_broken_formula_draw(const vl_ui *ui, vl_rect rect, const char *right, const char *wrong);
