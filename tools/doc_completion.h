#pragma once
/// Completion for bash: placeholders of gen_docs.c.

#include "base/text.h"

/// The names of all subcommands, in a line.
void doc_add_shell_subcommands(vl_text *page);

/// A branch `'NAME')` of a `case` for each subcommand, with its options.
void doc_add_shell_options(vl_text *page);

/// A branch `'NAME --OPTION')` for each option that takes a value, with what that can be: words,
/// and @files where it is a file. `'NAME')` is what the subcommand takes besides options: @scenes,
/// @recordings, @subcommands, or words.
void doc_add_shell_values(vl_text *page);
