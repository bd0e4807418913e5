#pragma once
/// The running method: its name, its formula, and the numbers that stand in it just now.

#include "app/state/app.h"

/// Height of the block in a width, pixels; a small window has room for name and formula only.
float vl_formula_height(const vl_app *app, const vl_ui *ui, float width, bool with_numbers);

/// Draws it; numbers where the rectangle is high enough.
void vl_formula_draw(const vl_app *app, const vl_ui *ui, vl_rect rect);
