// `reverse`: how far each method ends from its start after the steps of a run and the same steps
// backward.

#include "base/memory.h"
#include "cli/job.h"
#include "cli/table.h"
#include "lab/csv.h"
#include "lab/reversal.h"
#include "physics/world/world.h"
#include "scene/build.h"

#include <math.h>

typedef struct work {
    vl_world *start; // as the scene begins
    vl_record record;
    double *distance;      // m, of each integrator; NaN: diverged
    const char *hindrance; // of the first method that met one; NULL: none
} work;

static bool too_many(vl_job *job)
{
    return vl_fail(&job->error, "more than %d steps cannot be recorded", VL_RECORD_MOST_EVER);
}

// What is surely too long is refused before the first step: too many steps, or a time for which
// these would have to be twice as long as they are in the mean.
static bool can_be_recorded(vl_job *job)
{
    const vl_run limits = vl_job_limits(job);
    double mean = vl_stream_mean(job->stream, fmin(limits.duration, 1e12));
    double steps = isfinite(limits.duration) ? limits.duration / mean : HUGE_VAL;
    bool ends = isfinite(vl_stream_length(job->stream)); // before that, maybe
    bool many = limits.steps > VL_RECORD_MOST_EVER && !ends && steps > VL_RECORD_MOST_EVER;
    bool long_time = isfinite(steps) && steps > 2.0 * VL_RECORD_MOST_EVER;
    return !(many || long_time) || too_many(job);
}

static bool prepare(vl_job *job)
{
    work *w = job->state;
    w->start = vl_scene_build(job->scene);
    w->distance = vl_alloc((size_t)job->integrator_count, sizeof *w->distance);
    vl_record_begin(&w->record, w->start);
    return vl_job_can_end(job) && vl_job_accepts(job, w->start) && can_be_recorded(job);
}

// Steps forward and backward. False where the job is stopped.
static bool go_and_return(vl_job *job, int index)
{
    work *w = job->state;
    vl_return run_back = vl_return_create(job->scene, job->integrators[index], &w->record);
    bool goes_on = true;
    while (goes_on && vl_return_step(&run_back, &w->record)) {
        double part = index + 0.5 * run_back.made / fmax(1, w->record.count);
        goes_on = vl_progress_goes_on(&job->progress, part / job->integrator_count, run_back.made);
    }
    if (!w->hindrance)
        w->hindrance = vl_reversal_hindrance(run_back.world);
    w->distance[index] = vl_record_distance(&w->record, run_back.world);
    vl_return_free(&run_back);
    return goes_on;
}

static void run(vl_job *job)
{
    work *w = job->state;
    for (double dt; vl_job_next_dt(job, w->start, &dt); vl_record_add(&w->record, dt))
        if (w->record.count == VL_RECORD_MOST_EVER) {
            (void)too_many(job);
            return;
        }
    for (int i = 0; i < job->integrator_count && go_and_return(job, i);)
        i++;
}

static void write_csv(vl_job *job)
{
    const work *w = job->state;
    fputs("integrator,steps,distance\n", job->csv);
    for (int i = 0; i < job->integrator_count; i++) {
        fprintf(job->csv, "%s,%d", job->integrators[i]->name, w->record.count);
        vl_csv_end(job->csv, 1, &w->distance[i]);
    }
}

static void print_table(vl_job *job)
{
    const work *w = job->state;
    vl_table table = vl_table_create(3);
    vl_table_align_right(&table, 1, 2);
    vl_table_add(&table, "integrator\tsteps\tdistance of the return (%s)", vl_job_unit(job));
    for (int i = 0; i < job->integrator_count; i++) {
        vl_table_add(&table, "%s\t%d", job->integrators[i]->name, w->record.count);
        if (isnan(w->distance[i]))
            vl_table_add(&table, "diverged");
        else
            vl_table_add(&table, "%.2e", w->distance[i]);
    }
    vl_job_print_head(job);
    vl_table_print(&table);
    vl_job_print_end(job, job->now.time);
    if (w->hindrance)
        printf("\n%s\n", w->hindrance);
}

static void free_work(vl_job *job)
{
    work *w = job->state;
    vl_world_free(w->start);
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
        .prepare = prepare, .work = run, .write = write_csv, .print = print_table, .free = free_work,
        .state_size = sizeof(work)},
};
// clang-format on
