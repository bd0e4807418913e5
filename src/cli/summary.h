#pragma once
/// The results of a run as a table for the user. For this room alone.

#include "lab/lab.h"

enum { VL_SUMMARY_COLUMNS = 7 };

/// The results of one world.
typedef struct vl_tally {
    vl_reading last;
    double values[VL_SUMMARY_COLUMNS]; ///< of the columns; NaN: there is none
} vl_tally;

/// Free with vl_summary_free().
typedef struct vl_summary {
    int count;
    vl_tally *tallies;
} vl_summary;

vl_summary vl_summary_create(int worlds);

/// The listener of the lab; `user` is a vl_summary.
void vl_summary_hear(void *user, int world, const vl_reading *reading, double *const x[VL_AXES]);

/// Prints the table, a line for each world of the lab. A column that no world has is left out.
void vl_summary_print(const vl_summary *summary, vl_lab *lab);

/// Prints the change of the energy by each cause over the run, a line for each world.
void vl_summary_print_ledger(const vl_summary *summary, vl_lab *lab);

void vl_summary_free(vl_summary *summary);
