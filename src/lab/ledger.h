#pragma once
/// The ledger of a run: the changes of energy that the physics measured inside the steps, those
/// that somebody made between them, and the remainder, which is that of the integrator. The parts
/// add up to energy − energy at the start.

#include "physics/ledger/ledger.h"

typedef struct vl_ledger_book {
    double events[VL_CAUSE_COUNT]; ///< J, what was done between steps
} vl_ledger_book;

/// Somebody changed the energy between two steps by `change` J. A change that is not finite is left
/// out.
void vl_ledger_note(vl_ledger_book *book, vl_cause cause, double change);

/// Writes the sums of an instant into `parts`, J: `measured` by the physics until then, NULL where
/// no ledger is kept; `gained`: energy − energy at the start. NaN where one of them is missing.
void vl_ledger_close(const vl_ledger_book *book, const double *measured, double gained,
                     double parts[VL_CAUSE_COUNT]);

/// J, the sum of the parts, in the order of the causes.
double vl_ledger_sum(const double parts[VL_CAUSE_COUNT]);
