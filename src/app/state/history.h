#pragma once
/// The readings, as series for the plots. In a long run the older ones are thinned out.

#include "lab/reading.h"
#include "ui/plot.h"

typedef struct vl_history {
    vl_series kinetic, potential, total; ///< J over s
    vl_series dt;                        ///< ms over s
    vl_series residual;                  ///< of rods and strings over s, as in vl_solve
    /// J over s: positive parts of the ledger stacked upwards in the order of the causes, and
    /// negative parts stacked downwards.
    vl_series rise[VL_MOST_CAUSES], fall[VL_MOST_CAUSES];
    vl_series gained;              ///< J over s, sum of both stacks
    double ledger[VL_MOST_CAUSES]; ///< J, of the newest reading; NaN if there is none
    double change[VL_MOST_CAUSES]; ///< J, difference from the reading before
} vl_history;

/// Empties the history. A fresh one is `{0}`, to be cleared before anything is added.
void vl_history_clear(vl_history *history);
void vl_history_free(vl_history *history);

/// Drops what was read at `time`, s, and after it.
void vl_history_cut(vl_history *history, double time);

/// Appends a complete reading.
void vl_history_add(vl_history *history, const vl_reading *reading);
