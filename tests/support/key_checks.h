#pragma once
// What each key is to do, as something that can be seen on the app afterwards.

#include "app/app.h"
#include "app/input/input.h"

enum { MOST_PARTS = 128 };

/// The parts of the window that must not overlap: panel, formula, notes, status, page,
/// answer and all buttons. Returns how many.
int parts_of_window(const vl_app *app, vl_rect parts[MOST_PARTS]);

/// Where the button of a command is; false where it is folded away.
bool place_of_button(const vl_app *app, int command, vl_rect *rect);

/// What keys change.
typedef struct app_view {
    int lanes, chosen;
    int integrator;
    const vl_mistake *mistake;
    bool running;
    int64_t steps, generation, going_back; // frames
    vl_solver_settings solver;
    double speed, time;
    vl_shown shown;
    const vl_theme *theme;
    vl_camera camera;
    char title[128], notice[256];
    bool pinned_hover, fullscreen, hitch;
    const vl_engine *engine;
    const vl_tool *tool;
    vl_drawer drawer;
    const vl_page *page;
    char stream[64];
    int plot, estimator, type;
} app_view;

/// Views can be compared by memcmp().
app_view view_of(const vl_app *app);

/// Puts the app where the command has something to do.
void prepare_for(vl_app *app, const vl_command *command);

/// Whether a command has done what its row says since `was`. A method that this build lacks stays
/// away with a warning. A command without a row fails the test.
bool key_did(const vl_command *command, const app_view *was, const vl_app *app);
