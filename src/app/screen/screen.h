#pragma once
/// The room of the screen: the parts of the window (stage or page, formula, notes, panel, bar,
/// status, banner, help), laid out and drawn. It stands above all other rooms: a click is handed
/// down as the command that it means.

#include "app/state/state.h"

/// Free with vl_screen_free().
vl_screen *vl_screen_create(void);

void vl_screen_free(vl_screen *screen);

/// Lays out the window for its present size: app->layout, and the camera's stage.
void vl_screen_layout(vl_app *app);

/// Draws the window into app->list, and does what the pointer clicked on.
void vl_screen_draw(vl_app *app);
