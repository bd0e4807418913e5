#pragma once
/// What `run` and `replay` both tell of the lanes of a lab at their end.

#include "cli/arguments.h"
#include "lab/lab.h"

/// The columns of the CSV that `--ledger` and `--momentum` ask for, VL_CSV_….
unsigned vl_summary_columns(const vl_arguments *arguments);

/// Print the tables of both. `head` stands above the labels of the lanes.
void vl_summary_print_ledger(vl_lab *lab, const char *head);
void vl_summary_print_momenta(vl_lab *lab, const char *head);

/// Prints "tcv: of 600 substeps 3 had to be divided", and where some were not solved "; the largest
/// residual is 0.002"; nothing where none had trouble.
void vl_summary_print_troubles(vl_lab *lab, int lane);
