#pragma once
/// Completion for bash and zsh: placeholders of gen_docs.c. Both shells read the same tables, as
/// the branches of a `case`.

#include "cli/page.h"

/// The arguments of printf that are "NAME:SUMMARY" of each subcommand.
void doc_add_shell_subcommands(vl_text *page, const vl_page_format *format);

/// A branch `NAME)` for each subcommand, with its options: "--NAME:MEANING", a line each.
void doc_add_shell_options(vl_text *page, const vl_page_format *format);

/// A branch `'NAME --OPTION')` for each option that takes a value, with what that can be: words,
/// and @files where it is a file. `'NAME')` is what the subcommand takes besides options: @scenes,
/// @recordings, @subcommands, or words.
void doc_add_shell_values(vl_text *page, const vl_page_format *format);
