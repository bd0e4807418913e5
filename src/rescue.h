#pragma once
/// What becomes of a person's work where something else than the person ends the program while its
/// window is open: Xlib, for example, calls exit() when the display is lost.

#include "app/state/state.h"

/// From now on an end of the program saves the scene of the app, where something in it was changed,
/// and tells on standard error where. For one app at a time.
void vl_rescue_begin(vl_app *app);

/// The window was closed: nothing is to be saved.
void vl_rescue_end(void);
