#pragma once
/// The panel at the right: readouts with units, plots of energy and of dt.

#include "app/state/app.h"
#include "ui/plot.h"

typedef struct vl_panel {
    vl_plot energy, dt, residual;
    vl_rect plots;  ///< as drawn last; a click shows the next one
    vl_rect solver; ///< as drawn last: its button
    vl_rect card;   ///< as drawn last, where it is open
} vl_panel;

vl_panel vl_panel_create(void);

void vl_panel_draw(vl_panel *panel, vl_app *app, const vl_ui *ui, vl_rect rect);

/// The run has begun anew: the ranges of the plots too.
void vl_panel_forget(vl_panel *panel);
