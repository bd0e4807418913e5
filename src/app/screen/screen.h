#pragma once
/// The room of the screen: it lays out and draws the parts of the window (stage or page, formula,
/// notes, numbers, bar, status, banner, help). It is above all other rooms: it passes a click down
/// as a command.

#include "app/input/input.h"

enum { VL_MOST_LANE_CHOICES = 48 };

/// A choice of the menu.
typedef struct vl_offer {
    char text[VL_CHOICE_TEXT];  ///< as a file has it; "": the lane has none
    char label[VL_CHOICE_TEXT]; ///< for people
    const char *meaning;        ///< NULL: the label says it
    int command;                ///< number of that which it is, of frames
    bool active;                ///< it is what runs, or is shown
} vl_offer;

/// Lists the choices of the open menu: of the methods to be added first those of no lane. Returns
/// how many.
int vl_menu_choices(const vl_app *app, vl_offer choices[VL_MOST_LANE_CHOICES]);

/// Takes a choice. A notice says why it cannot be had.
void vl_menu_choose(vl_app *app, const vl_offer *choice);

vl_screen *vl_screen_create(void);
void vl_screen_free(vl_screen *screen);

/// Computes app->layout and the camera's stage for the present size of the window.
void vl_screen_layout(vl_app *app);

/// Draws the window into app->list, and handles clicks.
void vl_screen_draw(vl_app *app);
