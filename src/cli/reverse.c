// `reverse`: steps forward, the same steps backward, and how far from its start each method ends.

#include "base/clock.h"
#include "base/memory.h"
#include "base/output.h"
#include "base/text.h"
#include "cli/job.h"
#include "cli/progress.h"
#include "cli/stop.h"
#include "cli/table.h"
#include "lab/reversal.h"
#include "physics/solvers/solvers.h"
#include "scene/build.h"

#include <math.h>

typedef struct work {
    vl_job job;
    vl_record record;
    const vl_integrator *const *integrators;
    int integrator_count;
    double *distance; // m, of each; NaN: diverged
    const char *hindrance;
    vl_stop stop;
    vl_progress progress;
} work;

// The steps of the stream, but those that a world skips.
static bool record_steps(work *w, const vl_world *world, vl_error *error)
{
    vl_run limits = vl_job_limits(&w->job);
    vl_moment now = {0};
    double dt;
    while ((limits.steps < 0 || w->record.count < limits.steps) &&
           vl_run_next_dt(w->job.stream, now.time, limits.duration, &dt)) {
        if (!vl_world_can_step(world, dt))
            continue;
        if (w->record.count == VL_RECORD_MOST_EVER)
            return vl_fail(error, "more than %d steps cannot be recorded", VL_RECORD_MOST_EVER);
        vl_record_add(&w->record, dt);
        vl_moment_advance(&now, dt);
    }
    return true;
}

static int prepare(work *w, const vl_arguments *arguments)
{
    vl_error error = {0};
    int status = vl_job_open(&w->job, arguments);
    if (status != VL_EXIT_GOOD)
        return status;
    vl_world *world = vl_scene_build(w->job.scene);
    const char *refused = vl_solver_refuses(world, &world->solver);
    w->hindrance = vl_reversal_hindrance(world);
    vl_record_begin(&w->record, world);
    bool good = refused ? vl_fail(&error, "%s", refused) : record_steps(w, world, &error);
    vl_world_free(world);
    bool given = arguments->integrator_count > 0;
    w->integrators = given ? arguments->integrators : &w->job.scene->integrator;
    w->integrator_count = given ? arguments->integrator_count : 1;
    w->distance = vl_alloc((size_t)w->integrator_count, sizeof *w->distance);
    return good ? VL_EXIT_GOOD : vl_cli_bad_input(&error);
}

static bool wanted(work *w, int index, int made)
{
    enum { BETWEEN = 256 };

    if (made % BETWEEN != 0)
        return true;
    double part = 0.5 * made / fmax(1, w->record.count);
    vl_progress_show(&w->progress, vl_clock_now(), (index + part) / w->integrator_count, made);
    return !vl_stop_is_asked(&w->stop);
}

// False where somebody wants it to stop.
static bool go_and_return(work *w, int index)
{
    vl_return way = vl_return_create(w->job.scene, w->integrators[index], &w->record);
    bool goes_on = true;
    while (goes_on && vl_return_step(&way, &w->record))
        goes_on = wanted(w, index, way.made);
    w->distance[index] = vl_record_distance(&w->record, way.world);
    vl_return_free(&way);
    return goes_on;
}

static int write_csv(const work *w)
{
    vl_error error = {0};
    vl_output output = {0};
    if (!vl_output_open(&output, w->job.arguments->csv, &error))
        return vl_cli_bad_input(&error);
    fputs("integrator,steps,distance\n", output.file);
    for (int i = 0; i < w->integrator_count; i++) {
        char number[VL_NUMBER_SIZE] = "";
        if (!isnan(w->distance[i]))
            vl_number_text(w->distance[i], number);
        fprintf(output.file, "%s,%d,%s\n", w->integrators[i]->name, w->record.count, number);
    }
    return vl_output_finish(&output, &error) ? VL_EXIT_GOOD : vl_cli_bad_input(&error);
}

static int print_table(const work *w)
{
    vl_table table = vl_table_create(3);
    vl_text text = {0};
    table.right[1] = table.right[2] = true;
    vl_table_add(&table, "integrator");
    vl_table_add(&table, "steps");
    vl_table_add(&table, "distance of the return (m)");
    for (int i = 0; i < w->integrator_count; i++) {
        vl_table_add(&table, "%s", w->integrators[i]->name);
        vl_table_add(&table, "%d", w->record.count);
        if (isnan(w->distance[i]))
            vl_table_add(&table, "diverged");
        else
            vl_table_add(&table, "%.2e", w->distance[i]);
    }
    vl_table_lay_out(&table, 0, &text);
    vl_job_print_head(&w->job);
    fputs(text.data, stdout);
    if (w->hindrance)
        printf("\n%s\n", w->hindrance);
    vl_text_free(&text);
    vl_table_free(&table);
    return VL_EXIT_GOOD;
}

int vl_cli_reverse(const vl_cli_host *host, const vl_arguments *arguments)
{
    work w = {.progress = vl_progress_create(true)};
    int status = prepare(&w, arguments), signal_number = 0;
    if (status == VL_EXIT_GOOD) {
        bool goes_on = true;
        vl_stop_hold(&w.stop);
        for (int i = 0; goes_on && i < w.integrator_count; i++)
            goes_on = go_and_return(&w, i);
        vl_progress_erase(&w.progress);
        if (goes_on)
            status = arguments->csv ? write_csv(&w) : print_table(&w);
        signal_number = vl_stop_release(&w.stop);
    }
    vl_free(w.distance);
    vl_record_free(&w.record);
    vl_job_free(&w.job);
    return signal_number ? 128 + signal_number : status;
}
