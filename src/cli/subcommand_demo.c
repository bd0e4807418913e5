// The demo: a scene, or none, for the window.

#include "base/memory.h"
#include "cli/arguments.h"
#include "cli/target.h"
#include "scene/find.h"

// The word was meant to be a subcommand or a scene.
static bool refuse(const vl_arguments *arguments, const char *word, vl_error *error)
{
    const vl_error no_scene = *error;
    const char *near = vl_names_similar(vl_names_of(arguments->subcommands + 1), word);
    return vl_fail_usage(error,
                         near ? "'%s' is neither a subcommand nor a scene; did you mean '%s'?"
                              : "'%s' is not a subcommand, and %s",
                         word, near ? near : no_scene.text);
}

typedef struct settings {
    const char *record; // a file, or "off"; NULL: the usual one
} settings;

static bool act(const vl_cli_host *host, const vl_arguments *arguments, vl_error *error)
{
    const char *word = arguments->word_count ? arguments->words[0] : NULL;
    char *path = word ? vl_scene_find(word, error) : NULL;
    if (word && !path)
        return refuse(arguments, word, error);
    const char *record = ((const settings *)arguments->settings)->record;
    bool good;
    if (path && record && vl_target_is(path, record)) // it would be emptied before it is played
        good = vl_fail_usage(error, "--record is '%s', which is the file to open, expected another",
                             record);
    else
        good = host->demo ? host->demo(path, record) == 0 : vl_fail(error, VL_CLI_NO_WINDOW);
    vl_free(path);
    return good;
}

// clang-format off
static const vl_option *const options[] = {
    VL_OPTION("record", "FILE|off",
        "Records what happens in the window to this file, or not at all. Default: a file of its own in "
        "`verlet-lab/recordings` in `$XDG_STATE_HOME`, or else in `~/.local/state`, where the newest 20 are kept. "
        "`verlet-lab replay` runs it again.",
        .read = vl_read_path, VL_OWN(record), .expected = "a file, or off"),
    &vl_option_help,
    VL_OPTION("version", NULL,
        "Prints the version and what this build has: features, instruction sets, compiler and libraries. Then ends.",
        VL_COMMON(version)),
    NULL,
};

const vl_subcommand vl_subcommand_demo = {
    .name = "",
    .words = "[SCENE|RECORDING]",
    .summary = "open the window",
    .details =
        "Opens the window on a scene, or on the opening scene where none is named. A recording (docs/recordings.md) plays "
        "there, and can be scrubbed.",
    .options = options,
    .settings = &(const settings){0},
    .settings_size = sizeof(settings),
    .act = act,
};
// clang-format on
