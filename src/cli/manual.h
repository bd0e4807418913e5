#pragma once
/// The manual of the command line, made from the rows of subcommands and options: the help, and the
/// pieces from which tools/gen_docs.c makes docs/command-line.md and the man page.

#include "cli/page.h"
#include "cli/subcommand.h"

/// A paragraph that explains how paths, subcommands and options are written.
extern const char vl_manual_words[];

/// Prints the help on one subcommand; that of the demo is the help on the program.
void vl_manual_print_help(const vl_subcommand *const *list, const vl_subcommand *subcommand);

/// The usage of each subcommand of a list as code, with all options that have a value or with those
/// alone that are required.
void vl_manual_add_synopsis(vl_text *page, const vl_page_format *format,
                            const vl_subcommand *const *list, bool all_options);

/// The options of a subcommand; `with_help`: that which all have, too.
void vl_manual_add_options(vl_text *page, const vl_page_format *format,
                           const vl_subcommand *subcommand, bool with_help);

/// The kinds of streams of time steps.
void vl_manual_add_streams(vl_text *page, const vl_page_format *format);

/// The columns of the CSV that `run` writes.
void vl_manual_add_columns(vl_text *page, const vl_page_format *format);
