#pragma once
/// The manual of the command line, made from its tables: help on the terminal, the man page,
/// docs/command-line.md.

#include "cli/subcommand.h"

/// One column of the CSV that `run` writes.
typedef struct vl_manual_column {
    const char *name;
    const char *meaning;
} vl_manual_column;

/// In the order of the columns; x1,y1,z1… follow.
extern const vl_manual_column vl_manual_columns[];
extern const int vl_manual_column_count;

/// Prints the help on one subcommand; that of the demo is the help on the program.
void vl_manual_print_help(const vl_subcommand *subcommand);

/// docs/command-line.md. Free with vl_free().
char *vl_manual_markdown(void);

/// docs/verlet-lab.1. Free with vl_free().
char *vl_manual_man_page(void);
