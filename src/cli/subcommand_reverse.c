// `reverse`: steps forward, the same steps backward, and how far from its start each method ends.

#include "base/memory.h"
#include "cli/job.h"
#include "cli/table.h"
#include "lab/csv.h"
#include "lab/reversal.h"
#include "physics/world/world.h"
#include "scene/build.h"

#include <math.h>

typedef struct work {
    vl_record record;
    double *distance; // m, of each integrator; NaN: diverged
    const char *hindrance;
} work;

// The steps of the stream, but those that a world skips.
static bool record_steps(vl_job *job, vl_record *record, const vl_world *world)
{
    vl_run limits = vl_job_limits(job);
    vl_moment now = {0};
    double dt;
    while ((limits.steps < 0 || record->count < limits.steps) &&
           vl_run_next_dt(job->stream, now.time, limits.duration, &dt)) {
        if (!vl_world_can_step(world, dt))
            continue;
        if (record->count == VL_RECORD_MOST_EVER)
            return vl_fail(&job->error, "more than %d steps cannot be recorded",
                           VL_RECORD_MOST_EVER);
        vl_record_add(record, dt);
        vl_moment_advance(&now, dt);
    }
    return true;
}

static bool prepare(vl_job *job)
{
    work *w = job->state;
    vl_world *world = vl_scene_build(job->scene);
    w->hindrance = vl_reversal_hindrance(world);
    w->distance = vl_alloc((size_t)job->integrator_count, sizeof *w->distance);
    vl_record_begin(&w->record, world);
    bool good = vl_job_accepts(job, world) && record_steps(job, &w->record, world);
    vl_world_free(world);
    return good;
}

static void return_all(vl_job *job)
{
    work *w = job->state;
    bool goes_on = true;
    for (int i = 0; goes_on && i < job->integrator_count; i++) {
        vl_return way = vl_return_create(job->scene, job->integrators[i], &w->record);
        while (goes_on && vl_return_step(&way, &w->record)) {
            double part = 0.5 * way.made / fmax(1, w->record.count);
            goes_on =
                vl_progress_goes_on(&job->progress, (i + part) / job->integrator_count, way.made);
        }
        w->distance[i] = vl_record_distance(&w->record, way.world);
        vl_return_free(&way);
    }
}

static void write_csv(vl_job *job)
{
    const work *w = job->state;
    fputs("integrator,steps,distance\n", job->csv);
    for (int i = 0; i < job->integrator_count; i++) {
        fprintf(job->csv, "%s,%d", job->integrators[i]->name, w->record.count);
        vl_csv_number(job->csv, w->distance[i]);
        fputc('\n', job->csv);
    }
}

static void print_table(vl_job *job)
{
    const work *w = job->state;
    vl_table table = vl_table_create(3);
    vl_table_align_right(&table, 1, 2);
    vl_table_add_all(&table, (const char *[]){"integrator", "steps", "distance of the return (m)"},
                     3);
    for (int i = 0; i < job->integrator_count; i++) {
        vl_table_add(&table, "%s", job->integrators[i]->name);
        vl_table_add(&table, "%d", w->record.count);
        if (isnan(w->distance[i]))
            vl_table_add(&table, "diverged");
        else
            vl_table_add(&table, "%.2e", w->distance[i]);
    }
    vl_job_print_head(job);
    vl_table_print(&table);
    if (w->hindrance)
        printf("\n%s\n", w->hindrance);
}

static void free_work(vl_job *job)
{
    work *w = job->state;
    vl_free(w->distance);
    vl_record_free(&w->record);
}

// clang-format off
static const vl_option *const options[] = {
    &vl_option_integrator, &vl_option_dt, &vl_option_duration, &vl_option_steps, VL_OPTIONS_OF_SOLVER,
    &vl_option_csv, &vl_option_help, NULL,
};

const vl_subcommand vl_subcommand_reverse = {
    .name = "reverse",
    .words = "SCENE",
    .summary = "steps forward, the same steps backward: the distance of the return",
    .details =
        "Makes the steps of a run, reverses all velocities, and makes the same steps from the last to the first. It "
        "prints how far the farthest particle ends from where it began. A method that is reversible under these "
        "steps returns to its start but for rounding. With `--csv`, the columns are `integrator,steps,distance`. The "
        "distance of a method that has diverged is empty.",
    .options = options,
    .experiment = &(const vl_experiment){
        .prepare = prepare, .work = return_all, .write = write_csv, .print = print_table, .free = free_work,
        .state_size = sizeof(work)},
};
// clang-format on
