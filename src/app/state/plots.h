#pragma once
/// What is plotted of a lane over the run. In a long run the older points are thinned out.

#include "lab/reading.h"
#include "scene/scene.h"
#include "ui/number.h"
#include "ui/series.h"

enum { VL_QUANTITY_SIZE = VL_FIGURE_SIZE + 16 };

/// Writes a value in a unit, and with a sign if the quantity is signed. Large values have
/// fewer decimals, so that all have about the same width. Returns `text`.
const char *vl_quantity_write(const vl_quantity *quantity, double value, const char *unit,
                              char text[VL_QUANTITY_SIZE]);

enum { VL_MOST_LANES = VL_SCENE_MOST_LANES, VL_RECENT = 8 };

/// The last states of a lane, so that another lane with steps of its own finds the instants that
/// both have.
typedef struct vl_recent {
    int size, next;                ///< particles for which there is memory; the newest state
    double time[VL_RECENT];        ///< s; NaN: none
    double *x[VL_RECENT][VL_AXES]; ///< m, by slot
} vl_recent;

/// A fresh one is `{0}`, to be cleared before anything is added. Where one has gone back, the
/// points of vl_figures and of `apart` ahead stay as long as the run can go there.
typedef struct vl_plots {
    /// By quantity, over s, in their units on the screen: those of vl_figures, and kinetic,
    /// potential and all energy, dt, and the residual.
    vl_series of[VL_QUANTITY_CPU];
    /// J over s: positive parts of the ledger stacked upwards in the order of the causes, and
    /// negative parts stacked downwards.
    vl_series rise[VL_MOST_CAUSES], fall[VL_MOST_CAUSES];
    vl_series gained;               ///< J over s, sum of both stacks
    double ledger[VL_MOST_CAUSES];  ///< J, of the newest reading; NaN if there is none
    double change[VL_MOST_CAUSES];  ///< J, difference from the reading before
    vl_series apart[VL_MOST_LANES]; ///< m over s, distance from each lane before this one
    vl_recent recent;
} vl_plots;

void vl_plots_clear(vl_plots *plots);
void vl_plots_free(vl_plots *plots);

/// Appends a complete reading. To what lanes are compared by it is added where it is not earlier
/// than the newest; it replaces that of the same instant.
void vl_plots_add(vl_plots *plots, const vl_reading *reading);

/// The lane goes on from another instant: the last step and the last states are not known. Points
/// stay until the run goes another way (vl_session_drop_ahead()).
void vl_plots_go_back(vl_plots *plots);
