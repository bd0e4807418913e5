#pragma once
/// Readings as comma-separated values; the columns are a contract (docs/command-line.md).

#include "lab/reading.h"

#include <stdio.h>

/// Columns that not every run has, between the others and the points.
enum {
    VL_CSV_REFERENCE = 1, ///< reference_error
    VL_CSV_LEDGER = 2,    ///< ledger_CAUSE, one for each cause
};

/// The header line with the columns `more` (a sum of the above) for the points `numbers` (count of
/// them).
void vl_csv_header(FILE *file, unsigned more, const int *numbers, int count);

/// One row. `x` by slot; `slot_of` of the world.
void vl_csv_row(FILE *file, unsigned more, const char *integrator, const vl_reading *reading,
                double *const x[VL_AXES], const int *slot_of, const int *numbers, int count);
