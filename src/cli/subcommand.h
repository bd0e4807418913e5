#pragma once
/// The subcommands: one table from which parsing, help, the man page and docs/command-line.md come.

#include "base/error.h"
#include "cli/cli.h"

typedef struct vl_arguments vl_arguments;

enum {
    VL_EXIT_GOOD = 0,
    VL_EXIT_BAD_INPUT = 1,
    VL_EXIT_WRONG_USAGE = 2,
};

/// One bit for each subcommand: who takes an option.
enum {
    VL_IN_DEMO = 1,
    VL_IN_RUN = 2,
    VL_IN_CHECK = 4,
    VL_IN_RENDER = 8,
    VL_IN_LIST = 16,
    VL_IN_HELP = 32,
    VL_IN_ORDER = 64,
    VL_IN_STABILITY = 128,
    VL_IN_REVERSE = 512,
    VL_IN_IDENTITY = 1024,
    VL_IN_POLICIES = 2048,
    VL_IN_ALL = 127 | VL_IN_STABILITY | VL_IN_REVERSE | VL_IN_IDENTITY | VL_IN_POLICIES,
};

typedef struct vl_subcommand {
    unsigned bit;        ///< VL_IN_RUN and so on
    const char *name;    ///< "run"; "" for the demo, which has no word of its own
    const char *words;   ///< what stands behind the name: "SCENE…"
    const char *summary; ///< a few words for the list of subcommands, without a full stop
    const char *details; ///< sentences; code in backticks
    int least_words, most_words;
    const char *expected; ///< "one scene", for the message where the number of words is wrong

    /// Returns the exit status.
    int (*act)(const vl_cli_host *host, const vl_arguments *arguments);
} vl_subcommand;

extern const vl_subcommand vl_subcommands[];
extern const int vl_subcommand_count;

/// The subcommand that `word` names, those of later versions included; NULL where it names none.
const vl_subcommand *vl_subcommand_find(const char *word);

/// The demo, which runs where no subcommand is named.
const vl_subcommand *vl_subcommand_demo(void);

/// Prints a message about bad input on standard error, as it is, so that what reads
/// FILE:LINE:COLUMN finds it. Returns VL_EXIT_BAD_INPUT.
int vl_cli_bad_input(const vl_error *error);

/// Prints a message about wrong usage on standard error, and where to read more; `subcommand` may
/// be NULL. Returns VL_EXIT_WRONG_USAGE.
int vl_cli_wrong_usage(const vl_subcommand *subcommand, const vl_error *error);

/// Says that this build has no window. Returns VL_EXIT_BAD_INPUT.
int vl_cli_no_window(void);

int vl_cli_demo(const vl_cli_host *host, const vl_arguments *arguments);
int vl_cli_order(const vl_cli_host *host, const vl_arguments *arguments);
int vl_cli_run(const vl_cli_host *host, const vl_arguments *arguments);
int vl_cli_policies(const vl_cli_host *host, const vl_arguments *arguments);
int vl_cli_check(const vl_cli_host *host, const vl_arguments *arguments);
int vl_cli_render_picture(const vl_cli_host *host, const vl_arguments *arguments);
int vl_cli_stability(const vl_cli_host *host, const vl_arguments *arguments);
int vl_cli_reverse(const vl_cli_host *host, const vl_arguments *arguments);
int vl_cli_identity(const vl_cli_host *host, const vl_arguments *arguments);
int vl_cli_list(const vl_cli_host *host, const vl_arguments *arguments);
int vl_cli_help(const vl_cli_host *host, const vl_arguments *arguments);
