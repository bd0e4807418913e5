#include "cli/job.h"

#include "base/memory.h"
#include "cli/load.h"
#include "cli/option.h"
#include "lab/engine.h"
#include "scene/file.h"
#include "scene/numbering.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char frame_replacement[] = "fixed:0.016666666666666666";
static const double default_duration = 10; // s

static int set_scene(vl_job *job)
{
    const vl_arguments *arguments = job->arguments;
    vl_error error = {0};
    job->scene = vl_cli_load(arguments->words[0], &job->path, &error);
    if (!job->scene)
        return vl_cli_bad_input(&error);
    for (int i = 0; i < arguments->setting_count; i++) {
        const vl_setting *setting = &arguments->settings[i];
        if (!vl_scene_key_set(setting->option->sets, setting->option->name, setting->value,
                              job->scene, &error))
            return vl_cli_wrong_usage(arguments->subcommand, &error);
    }
    return VL_EXIT_GOOD;
}

// What an engine decides is not asked for beside it.
static bool check_engine(const vl_arguments *arguments, vl_error *error)
{
    if (arguments->integrator_count > 0)
        return vl_fail(error, "--engine and --integrator are both given");
    for (int i = 0; i < arguments->setting_count; i++) {
        const vl_option *option = arguments->settings[i].option;
        if (strcmp(option->name, "policy") != 0)
            return vl_fail(error, "--engine and --%s are both given", option->name);
    }
    return true;
}

static bool is_given(const vl_arguments *arguments, const char *name)
{
    bool given = false;
    for (int i = 0; i < arguments->setting_count; i++)
        given = given || strcmp(arguments->settings[i].option->name, name) == 0;
    return given;
}

static int set_engine(vl_job *job)
{
    const vl_engine *engine = job->arguments->engine;
    vl_error error = {0};
    if (!engine)
        return VL_EXIT_GOOD;
    if (!check_engine(job->arguments, &error))
        return vl_cli_wrong_usage(job->arguments->subcommand, &error);
    job->left_out = job->scene->mistake;
    vl_engine_apply(engine, job->scene);
    if (!is_given(job->arguments, "policy")) {
        vl_free(job->scene->policy);
        job->scene->policy = vl_copy_text(engine->policy);
    }
    return VL_EXIT_GOOD;
}

// A relative file of time steps: of the command line in the present folder, of a scene in its own.
static int set_stream(vl_job *job)
{
    vl_error error = {0};
    const char *given = job->arguments->dt;
    char *folder = given ? NULL : vl_path_folder(job->path);
    job->stream = vl_stream_parse(given ? given : job->scene->timestep, folder, &error);
    job->frame_replaced = job->stream && vl_stream_is_frame(job->stream);
    if (job->frame_replaced) {
        vl_stream_free(job->stream);
        job->stream = vl_stream_parse(frame_replacement, NULL, &error);
    }
    job->stream = vl_stream_mismeasure(job->stream, job->scene->mistake, &error);
    vl_free(folder);
    return job->stream ? VL_EXIT_GOOD : vl_cli_bad_input(&error);
}

static int set_policy(vl_job *job)
{
    vl_error error = {0};
    bool good = vl_policy_parse(&job->policy, job->scene->policy, &error);
    return good ? VL_EXIT_GOOD : vl_cli_bad_input(&error);
}

int vl_job_open(vl_job *job, const vl_arguments *arguments)
{
    *job = (vl_job){.arguments = arguments};
    int status = set_scene(job);
    status = status == VL_EXIT_GOOD ? set_engine(job) : status;
    status = status == VL_EXIT_GOOD ? set_policy(job) : status;
    return status == VL_EXIT_GOOD ? set_stream(job) : status;
}

void vl_job_free(vl_job *job)
{
    vl_stream_free(job->stream);
    vl_free(job->path);
    vl_scene_free(job->scene);
    *job = (vl_job){0};
}

vl_run vl_job_limits(const vl_job *job)
{
    const vl_arguments *arguments = job->arguments;
    bool ends = vl_cli_stream_is_file(vl_stream_text(job->stream)) || arguments->steps >= 0;
    double open = ends ? HUGE_VAL : default_duration;
    return (vl_run){
        .duration = isnan(arguments->duration) ? open : arguments->duration,
        .steps = arguments->steps,
    };
}

void vl_job_print_head(const vl_job *job)
{
    int particles = (int)vl_numbering_total(job->scene),
        links = (int)vl_numbering_links(job->scene);
    printf("%s (%s)\n", job->scene->title, job->path);
    printf("%d particle%s, %d link%s; time steps %s%s\n", particles, particles == 1 ? "" : "s",
           links, links == 1 ? "" : "s", vl_stream_text(job->stream),
           job->frame_replaced ? " (the scene says frame, which only a display measures)" : "");
    if (job->left_out)
        printf("mistake of the scene: %s, not made here: an engine runs as its own code does\n",
               job->left_out->title);
    putchar('\n');
}
