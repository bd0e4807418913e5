#pragma once
/// The rows of a run as CSV: every N-th step, and the last one of each integrator.

#include "lab/lab.h"

#include <stdio.h>

typedef struct vl_rows {
    FILE *file;
    vl_lab *lab;
    const int *numbers; ///< of the particles whose positions are written
    int number_count;
    unsigned more; ///< columns, VL_CSV_…
    int64_t every; ///< ≥ 1
} vl_rows;

/// The listener of the lab; `user` is a vl_rows.
void vl_rows_hear(void *user, int world, const vl_reading *reading, double *const x[VL_AXES]);

/// After the run, the lab settled: the rows of the last step where they are not written yet.
void vl_rows_finish(vl_rows *rows);
