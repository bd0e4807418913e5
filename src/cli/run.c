// `run`: a scene without a display, as a table or as CSV.

#include "lab/run.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/output.h"
#include "cli/load.h"
#include "cli/option.h"
#include "cli/progress.h"
#include "cli/rows.h"
#include "cli/stop.h"
#include "cli/summary.h"
#include "lab/csv.h"
#include "scene/file.h"

#include <unistd.h>

static const char frame_replacement[] = "fixed:0.016666666666666666";
static const double default_duration = 10; // s
static const double between_checks = 0.02; // s of real time, between looks at what a person wants

// What is to be run, all of it checked.
typedef struct job {
    const vl_arguments *arguments;
    vl_scene *scene;
    char *path; // of the scene
    vl_stream *stream;
    bool frame_replaced; // the scene asks for the frame time
    int number_count;    // particles whose positions are written
    int *numbers;
} job;

static int set_scene(job *j)
{
    vl_error error = {0};
    j->scene = vl_cli_load(j->arguments->words[0], &j->path, &error);
    if (!j->scene)
        return vl_cli_bad_input(&error);
    for (int i = 0; i < j->arguments->setting_count; i++) {
        const vl_setting *setting = &j->arguments->settings[i];
        if (!vl_scene_key_set(setting->option->sets, setting->option->name, setting->value,
                              j->scene, &error))
            return vl_cli_wrong_usage(j->arguments->subcommand, &error);
    }
    return VL_EXIT_GOOD;
}

// A relative file of time steps: of the command line in the present folder, of a scene in its own.
static int set_stream(job *j)
{
    vl_error error = {0};
    const char *given = j->arguments->dt;
    char *folder = given ? NULL : vl_path_folder(j->path);
    j->stream = vl_stream_parse(given ? given : j->scene->timestep, folder, &error);
    j->frame_replaced = j->stream && vl_stream_is_frame(j->stream);
    if (j->frame_replaced) {
        vl_stream_free(j->stream);
        j->stream = vl_stream_parse(frame_replacement, NULL, &error);
    }
    vl_free(folder);
    return j->stream ? VL_EXIT_GOOD : vl_cli_bad_input(&error);
}

static bool check_number(const job *j, int number, bool *seen, vl_error *error)
{
    int total = vl_scene_total_particles(j->scene);
    if (number > total)
        return vl_fail(error, "--points: there is no particle %d, the scene has %d", number, total);
    if (seen[number - 1])
        return vl_fail(error, "--points: %d stands there twice", number);
    seen[number - 1] = true;
    return true;
}

static int set_points(job *j)
{
    const vl_points *points = &j->arguments->points;
    int total = vl_scene_total_particles(j->scene);
    j->number_count = points->all ? total : points->count;
    j->numbers = vl_alloc((size_t)j->number_count, sizeof *j->numbers);
    bool *seen = vl_alloc((size_t)total, sizeof *seen), good = true;
    vl_error error = {0};
    for (int i = 0; good && i < j->number_count; i++) {
        j->numbers[i] = points->all ? i + 1 : points->numbers[i];
        good = check_number(j, j->numbers[i], seen, &error);
    }
    vl_free(seen);
    return good ? VL_EXIT_GOOD : vl_cli_wrong_usage(j->arguments->subcommand, &error);
}

// What `--duration` and `--steps` leave open.
static vl_run limits_of(const job *j)
{
    const vl_arguments *arguments = j->arguments;
    bool ends = vl_cli_stream_is_file(vl_stream_text(j->stream)) || arguments->steps >= 0;
    double open = ends ? HUGE_VAL : default_duration;
    return (vl_run){
        .duration = isnan(arguments->duration) ? open : arguments->duration,
        .steps = arguments->steps,
    };
}

// --- while it runs ---

typedef struct watch {
    const vl_lab *lab;
    FILE *file; // rows go there; NULL
    const vl_stop *stop;
    vl_progress progress;
    double last; // s of real time, of the last look
} watch;

// Called after each step: goes on unless nobody wants the rest.
static bool look(void *user, double done)
{
    watch *w = user;
    double now = vl_clock_now();
    if (now < w->last + between_checks)
        return true;
    w->last = now;
    vl_progress_show(&w->progress, now, done, vl_lab_steps(w->lab));
    return !vl_stop_is_asked(w->stop) && !(w->file && ferror(w->file));
}

// False where somebody wants it to stop before its end.
static bool run_watched(const job *j, vl_lab *lab, FILE *file, const vl_stop *stop)
{
    bool mixed = file && isatty(fileno(file)); // rows and progress on one screen
    watch w = {.lab = lab, .file = file, .stop = stop, .progress = vl_progress_create(!mixed)};
    vl_run limits = limits_of(j);
    limits.progress = look;
    limits.user = &w;
    vl_run_lab(lab, j->stream, &limits);
    vl_progress_erase(&w.progress);
    return !vl_stop_is_asked(stop);
}

// --- the two ways to tell what came out ---

static int write_csv(const job *j, vl_lab *lab, const vl_stop *stop)
{
    vl_error error = {0};
    vl_output output = {0};
    if (!vl_output_open(&output, j->arguments->csv, &error))
        return vl_cli_bad_input(&error);

    vl_rows rows = {output.file, lab, j->numbers, j->number_count, j->arguments->every};
    vl_csv_header(output.file, j->numbers, j->number_count);
    vl_lab_listen(lab, vl_rows_hear, &rows);
    if (!run_watched(j, lab, output.file, stop)) {
        vl_output_abandon(&output);
        return VL_EXIT_GOOD;
    }
    vl_rows_finish(&rows);
    return vl_output_finish(&output, &error) ? VL_EXIT_GOOD : vl_cli_bad_input(&error);
}

static void print_head(const job *j)
{
    int particles = vl_scene_total_particles(j->scene), links = vl_scene_total_links(j->scene);
    printf("%s (%s)\n", j->scene->title, j->path);
    printf("%d particle%s, %d link%s; time steps %s%s\n\n", particles, particles == 1 ? "" : "s",
           links, links == 1 ? "" : "s", vl_stream_text(j->stream),
           j->frame_replaced ? " (the scene says frame, which only a display measures)" : "");
}

static int print_summary(const job *j, vl_lab *lab, const vl_stop *stop)
{
    vl_summary summary = vl_summary_create(vl_lab_world_count(lab));
    vl_lab_listen(lab, vl_summary_hear, &summary);
    if (run_watched(j, lab, NULL, stop)) {
        vl_text text = {0};
        vl_summary_lay_out(&summary, lab, &text);
        print_head(j);
        fputs(text.data, stdout);
        vl_text_free(&text);
    }
    vl_summary_free(&summary);
    return VL_EXIT_GOOD;
}

static int run(const job *j)
{
    const vl_arguments *arguments = j->arguments;
    int count = arguments->integrator_count;
    vl_lab *lab = vl_lab_create(j->scene, count ? arguments->integrators : NULL, count ? count : 1);
    const vl_world *world = vl_lab_world(lab, 0);
    const char *refused = vl_solver_refuses(world, &world->solver);
    if (refused) {
        vl_error error = {0};
        vl_lab_free(lab);
        vl_fail(&error, "%s", refused);
        return vl_cli_bad_input(&error);
    }
    vl_stop stop;
    vl_stop_hold(&stop);
    int status = arguments->csv ? write_csv(j, lab, &stop) : print_summary(j, lab, &stop);
    int signal_number = vl_stop_release(&stop);
    vl_lab_free(lab);
    return signal_number ? 128 + signal_number : status;
}

int vl_cli_run(const vl_cli_host *host, const vl_arguments *arguments)
{
    static int (*const preparations[])(job *) = {set_scene, set_stream, set_points};

    job j = {.arguments = arguments};
    int status = VL_EXIT_GOOD;
    for (int i = 0; status == VL_EXIT_GOOD && i < 3; i++)
        status = preparations[i](&j);
    if (status == VL_EXIT_GOOD)
        status = run(&j);

    vl_free(j.numbers);
    vl_stream_free(j.stream);
    vl_free(j.path);
    vl_scene_free(j.scene);
    return status;
}
