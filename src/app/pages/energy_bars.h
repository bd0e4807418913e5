#pragma once
/// Bars of the energies of the chosen lane about a zero that rests: kinetic energy, the parts of
/// the potential energy, their sum, and what was lost since the start. For this room alone.

#include "app/state/state.h"

enum { VL_ENERGY_BARS = 7 };

typedef struct vl_energy_bar {
    const char *name;
    double joule;
    bool is_sum; ///< below a line
} vl_energy_bar;

/// Stores the range of the bars between frames: it only grows. Begins as `{0}`.
typedef struct vl_energy_bars {
    double low, high;          ///< J, ≤ 0 and ≥ 0
    bool seen[VL_ENERGY_BARS]; ///< the energy is in this scene
} vl_energy_bars;

/// Fills in the bars of a reading. Gravity counts from 100 % of an
/// energy error below the start (vl_reference.rest), so that its parts add up to the sum, and sum
/// and loss to the sum at the start. Returns how many there are: one where a force has no potential
/// energy.
int vl_energy_bars_of(const vl_reading *reading, const vl_reference *reference,
                      vl_energy_bar bars[VL_ENERGY_BARS]);

void vl_energy_bars_draw(vl_energy_bars *bars, const vl_app *app, const vl_ui *ui, vl_rect rect);
