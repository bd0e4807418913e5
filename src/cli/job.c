#include "cli/job.h"

#include "base/ending.h"
#include "base/memory.h"
#include "base/output.h"
#include "cli/target.h"
#include "physics/solvers/solvers.h"
#include "scene/build.h"
#include "scene/file.h"
#include "scene/find.h"
#include "scene/lanes.h"

#include <limits.h>
#include <string.h>

static const char frame_replacement[] = "fixed:0.016666666666666666";
static const double default_duration = 10; // s

// --- scene and stream ---

// The lanes of the command line, or a copy of the scene for each integrator of it, run instead of
// the scene's own.
static void take_lanes(vl_job *job, bool runs_lanes)
{
    const vl_arguments *arguments = job->arguments;
    vl_scene *scene = job->scene;
    vl_lane asked[VL_SCENE_MOST_LANES];
    for (int i = 0; i < arguments->lane_count; i++)
        asked[i] = vl_scene_with_lane(scene, &arguments->lanes[i]).lane;
    if (arguments->lane_count > 0 || arguments->integrator_count > 0 || !runs_lanes)
        vl_scene_set_lanes(scene, asked, arguments->lane_count);
    job->lane_count = scene->lane_count;
    vl_scene_lanes(scene, job->lanes);
    int most = scene->lane_count > 0 ? 0 : VL_SCENE_MOST_LANES;
    for (int i = 0; i < job->integrator_count && i < most; i++) {
        job->lanes[job->lane_count] = *scene;
        job->lanes[job->lane_count++].integrator = job->integrators[i];
    }
}

// An option would do nothing where each lane has another value of its own.
static bool check_taken(vl_job *job)
{
    for (int i = 0; i < job->arguments->given_count; i++) {
        const vl_given *given = &job->arguments->given[i];
        if (!given->option->sets.key)
            continue;
        const vl_field field = vl_scene_key_field(given->option->sets);
        int k = 0;
        while (k < job->lane_count && !vl_field_equal(&field, job->scene, &job->lanes[k]))
            k++;
        if (k == job->lane_count)
            return vl_fail_usage(&job->error, "--%s %s: no lane takes it, as each has its own",
                                 given->option->name, given->value);
    }
    return true;
}

static bool load_scene(vl_job *job, const vl_experiment *experiment)
{
    const vl_arguments *arguments = job->arguments;
    job->scene =
        experiment->open ? experiment->open(job) : vl_scene_open(arguments->words[0], &job->error);
    if (!job->scene)
        return false;
    for (int i = 0; i < arguments->given_count; i++) {
        const vl_given *given = &arguments->given[i];
        if (!given->option->sets.key)
            continue;
        const vl_field field = vl_scene_key_field(given->option->sets);
        job->error.wrong_usage =
            !vl_option_read(given->option, &field, given->value, job->scene, &job->error);
        if (job->error.wrong_usage)
            return false;
    }
    job->integrator_count = arguments->integrator_count ? arguments->integrator_count : 1;
    if (!job->integrators)
        job->integrators = &job->scene->integrator;
    take_lanes(job, experiment->runs_lanes);
    if (experiment->runs_lanes && !check_taken(job))
        return false;
    const vl_solver_settings *solver = &job->scene->solver;
    const char *need = solver->grids > 0 ? vl_solver_grids_need(solver) : NULL;
    if (need && vl_arguments_have(arguments, &vl_option_grids))
        return vl_fail_usage(&job->error, "--grids %d: %s, and these are %s and %s", solver->grids,
                             need, solver->method->name, vl_direction_names[solver->direction]);
    return true;
}

// A relative path of the command line begins at the current folder, that of a scene at its own. A
// file that cannot be read is bad input, not wrong usage.
static bool open_stream(vl_job *job)
{
    const char *given = job->arguments->dt;
    vl_error reason = {0};
    job->stream = vl_stream_parse(given ? given : job->scene->timestep,
                                  given ? NULL : job->scene->path, &reason);
    bool frame = job->stream && job->stream->kind->is_frame;
    if (frame && given)
        return vl_fail_usage(&job->error, "--dt: 'frame' is measured on a display, expected "
                                          "another stream, such as fixed:0.01");
    if (!job->stream) {
        job->error.wrong_usage = given && !vl_stream_path(given);
        return vl_fail(&job->error, "%s%s", job->error.wrong_usage ? "--dt: " : "", reason.text);
    }
    if (frame) {
        vl_stream_free(job->stream);
        job->stream = vl_stream_parse(frame_replacement, NULL, &job->error);
    }
    job->frame_replaced = frame;
    vl_stream_mismeasure(job->stream, job->scene->mistake);
    return true;
}

void vl_job_warn(const vl_scene *scene, const vl_scene *lanes, int count)
{
    const char *warning = vl_scene_warning(scene, lanes, count);
    if (warning)
        vl_text_print(stderr, "warning: %s\n", warning);
}

void vl_job_tell(const vl_scene *scene, const vl_scene *lanes, int count, const vl_stream *common)
{
    vl_job_warn(scene, lanes, count);
    vl_text text = {0};
    vl_scene_cost cost = vl_scene_cost_of(scene, lanes, count, common);
    if (vl_scene_tell_cost(&cost, &text))
        fprintf(stderr, "%s\n", text.data);
    vl_text_free(&text);
}

static bool open_scene(vl_job *job, const vl_experiment *experiment)
{
    const vl_arguments *arguments = job->arguments;
    job->integrators = arguments->integrators;
    job->integrator_count = arguments->integrator_count;
    if (arguments->word_count == 0)
        return true;
    if (!load_scene(job, experiment) || !open_stream(job))
        return false;
    vl_job_tell(job->scene, job->lanes, job->lane_count, job->stream);
    return true;
}

// --- the work ---

// Works, then writes the other rows or prints the table.
static bool work(vl_job *job, const vl_experiment *experiment, vl_output *output)
{
    job->progress =
        vl_progress_begin(experiment->runs_lanes ? "The run" : "The experiment", job->csv);
    experiment->work(job);
    vl_progress_end(&job->progress);
    if (*job->error.text)
        return false;
    void (*tell)(vl_job *) = job->csv ? experiment->write : experiment->print;
    if (tell)
        tell(job);
    bool written = !job->csv || vl_output_finish(output, &job->error);
    return written && !*job->error.text;
}

static bool do_experiment(vl_job *job, const vl_experiment *experiment)
{
    const char *path = job->arguments->csv;
    vl_output output = {0};
    if (!open_scene(job, experiment) || (experiment->prepare && !experiment->prepare(job)))
        return false;
    const char *input = job->stream ? vl_stream_path(job->stream->text) : NULL;
    if (path && !(vl_target_check(vl_option_csv.name, path, ".csv", input, &job->error) &&
                  vl_output_open(&output, path, &job->error)))
        return false;
    job->csv = output.file;
    bool good = work(job, experiment, &output);
    vl_output_abandon(&output);
    return good;
}

bool vl_job_do(const vl_arguments *arguments, vl_error *error)
{
    const vl_experiment *experiment = arguments->subcommand->experiment;
    vl_job job = {.arguments = arguments,
                  .settings = arguments->settings,
                  .state = vl_alloc(experiment->state_size, 1)};
    vl_ending_by_signals();
    bool good = do_experiment(&job, experiment);
    *error = job.error;
    if (experiment->free)
        experiment->free(&job);
    vl_free(job.state);
    vl_stream_free(job.stream);
    vl_scene_free(job.scene);
    return good;
}

// --- for the experiments ---

vl_run vl_job_limits(const vl_job *job)
{
    const vl_arguments *arguments = job->arguments;
    bool ends = isfinite(vl_stream_length(job->stream)) || arguments->steps >= 0;
    double open = ends ? HUGE_VAL : default_duration;
    return (vl_run){
        .duration = isnan(arguments->duration) ? open : arguments->duration,
        .steps = arguments->steps,
    };
}

void vl_job_print_head(const vl_job *job)
{
    enum { LONGEST_LIST = 80 }; // bytes; a list of a thousand steps would fill the screen

    int particles = (int)vl_scene_particles(job->scene);
    int links = (int)vl_scene_links(job->scene);
    vl_text_print(stdout, "%s (%s)\n", job->scene->title, job->scene->path);
    bool cut = job->stream->kind->is_list && strlen(job->stream->text) > LONGEST_LIST;
    vl_text_print(stdout, "%d particle%s, %d link%s; time steps %.*s%s%s\n", particles,
                  particles == 1 ? "" : "s", links, links == 1 ? "" : "s",
                  cut ? LONGEST_LIST : INT_MAX, job->stream->text, cut ? "…" : "",
                  job->frame_replaced ? " (the scene says frame, which only a display measures)"
                  : job->stream->in_ms && !job->stream->kind->in_ms ? ", read in whole ms"
                                                                    : "");
    putchar('\n');
}
