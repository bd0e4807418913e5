#pragma once
/// The room of the pages beside the stage: the dock, which is the graph of the card in half of the
/// window, and theory, a page with a tab for each experiment. The simulation goes on while one is
/// open. A page stores its results until the app ends: closing hides it. A page knows the state and
/// the lab; it does not know the stage, the commands and the other pages.

#include "app/state/state.h"
#include "base/worker.h"
#include "ui/table.h"

struct vl_page {
    const char *label; ///< of its tab: "Order"
    const char *title; ///< of what it computes: "Order lab"

    size_t size; ///< of its memory, which is zeroed and begins with a vl_page_base

    /// Frees what the memory refers to. This and the next two may be NULL.
    void (*free)(void *memory);

    /// The lab was created again (another scene, a reset), or the page was just created.
    void (*begin)(void *memory, vl_app *app);

    /// The lab has made a frame of `dt` s; also called while the page is closed.
    void (*step)(void *memory, vl_app *app, double dt);

    /// Draws the page into `rect`, and handles clicks.
    void (*draw)(void *memory, vl_app *app, const vl_ui *ui, vl_rect rect);
};

/// The tabs of theory, and behind them the dock.
extern const vl_page *const vl_pages[VL_PAGES];
extern const vl_page vl_page_dock;

/// Opens a page in place of another, or closes it.
void vl_page_toggle(vl_app *app, const vl_page *page);

/// Opens the dock; where it is open already its next view, and behind the last one it closes.
void vl_dock_next(vl_app *app);

/// Opens theory at the tab that was open last, at first the first one; where it is open already its
/// next tab, and behind the last one it closes.
void vl_theory_next(vl_app *app);

bool vl_theory_is_open(const vl_app *app);

/// Call `begin` and `step` of all pages that were opened.
void vl_pages_begin(vl_app *app);
void vl_pages_step(vl_app *app, double dt);

/// Draws the open page; theory has tabs above it, and a cross that closes it.
void vl_page_draw(vl_app *app, const vl_ui *ui, vl_rect rect);
void vl_theory_draw(vl_app *app, const vl_ui *ui, vl_rect rect);

/// What of the run is looked at.
typedef enum vl_view_of_run {
    VL_VIEW_LANES,    ///< the figure that lanes are compared by
    VL_VIEW_CAUSES,   ///< who took the energy of the chosen lane
    VL_VIEW_ENERGIES, ///< K and U of the chosen lane
    VL_VIEW_PLANE,    ///< v over x of the watched particle
    VL_VIEWS
} vl_view_of_run;

/// Draws the graph of the figure that the lanes are compared by, of all lanes over the run, with
/// marks where the frame rate changed or a frame was late. A pointer reads it, and a press goes to
/// that instant.
void vl_graph_draw(vl_app *app, const vl_ui *ui, vl_rect rect);

/// Whether the open page is still computing; `part` of it is done, 0…1, 0: not known.
bool vl_pages_busy(const vl_app *app, double *part);

void vl_pages_free(vl_app *app);

// --- for the pages themselves: computation in pieces, and rows of buttons ---

/// The first member of the memory of each page. While the page is open its worker gets time; the
/// page is busy until the worker has finished.
typedef struct vl_page_base {
    vl_worker *worker; ///< NULL: nothing is computed
    double part;       ///< as vl_pages_busy() tells it
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

enum { VL_CELL_SIZE = 192 };

/// The table of all methods beside a plot: sample of the line, name, figures.
typedef struct vl_method_table {
    const vl_column *columns; ///< the first has the names
    int column_count;
    const void *page;

    /// Writes the figures of a method into the cells behind its name; `texts` has room for them.
    /// Returns whether it is in the plot, and gives the row its style then.
    bool (*fill)(const void *page, const vl_theme *theme, int method, vl_table_row *row,
                 char texts[VL_MOST_COLUMNS][VL_CELL_SIZE]);
} vl_method_table;

/// Draws it; `first_row` is kept from frame to frame. Returns the number of the method that was
/// clicked, vl_integrator_count for the heads, −1 for nothing.
int vl_methods_draw(const vl_ui *ui, vl_rect rect, const vl_method_table *methods, int *first_row);

/// Returns the ui that marks the terms of lab/terms.h in the texts that are drawn with it, and
/// explains them where they stand; in a formula symbols are terms.
vl_ui vl_explained(const vl_ui *ui, bool formula);
