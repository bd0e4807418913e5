#pragma once
/// What is plotted of a lane over the run. In a long run the older points are thinned out.

#include "lab/phase.h"
#include "lab/reading.h"
#include "scene/scene.h"
#include "ui/number.h"
#include "ui/series.h"

enum { VL_QUANTITY_SIZE = VL_FIGURE_SIZE + 16 };

/// Writes a value in a unit, and with a sign if the quantity is signed. Large values have fewer
/// decimals, so that all have about the same width. From 10,000 % on it is told how many times
/// 100 % that is, "+3253 times", and very large values have a word, "1.23 million m". Returns
/// `text`.
const char *vl_quantity_write(const vl_quantity *quantity, double value, const char *unit,
                              char text[VL_QUANTITY_SIZE]);

enum { VL_MOST_LANES = VL_SCENE_MOST_LANES };

/// A fresh one is `{0}`, to be cleared before anything is added. Where one has gone back, the
/// points of vl_figures and of the phase plane ahead stay as long as the run can go there.
typedef struct vl_plots {
    union {
        struct {
            /// By quantity, over s, in their units on the screen: those of vl_figures, and kinetic,
            /// potential and all energy, dt, and the residual.
            vl_series of[VL_QUANTITY_CPU];
            /// J over s: positive parts of the ledger stacked upwards in the order of the causes,
            /// and negative parts stacked downwards.
            vl_series rise[VL_MOST_CAUSES], fall[VL_MOST_CAUSES];
            vl_series gained; ///< J over s, sum of both stacks
            /// q and v of a particle in its phase plane, over s, at the same instants.
            vl_series place, speed;
        };

        vl_series all[VL_QUANTITY_CPU + 2 * VL_MOST_CAUSES + 3];
    };

    double time[2], last[2]; ///< s, and q: of the last two instants, the newest first; NaN: none
} vl_plots;

void vl_plots_clear(vl_plots *plots);
void vl_plots_free(vl_plots *plots);

/// Appends a complete reading. To what lanes are compared by it is added where it is not earlier
/// than the newest; it replaces that of the same instant. There a curve has a gap at `since`, s,
/// when the lane began to run as it does.
void vl_plots_add(vl_plots *plots, const vl_reading *reading, double since);

/// Adds the instant before, now that the place of the next one is known: v is the weighted central
/// difference of the places. `x` are all positions, by slot.
void vl_plots_trace(vl_plots *plots, const vl_phase_plane *plane, double time,
                    double *const x[VL_AXES]);
void vl_plots_trace_anew(vl_plots *plots);

/// The lane goes on from another instant: the last places are not known. Points
/// stay until the run goes another way (vl_session_drop_ahead()).
void vl_plots_go_back(vl_plots *plots);
