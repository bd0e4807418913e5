#pragma once
/// Readings as comma-separated values. The columns are documented by `verlet-lab help run` and must
/// not change.

#include "lab/reading.h"

#include <stddef.h>
#include <stdio.h>

/// Optional columns. They come after those that every run has and before the points.
enum {
    VL_CSV_REFERENCE = 1, ///< reference_error
    VL_CSV_MOMENTUM = 4,  ///< momenta of all and of the free parts
    VL_CSV_LEDGER = 2,    ///< ledger_CAUSE, one for each cause
    VL_CSV_LANE = 8,      ///< lane, before all others
    VL_CSV_SOLVED = 16,   ///< residual, unsolved: where vl_troubles_can_be()
};

/// A column after `integrator` and `step`.
typedef struct vl_csv_column {
    const char *name, *meaning; ///< the meaning is a sentence for the manual
    size_t offset;              ///< of the double in vl_reading that is written
    unsigned more;              ///< the VL_CSV_… flag that selects it; 0: every run has it
} vl_csv_column;

/// The columns in their order. Those of the ledger and of the points follow them.
extern const vl_csv_column vl_csv_columns[];
extern const int vl_csv_column_count;

/// Writes `count` numbers, each behind a comma, and ends the row. A value that does not exist (not
/// finite) is an empty field.
void vl_csv_end(FILE *file, int count, const double *values);

/// Writes the header line with the optional columns `more` (VL_CSV_… flags) and the coordinates of
/// `count` points with these `numbers`.
void vl_csv_header(FILE *file, unsigned more, const int *numbers, int count);

/// Writes one row. `lane` is its label with VL_CSV_LANE. `x` holds positions by slot; `slot_of` is
/// that of the particles of the world.
void vl_csv_row(FILE *file, unsigned more, const char *lane, const char *integrator,
                const vl_reading *reading, double *const x[VL_AXES], const int *slot_of,
                const int *numbers, int count);
