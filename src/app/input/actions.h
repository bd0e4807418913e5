#pragma once
/// What commands do: everything a person can ask for that is more than a switch.

#include "app/state/app.h"

/// Opens a scene file. False, a message, and nothing changed where it is broken.
VL_MUST_USE bool vl_app_try_open(vl_app *app, const char *path, vl_error *error);

/// Opens another scene file; where it is broken the running one stays and a notice says why.
void vl_app_open(vl_app *app, const char *path);

/// Begins the scene anew as the next of the other engines steps it, passing over those that cannot
/// have it; behind the last as before the first.
void vl_app_next_engine(vl_app *app);

/// The next (1) or previous (−1) shipped scene.
void vl_app_turn_page(vl_app *app, int direction);

void vl_app_reset(vl_app *app);

/// Turns all motion round and runs back along the steps made, or says that there are none.
void vl_app_turn_back(vl_app *app);

/// Tells where the way back has led to, if it has just come to its end, and that the record of
/// steps began anew, if it did.
void vl_app_tell_way_back(vl_app *app);

/// Pins the particle in `slot`, or lets it go.
void vl_app_toggle_pin(vl_app *app, int slot);

/// Pins or lets go the particle that is held or under the mouse; where there is none, takes the
/// pins as a tool, or puts them away.
void vl_app_pin(vl_app *app);

/// The view of the scene file, or where it has none all of the scene, from the next frame on.
void vl_app_fit_view(vl_app *app);

/// The next velocity that the kinetic energy is made of, and a banner that says what is wrong with
/// it.
void vl_app_next_estimator(vl_app *app);

/// Writes the window as verlet-lab-NNN.png, the first free number, in the working directory.
void vl_app_picture(vl_app *app);

/// Writes the scene with the settings and the view of now as NAME-saved.yaml (or -saved-2 …).
void vl_app_save(vl_app *app);

/// Switches the mistake of the scene on or off; where it has none, tells which scenes have.
void vl_app_toggle_mistake(vl_app *app);

/// Closes what is open: the help, a tool, a notice, the card of the solver, a page, the notes.
void vl_app_close(vl_app *app);

/// Tells that the stream of steps has ended, if it has.
void vl_app_tell_end(vl_app *app);

/// Takes a notice of that kind away.
void vl_app_drop_notice(vl_app *app, vl_notice_kind kind);

/// Puts a notice on the screen.
void vl_app_notify(vl_app *app, vl_notice_kind kind, const char *title, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
