// `check`: says what is wrong with scenes.

#include "cli/arguments.h"
#include "cli/job.h"
#include "scene/find.h"
#include "scene/lanes.h"

static bool check(const char *word, vl_error *error)
{
    vl_scene *scene = vl_scene_open(word, error);
    vl_scene lanes[VL_SCENE_MOST_LANES];
    bool good = scene != NULL;
    if (good)
        vl_job_warn(scene, lanes, vl_scene_lanes(scene, lanes));
    vl_scene_free(scene);
    return good;
}

static bool act(const vl_cli_host *host, const vl_arguments *arguments, vl_error *error)
{
    bool good = true;
    for (int i = 0; i < arguments->word_count; i++) {
        vl_error why = {0};
        if (check(arguments->words[i], &why))
            continue;
        fprintf(stderr, "%s\n", why.text);
        good = false;
    }
    return good;
}

// clang-format off
const vl_subcommand vl_subcommand_check = {
    .name = "check",
    .words = "SCENE…",
    .summary = "say what is wrong with scene files, or nothing",
    .details =
        "Reads each scene, and prints nothing where all are right. Each mistake is printed with file, line and column on "
        "standard error, and the status is 1. A warning changes no status: a link that does not fit its ends at the start, "
        "or a braced cloth that `direct` solves along the direction old.",
    .options = (const vl_option *const[]){&vl_option_help, NULL},
    .act = act,
};
// clang-format on
