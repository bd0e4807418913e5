// `check`: says what is wrong with scenes.

#include "cli/arguments.h"
#include "cli/load.h"

int vl_cli_check(const vl_cli_host *host, const vl_arguments *arguments)
{
    int status = VL_EXIT_GOOD;
    for (int i = 0; i < arguments->word_count; i++) {
        vl_error error = {0};
        vl_scene *scene = vl_cli_load(arguments->words[i], NULL, &error);
        if (!scene)
            status = vl_cli_bad_input(&error);
        vl_scene_free(scene);
    }
    return status;
}
