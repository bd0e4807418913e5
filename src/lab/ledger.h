#pragma once
/// The ledger of a run has the changes of energy by cause: those that the physics measured inside
/// the steps, those that somebody made between steps, and the remainder, which the integrator
/// causes. Their sum is energy − energy at the start.

#include "physics/ledger/ledger.h"

typedef struct vl_ledger_book {
    double events[VL_CAUSE_COUNT]; ///< J, changes between steps
} vl_ledger_book;

/// Adds a change of the energy between two steps, J. One that is not finite is ignored.
void vl_ledger_note(vl_ledger_book *book, vl_cause cause, double change);

/// Writes the changes by cause up to now into `parts`, J. `measured` comes from the physics, NULL
/// without a ledger; `gained` is energy − energy at the start. All parts are NaN where one of the
/// two does not exist.
void vl_ledger_close(const vl_ledger_book *book, const double *measured, double gained,
                     double parts[VL_CAUSE_COUNT]);

/// The sum of the parts, J.
double vl_ledger_sum(const double parts[VL_CAUSE_COUNT]);
