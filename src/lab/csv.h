#pragma once
/// Readings as comma-separated values; the columns are a contract (docs/command-line.md).

#include "lab/reading.h"

#include <stdio.h>

/// The header line for the points `numbers` (count of them).
void vl_csv_header(FILE *file, const int *numbers, int count);

/// One row. `x` by slot; `slot_of` of the world.
void vl_csv_row(FILE *file, const char *integrator, const vl_reading *reading,
                double *const x[VL_AXES], const int *slot_of, const int *numbers, int count);
