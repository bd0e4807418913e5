#pragma once
/// A sign on the stage that shows the wind: an arrow that turns and grows with it, and its speed.

#include "app/state/state.h"

/// Draws a sign for each wind of the world, one above the other, at the lower left of the stage.
void vl_wind_sign_draw(const vl_app *app, const vl_ui *ui);
