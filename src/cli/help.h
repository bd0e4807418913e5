#pragma once
/// The help, made from the rows of subcommands and options, and laid out for a terminal. Text is
/// UTF-8 in one line, code in `backticks`.

#include "cli/subcommand.h"

/// Prints the help on one subcommand; that on the demo is the help on the program.
void vl_help_print(const vl_subcommand *const *list, const vl_subcommand *subcommand);

void vl_help_add_heading(vl_text *page, const char *text);

/// A term, and what it means.
void vl_help_add_item(vl_text *page, const char *term, const char *text);
