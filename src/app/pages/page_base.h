#pragma once
/// The base of all pages: computation in pieces, and rows of buttons. For this room alone.

#include "app/pages/pages.h"
#include "base/names.h"
#include "base/worker.h"
#include "ui/widgets.h"

/// The first member of the memory of each page. While the page is open its worker gets time; the
/// page is busy until the worker has finished.
typedef struct vl_page_base {
    vl_worker *worker; ///< NULL: nothing is computed
    /// Of the chosen lane when vl_page_work() was called.
    vl_solver_settings solver;
    const vl_engine *engine;
    const vl_mistake *mistake;
} vl_page_base;

/// Stops the present work and starts other work, which is done in pieces; `user` must outlive it.
void vl_page_work(vl_page_base *base, const vl_app *app, vl_worker_piece *piece, void *user);

void vl_page_stop(vl_page_base *base);

bool vl_page_works(const vl_page_base *base);

/// Names the first setting that has changed since vl_page_work(), or returns NULL.
const char *vl_page_difference(const vl_page_base *base, const vl_app *app);

/// Buttons side by side; button number `*chosen` is on.
typedef struct vl_options {
    vl_names labels;
    const bool *disabled; ///< NULL: none
    float width;          ///< of each, pixels; 0: as wide as its label
    float gap;            ///< pixels
} vl_options;

/// Cuts the buttons off the left of `row`. Returns true if another one was clicked.
bool vl_page_choose(const vl_ui *ui, vl_rect *row, const vl_options *options, int *chosen);

/// Returns the width of all buttons, pixels.
float vl_page_options_width(const vl_ui *ui, const vl_options *options);
