#pragma once
/// Readings as comma-separated values; the columns are a contract (docs/command-line.md).

#include "lab/reading.h"

#include <stddef.h>
#include <stdio.h>

/// Columns that not every run has, between the others and the points.
enum {
    VL_CSV_REFERENCE = 1, ///< reference_error
    VL_CSV_LEDGER = 2,    ///< ledger_CAUSE, one for each cause
};

/// A column after `integrator` and `step`.
typedef struct vl_csv_column {
    const char *name, *meaning; ///< a sentence, for the manual
    size_t offset;              ///< of a double in vl_reading
    unsigned more;              ///< the VL_CSV_… that asks for it; 0: every run has it
} vl_csv_column;

/// In the order of the CSV; those of the ledger and of the points follow.
extern const vl_csv_column vl_csv_columns[];
extern const int vl_csv_column_count;

/// Writes a comma and the number; a value that does not exist (not finite) is an empty field.
void vl_csv_number(FILE *file, double value);

/// The header line with the columns `more` (a sum of the above) for the points `numbers` (count of
/// them).
void vl_csv_header(FILE *file, unsigned more, const int *numbers, int count);

/// One row. `x` by slot; `slot_of` of the world.
void vl_csv_row(FILE *file, unsigned more, const char *integrator, const vl_reading *reading,
                double *const x[VL_AXES], const int *slot_of, const int *numbers, int count);
