#pragma once
/// The options: one table from which parsing, help, the man page and docs/command-line.md come.

#include "cli/arguments.h"
#include "cli/scene_key.h"

typedef struct vl_option {
    const char *name;    ///< "integrator", without the dashes
    char letter;         ///< of the short form, -h; 0: there is none
    const char *form;    ///< of the value: "STREAM"; NULL: the option takes none
    const char *meaning; ///< sentences; code in backticks
    unsigned taken_by;   ///< subcommands: VL_IN_RUN and so on
    bool required;
    bool of_csv;       ///< means nothing without --csv
    vl_scene_key sets; ///< the key of the scene that the value replaces; key NULL: none

    /// Reads the value; false and a message where it is wrong. NULL where `sets` says it all.
    bool (*parse)(vl_arguments *arguments, const char *value, vl_error *error);
} vl_option;

extern const vl_option vl_options[];
extern const int vl_option_count;

/// The option of that name (without dashes), those of later versions included; NULL: none.
const vl_option *vl_option_find(const char *name);

/// The option of that letter, or NULL.
const vl_option *vl_option_find_letter(char letter);
