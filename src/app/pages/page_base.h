#pragma once
/// What pages share: work beside the picture, and rows of buttons. For this room alone.

#include "app/pages/pages.h"
#include "base/worker.h"
#include "ui/widgets.h"

/// The memory of each page begins with this. While it is open the worker gets its turns; the page
/// is busy until that has finished.
typedef struct vl_page_base {
    vl_worker *worker;    ///< NULL: nothing is worked on
    vl_run_config config; ///< the scene as it was run when vl_page_work() began
} vl_page_base;

/// Stops what is worked on, and begins with the pieces of other work; `user` outlives it.
void vl_page_work(vl_page_base *base, const vl_app *app, vl_worker_piece *piece, void *user);

void vl_page_stop(vl_page_base *base);

bool vl_page_works(const vl_page_base *base);

/// What of the run is another one since vl_page_work(), in a word; NULL: nothing.
const char *vl_page_difference(const vl_page_base *base, const vl_app *app);

/// Buttons side by side, of which number `*chosen` is on.
typedef struct vl_options {
    const char *const *labels;
    const bool *disabled; ///< NULL: none
    int count;
    float width; ///< of each, pixels; 0: what its label needs
    float gap;   ///< pixels
} vl_options;

/// Cuts them off the left of `row`. True when another one was clicked.
bool vl_page_choose(const vl_ui *ui, vl_rect *row, const vl_options *options, int *chosen);

/// Width of all of them, pixels.
float vl_page_options_width(const vl_ui *ui, const vl_options *options);
