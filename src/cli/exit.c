#include "cli/exit.h"

#include "base/text.h"
#include "scene/warnings.h"

#include <stdio.h>
#include <string.h>

int vl_exit_bad_input(const vl_error *error)
{
    if (*error->text) // nobody is told that a reader has gone
        fprintf(stderr, "%s\n", error->text);
    return VL_EXIT_BAD_INPUT;
}

void vl_exit_warn(const vl_scene *scene, const vl_stream *common)
{
    vl_text stiff = {0};
    for (const char *line = scene->warning; line && *line;) {
        int length = (int)strcspn(line, "\n");
        vl_text_print(stderr, "warning: %.*s\n", length, line);
        line += length + (line[length] == '\n');
    }
    if (vl_scene_tell_stiffness(scene, common, &stiff))
        vl_text_print(stderr, "warning: %s\n", stiff.data);
    vl_text_free(&stiff);
}

int vl_exit_wrong_usage(const char *subcommand, const vl_error *error)
{
    fprintf(stderr, "verlet-lab: %s\n", error->text);
    fprintf(stderr, "See 'verlet-lab help%s%s'.\n", *subcommand ? " " : "", subcommand);
    return VL_EXIT_WRONG_USAGE;
}

int vl_exit_no_window(void)
{
    fputs("this build has no window (it was configured with -Dapp=disabled)\n", stderr);
    return VL_EXIT_BAD_INPUT;
}
