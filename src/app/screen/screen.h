#pragma once
/// The window's parts: stage, formula, notes, panel, bar, banners, help. Lays them out and draws
/// them.

#include "app/state/app.h"

/// Free with vl_screen_free().
vl_screen *vl_screen_create(void);

void vl_screen_free(vl_screen *screen);

/// Pixels per point: text grows with the window, for the back of the room.
float vl_screen_scale(const vl_app *app);

/// Lays out the window for its present size, and sets the camera's stage.
void vl_screen_layout(vl_app *app);

/// How much of the stage, from its left, lies under the formula, pixels; 0 where the stage is too
/// narrow to step aside.
float vl_screen_hidden_left(const vl_app *app);

/// Whether (x, y) is over something that is no stage.
bool vl_screen_covers(const vl_app *app, float x, float y);

/// Whether a sheet lies over the window: the help, or notes too long for their column.
bool vl_screen_has_sheet(const vl_app *app);

/// Whether there is room for the notes beside the stage.
bool vl_screen_notes_fit(const vl_app *app);

/// Where the button of command number `command` is; false where it is folded away.
bool vl_screen_button(const vl_app *app, int command, vl_rect *rect);

/// Where the panel's button of the solver is, and its card of settings; false where it is folded
/// away.
bool vl_screen_solver_button(const vl_app *app, vl_rect *rect);
bool vl_screen_card(const vl_app *app, vl_rect *rect);

/// Where the line is that folds the answer, beside the notes; false where there is none.
bool vl_screen_answer(const vl_app *app, vl_rect *rect);

enum { VL_SCREEN_PARTS = 104 };

/// The parts that must not overlap: panel, formula, notes, status and all buttons. Returns how
/// many.
int vl_screen_parts(const vl_app *app, vl_rect parts[VL_SCREEN_PARTS]);

/// Draws the window into app->list, and does what the pointer clicked on.
void vl_screen_draw(vl_app *app);
