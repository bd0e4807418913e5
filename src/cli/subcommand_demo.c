// The demo: a scene, or none, for the window.

#include "base/memory.h"
#include "cli/arguments.h"
#include "cli/exit.h"
#include "scene/find.h"

#include <string.h>

// The word was meant to be a subcommand or a scene.
static int refuse(const vl_arguments *arguments, const char *word, const vl_error *no_scene)
{
    vl_error error = {0};
    const char *near = vl_subcommand_suggest(arguments->subcommands, word);
    if (near && strcmp(near, word) == 0)
        vl_fail(&error,
                "'%s' after '--' is a scene, and there is none; leave out '--' for the subcommand",
                word);
    else if (near)
        vl_fail(&error, "'%s' is neither a subcommand nor a scene; did you mean '%s'?", word, near);
    else
        vl_fail(&error, "'%s' is not a subcommand, and %s", word, no_scene->text);
    return vl_exit_wrong_usage("", &error);
}

static int act(const vl_cli_host *host, const vl_arguments *arguments)
{
    vl_error error = {0};
    const char *word = arguments->word_count ? arguments->words[0] : NULL;
    char *path = word ? vl_scene_find(word, &error) : NULL;
    if (word && !path)
        return refuse(arguments, word, &error);
    int status = host->demo ? host->demo(path) : vl_exit_no_window();
    vl_free(path);
    return status;
}

// clang-format off
static const vl_option *const options[] = {
    &vl_option_help,
    VL_OPTION("version", NULL,
        "Prints the version and ends.",
        vl_read_flag, VL_COMMON(version)),
    NULL,
};

const vl_subcommand vl_subcommand_demo = {
    .name = "",
    .words = "[SCENE]",
    .summary = "open the window",
    .details =
        "Opens the window on a scene, or on the opening scene where none is named.",
    .options = options,
    .act = act,
};
// clang-format on
