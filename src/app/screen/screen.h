#pragma once
/// The room of the screen: it lays out and draws the parts of the window (stage or page, formula,
/// notes, numbers, bar, status, banner, help). It is above all other rooms: it passes a click down
/// as a command.

#include "app/state/state.h"

/// Free with vl_screen_free().
vl_screen *vl_screen_create(void);

void vl_screen_free(vl_screen *screen);

/// Computes app->layout and the camera's stage for the present size of the window.
void vl_screen_layout(vl_app *app);

/// Draws the window into app->list, and handles clicks.
void vl_screen_draw(vl_app *app);
