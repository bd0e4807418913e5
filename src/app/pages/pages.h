#pragma once
/// The room of the pages: experiments beside the stage, each opened and closed by a key. The
/// picture goes on while one is open. A page keeps its results until the app ends: closing
/// hides it. A page knows the state and the lab; it does not know the stage, the
/// commands and the other pages.

#include "app/state/state.h"

struct vl_page {
    uint32_t key;      ///< vl_event.key
    const char *keys;  ///< as written on the screen: "F3"
    vl_icon icon;      ///< of its button
    const char *label; ///< of its button: "Order"
    const char *title; ///< over it: "Order lab"
    const char *help;  ///< what it shows, in the help
    bool wide;         ///< it takes the place of the panel

    size_t size; ///< of its memory, which begins with a vl_page_base, and all of it with zeros

    /// Fills in the memory when it is opened for the first time; frees what is in it in the end.
    /// May be NULL, as the next two.
    void (*create)(void *memory, vl_app *app);
    void (*free)(void *memory);

    /// The lab was made anew (another scene, a reset), or the page was just created.
    void (*begin)(void *memory, vl_app *app);

    /// A frame of `dt` s was made by the lab; open or not.
    void (*step)(void *memory, vl_app *app, double dt);

    /// Draws it into `rect`, below its title, and does what the pointer clicked on.
    void (*draw)(void *memory, vl_app *app, const vl_ui *ui, vl_rect rect);
};

/// All pages, in the order of their keys; the list stands in meson.build.
extern const vl_page *const vl_pages[];
extern const int vl_page_count;

/// Opens a page in the place of another, or closes it.
void vl_page_toggle(vl_app *app, const vl_page *page);

/// The lab was made anew.
void vl_pages_begin(vl_app *app);

/// The lab made a frame of `dt` s.
void vl_pages_step(vl_app *app, double dt);

/// Draws the open page below tabs of all pages, or its title where they have no room, and a cross
/// that closes it.
void vl_pages_draw(vl_app *app, const vl_ui *ui, vl_rect rect);

/// Whether the open page still computes what it shows.
bool vl_pages_busy(const vl_app *app);

void vl_pages_free(vl_app *app);
