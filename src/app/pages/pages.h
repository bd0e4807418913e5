#pragma once
/// The room of the pages: experiments beside the stage, each opened and closed by a key. The
/// simulation goes on while one is open. A page stores its results until the app ends: closing
/// hides it. A page knows the state and the lab; it does not know the stage, the commands and the
/// other pages.

#include "app/state/state.h"
#include "base/names.h"
#include "base/worker.h"
#include "ui/plot.h"
#include "ui/widgets.h"

struct vl_page {
    uint32_t key;      ///< vl_event.key
    const char *keys;  ///< as written on the screen: "F3"
    bool ctrl;         ///< with the control key
    vl_icon icon;      ///< of its button
    const char *label; ///< of its button: "Order"
    const char *title; ///< at the top of the page: "Order lab"
    const char *help;  ///< what it shows; for the help
    bool wide;         ///< it takes most of the window

    size_t size; ///< of its memory, which is zeroed and begins with a vl_page_base

    /// `create` initialises the memory when the page is opened for the first time; `free` frees
    /// what the memory refers to. These and the next two may be NULL.
    void (*create)(void *memory, vl_app *app);
    void (*free)(void *memory);

    /// The lab was created again (another scene, a reset), or the page was just created.
    void (*begin)(void *memory, vl_app *app);

    /// The lab has made a frame of `dt` s; also called while the page is closed.
    void (*step)(void *memory, vl_app *app, double dt);

    /// Draws the page into `rect`, below its title, and handles clicks.
    void (*draw)(void *memory, vl_app *app, const vl_ui *ui, vl_rect rect);
};

/// The key of a page, F1 to F12, and its name; a row of a page.
#define VL_PAGE_KEY(number) .key = VL_KEY_F1 + (number)-1, .keys = "F" #number

/// The plots of all lanes over the run.
extern const vl_page vl_page_plots;

/// All pages, in the order of their keys.
extern const vl_page *const vl_pages[];
extern const int vl_page_count;

/// Opens a page in place of another, or closes it.
void vl_page_toggle(vl_app *app, const vl_page *page);

/// The lab was created again.
void vl_pages_begin(vl_app *app);

/// The lab has made a frame of `dt` s.
void vl_pages_step(vl_app *app, double dt);

/// Draws the open page below the tabs of all pages (or only its title, if the tabs have no room)
/// and a cross that closes it.
void vl_pages_draw(vl_app *app, const vl_ui *ui, vl_rect rect);

enum { VL_ENERGY_BARS = 7 };

/// A bar of the page of plots.
typedef struct vl_energy_bar {
    const char *name;
    double joule;
    bool is_sum; ///< below a line
} vl_energy_bar;

/// Fills in kinetic energy, the parts of the potential energy, their sum, and what was lost since
/// the start. Gravity counts from 100 % of an energy error below the start (vl_reference.rest), so
/// that its parts add up to the sum, and sum and loss to the sum at the start. Returns how many
/// there are: one where a force has no potential energy.
int vl_energy_bars_of(const vl_reading *reading, const vl_reference *reference,
                      vl_energy_bar bars[VL_ENERGY_BARS]);

/// Draws the graph of the figure that the lanes are compared by, of all lanes over the run, with
/// marks where the frame rate changed or a frame was late. A pointer reads it, and a press goes to
/// that instant. `plot` keeps the range.
void vl_graph_draw(vl_app *app, const vl_ui *ui, vl_plot *plot, vl_rect rect);

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
