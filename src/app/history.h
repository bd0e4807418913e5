#pragma once
/// What the plots show: the readings of the last while.

#include "lab/reading.h"
#include "ui/plot.h"

typedef struct vl_history {
    vl_series kinetic, potential, total; ///< J over s
    vl_series dt;                        ///< ms over s
    vl_series residual;                  ///< of the rods and strings, as in vl_solve, over s
} vl_history;

/// An empty history. Free with vl_history_free().
vl_history vl_history_create(void);

void vl_history_free(vl_history *history);
void vl_history_clear(vl_history *history);

/// Appends a complete reading.
void vl_history_add(vl_history *history, const vl_reading *reading);
