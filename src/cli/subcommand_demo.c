// The demo: a scene, or none, for the window.

#include "base/memory.h"
#include "cli/arguments.h"
#include "cli/exit.h"
#include "cli/target.h"
#include "scene/find.h"

#include <stddef.h>
#include <string.h>

// The word was meant to be a subcommand or a scene.
static int refuse(const vl_arguments *arguments, const char *word, const vl_error *no_scene)
{
    vl_error error = {0};
    const char *near = vl_subcommand_suggest(arguments->subcommands, word);
    if (near && strcmp(near, word) == 0)
        vl_fail(&error,
                "'%s' is taken for a scene here, and there is none; a subcommand is the first word",
                word);
    else if (near)
        vl_fail(&error, "'%s' is neither a subcommand nor a scene; did you mean '%s'?", word, near);
    else
        vl_fail(&error, "'%s' is not a subcommand, and %s", word, no_scene->text);
    return vl_exit_wrong_usage("", &error);
}

typedef struct settings {
    const char *record; // a file, or "off"; NULL: the usual one
} settings;

static int act(const vl_cli_host *host, const vl_arguments *arguments)
{
    vl_error error = {0};
    const char *word = arguments->word_count ? arguments->words[0] : NULL;
    char *path = word ? vl_scene_find(word, &error) : NULL;
    if (word && !path)
        return refuse(arguments, word, &error);
    const char *record = ((const settings *)arguments->settings)->record;
    int status;
    if (path && record && vl_target_is(path, record)) { // it would be emptied before it is played
        vl_fail(&error, "--record is '%s', which is the file to open, expected another", record);
        status = vl_exit_wrong_usage("", &error);
    } else
        status = host->demo ? host->demo(path, record) : vl_exit_no_window();
    vl_free(path);
    return status;
}

// clang-format off
static const vl_option *const options[] = {
    VL_OPTION("record", "FILE|off",
        "Records what happens in the window to this file, or not at all. Default: a file of its own in "
        "`verlet-lab/recordings` in `$XDG_STATE_HOME`, or else in `~/.local/state`, where the newest 20 are kept. "
        "`verlet-lab replay` runs it again.",
        vl_read_path, offsetof(settings, record), .expected = "a file, or off"),
    &vl_option_help,
    VL_OPTION("version", NULL,
        "Prints the version and what this build has: features, instruction sets, compiler and libraries. Then ends.",
        vl_read_flag, VL_COMMON(version)),
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
