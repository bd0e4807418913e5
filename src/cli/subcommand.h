#pragma once
/// A subcommand: one const struct in a file of its own, subcommand_NAME.c, and a row in the list of
/// subcommand.c. Parsing, help and completion read it.

#include "base/names.h"
#include "cli/cli.h"
#include "cli/option.h"

#include <stddef.h>

typedef struct vl_subcommand {
    const char *name;    ///< "run"; "" for the demo, which has no word of its own
    const char *words;   ///< the arguments that are no options: "SCENE", "[SCENE]" or "SCENE…"
    const char *summary; ///< a few words for the list of subcommands, without a full stop
    const char *details; ///< sentences; code in backticks
    const vl_option *const *options; ///< in the order of the help; NULL at the end
    const void *settings;            ///< the defaults of its own options; NULL: it has none
    size_t settings_size;            ///< bytes

    /// The words that it takes where these are no files: NULL behind the last. NULL: they are
    /// files.
    const char *(*word)(int index);

    /// Adds to the help what only this subcommand has; NULL: nothing.
    void (*add_help)(vl_text *page);

    /// Its action: an experiment (job.h), or a function. False where it fails: with a message, or
    /// without one where that has been told.
    const struct vl_experiment *experiment;
    bool (*act)(const vl_cli_host *host, const vl_arguments *arguments, vl_error *error);
} vl_subcommand;

/// All subcommands, NULL at the end. The first is the demo, which runs where none is named.
extern const vl_subcommand *const vl_subcommands[];

// The help is made from the rows of subcommands and options, and laid out for a terminal. Text is
// UTF-8 in one line, code in `backticks`.

/// Prints the help on one subcommand; that on the demo is the help on the program.
void vl_help_print(const vl_subcommand *const *list, const vl_subcommand *subcommand);

void vl_help_add_heading(vl_text *page, const char *text);

/// A term, and what it means.
void vl_help_add_item(vl_text *page, const char *term, const char *text);

/// The names of a list of pointers to structs that begin with a name; NULL is at its end.
vl_names vl_names_of(const void *list);
