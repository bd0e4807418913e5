#pragma once
/// What the plots show: the readings of the last while.

#include "lab/reading.h"
#include "ui/plot.h"

typedef struct vl_history {
    vl_series kinetic, potential, total; ///< J over s
    vl_series dt;                        ///< ms over s
    vl_series residual;                  ///< of the rods and strings, as in vl_solve, over s
    vl_series
        rise[VL_CAUSE_COUNT]; ///< J over s: the ledger's parts that are positive, one upon the
    vl_series fall[VL_CAUSE_COUNT]; ///< other in the order of the causes; those that are negative
    vl_series gained;               ///< J over s, their sum
    double ledger[VL_CAUSE_COUNT];  ///< J, of the newest reading; NaN where there is none
    double change[VL_CAUSE_COUNT];  ///< J, against the reading before
} vl_history;

/// An empty history. Free with vl_history_free().
vl_history vl_history_create(void);

void vl_history_free(vl_history *history);
void vl_history_clear(vl_history *history);

/// Appends a complete reading.
void vl_history_add(vl_history *history, const vl_reading *reading);
