#pragma once
/// What is plotted of a lane over the run, and the quantities that lanes are compared by. In a long
/// run the older points are thinned out.

#include "lab/reading.h"
#include "scene/scene.h"
#include "ui/number.h"
#include "ui/series.h"

typedef struct vl_quantity {
    const char *name;  ///< "energy error"
    const char *title; ///< as short as a button: "Energy"
    const char *unit;
    bool is_signed;
    double least; ///< of a full bar, in the unit: what is smaller is no news
    double (*of)(const vl_reading *reading); ///< in the unit; NaN if it does not exist
    bool counts;                             ///< it is a whole number
} vl_quantity;

enum {
    VL_QUANTITIES = 5,
    VL_QUANTITY_POSITION = 1, ///< the one that a reference run may know later
    VL_QUANTITY_SIZE = VL_FIGURE_SIZE + 16
};

extern const vl_quantity vl_quantities[VL_QUANTITIES];

/// Writes a value with its unit, and with a sign if it is signed. Large values have
/// fewer decimals, so that all have about the same width. Returns `text`.
const char *vl_quantity_write(const vl_quantity *quantity, double value,
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
/// points of `of` and `apart` ahead stay as long as the run can go there.
typedef struct vl_plots {
    vl_series kinetic, potential, total; ///< J over s
    vl_series dt;                        ///< ms over s
    vl_series residual;                  ///< of rods and strings over s, as in vl_solve
    /// J over s: positive parts of the ledger stacked upwards in the order of the causes, and
    /// negative parts stacked downwards.
    vl_series rise[VL_MOST_CAUSES], fall[VL_MOST_CAUSES];
    vl_series gained;               ///< J over s, sum of both stacks
    double ledger[VL_MOST_CAUSES];  ///< J, of the newest reading; NaN if there is none
    double change[VL_MOST_CAUSES];  ///< J, difference from the reading before
    vl_series of[VL_QUANTITIES];    ///< in the units of the quantities, over s
    vl_series apart[VL_MOST_LANES]; ///< m over s, distance from each lane before this one
    vl_recent recent;
} vl_plots;

void vl_plots_clear(vl_plots *plots);
void vl_plots_free(vl_plots *plots);

/// Appends a complete reading. To what lanes are compared by it is added where it is not earlier
/// than the newest; it replaces that of the same instant.
void vl_plots_add(vl_plots *plots, const vl_reading *reading);

/// The lane goes on from an earlier instant, s: drops the readings from there on, and the last
/// states.
void vl_plots_go_back(vl_plots *plots, double time);
