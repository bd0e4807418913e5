#pragma once
/// What came out of a run, as a table for people.

#include "base/text.h"
#include "lab/lab.h"

/// What is gathered of one world.
typedef struct vl_tally {
    vl_reading last;
    double energy_error_most;    ///< largest |energy error|; NaN: there is none
    double position_error_most;  ///< m
    double reference_error_most; ///< m
    double stretch_most;
    double cpu; ///< s, of all steps
} vl_tally;

/// Free with vl_summary_free().
typedef struct vl_summary {
    int count;
    vl_tally *tallies;
} vl_summary;

vl_summary vl_summary_create(int worlds);

/// The listener of the lab; `user` is a vl_summary.
void vl_summary_hear(void *user, int world, const vl_reading *reading, double *const x[VL_AXES]);

/// Adds the table, a line for each world of the lab. A column that no world has is left out.
void vl_summary_lay_out(const vl_summary *summary, vl_lab *lab, vl_text *text);

/// Adds what each cause did to the energy from the start to the end, a line for each world.
void vl_summary_lay_out_ledger(const vl_summary *summary, vl_lab *lab, vl_text *text);

void vl_summary_free(vl_summary *summary);
