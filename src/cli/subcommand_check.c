// `check`: says what is wrong with scenes.

#include "cli/arguments.h"
#include "cli/exit.h"
#include "cli/job.h"
#include "scene/find.h"

static int act(const vl_cli_host *host, const vl_arguments *arguments)
{
    int status = VL_EXIT_GOOD;
    for (int i = 0; i < arguments->word_count; i++) {
        if (arguments->steps >= 0) {
            vl_arguments one = *arguments;
            one.subcommand = &vl_checking_run;
            one.settings = (void *)vl_checking_run.settings;
            one.words = &arguments->words[i];
            one.word_count = 1;
            int ended = vl_job_do(&one);
            status = ended == VL_EXIT_GOOD ? status : ended;
            continue;
        }
        vl_error error = {0};
        vl_scene *scene = vl_scene_open(arguments->words[i], NULL, &error);
        if (!scene)
            status = vl_exit_bad_input(&error);
        else
            vl_exit_warn(scene, NULL);
        vl_scene_free(scene);
    }
    return status;
}

// clang-format off
const vl_subcommand vl_subcommand_check = {
    .name = "check",
    .words = "SCENE…",
    .summary = "say what is wrong with scene files, or nothing",
    .details =
        "Reads each scene. Where something is wrong, prints each mistake with file, line and column on standard error "
        "and ends with status 1. What concerns the scene as a whole is looked at when its values are right. A link "
        "that does not fit its ends at the start is a warning, which changes no status; so is a step h that is too long "
        "for the stiffest spring or penalty and an explicit method, with its h √(k/m). Where so many balls overlap that "
        "a step has no room for their pairs, the scene is refused with their number. With `--steps`, each scene makes so many steps in its lanes, "
        "and what was not solved of links and implicit equations is a warning, with the largest residual. "
        "Prints nothing where all scenes are right.",
    .options = (const vl_option *const[]){&vl_option_steps, &vl_option_help, NULL},
    .act = act,
};
// clang-format on
