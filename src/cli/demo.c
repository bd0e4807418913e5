// The demo: a scene, or none, for the window.

#include "base/memory.h"
#include "base/text.h"
#include "cli/arguments.h"
#include "scene/find.h"

#include <string.h>

// A word that is neither a subcommand nor a scene was meant to be one of them.
static void refuse(const char *word, vl_error *error)
{
    vl_scene_names scenes = vl_scene_names_list();
    const char **names = vl_alloc((size_t)(vl_subcommand_count + scenes.count), sizeof *names);
    int count = 0;
    for (int i = 0; i < vl_subcommand_count; i++)
        if (*vl_subcommands[i].name)
            names[count++] = vl_subcommands[i].name;
    for (int i = 0; i < scenes.count; i++)
        names[count++] = scenes.names[i];

    const char *near = *word ? vl_suggest(word, names, count) : NULL;
    if (near)
        vl_fail(error, "'%s' is neither a subcommand nor a scene; did you mean '%s'?", word, near);
    else
        vl_fail(error,
                "'%s' is neither a subcommand nor a scene, expected one of those that "
                "'verlet-lab list scenes' shows, or a file",
                word);
    vl_free(names);
    vl_scene_names_free(&scenes);
}

int vl_cli_demo(const vl_cli_host *host, const vl_arguments *arguments)
{
    vl_error error = {0};
    const char *word = arguments->word_count ? arguments->words[0] : NULL;
    char *path = word ? vl_scene_find(word, NULL) : NULL;
    int status;
    if (word && !path) {
        refuse(word, &error);
        status = vl_cli_wrong_usage(arguments->subcommand, &error);
    } else {
        status = host->demo ? host->demo(path) : vl_cli_no_window();
    }
    vl_free(path);
    return status;
}
