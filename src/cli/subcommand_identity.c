// `identity`: methods that are the same under any steps, in pairs, side by side.

#include "cli/job.h"
#include "cli/table.h"
#include "lab/csv.h"
#include "lab/identity.h"
#include "physics/world/world.h"
#include "scene/build.h"

#include <inttypes.h>
#include <math.h>

typedef struct work {
    vl_world *world; // as the scene begins
    vl_identity *identity;
} work;

static bool prepare(vl_job *job)
{
    work *w = job->state;
    w->world = vl_scene_build(job->scene);
    if (!vl_job_accepts(job, w->world))
        return false;
    w->identity = vl_identity_create(w->world);
    return vl_job_can_end(job);
}

static void write_row(const vl_job *job, int pair)
{
    const work *w = job->state;
    const vl_identity_reading *r = &w->identity->pairs[pair].reading;
    fprintf(job->csv, "%s,%" PRId64, vl_identity_pairs[pair].name, r->steps);
    double dt = r->steps > 0 ? r->dt : (double)NAN;
    vl_csv_end(job->csv, 4, (const double[]){r->time, dt, r->difference, r->largest});
}

static void step_all(const vl_job *job, double dt)
{
    const work *w = job->state;
    for (int k = 0; k < vl_identity_pair_count; k++) {
        vl_identity_step(w->identity, k, dt);
        if (job->csv && !w->identity->pairs[k].reading.stopped)
            write_row(job, k);
    }
}

static void run(vl_job *job)
{
    const work *w = job->state;
    double dt;
    if (job->csv)
        fputs("pair,step,time,dt,difference,largest\n", job->csv);
    for (int k = 0; job->csv && k < vl_identity_pair_count; k++)
        write_row(job, k);
    while (vl_job_next_dt(job, w->world, &dt))
        step_all(job, dt);
}

static void add_row(vl_table *table, const work *w, int k)
{
    static const char *const verdicts[] = {"the same, to rounding", "rounding, amplified"};
    const vl_identity_reading *r = &w->identity->pairs[k].reading;
    vl_identity_verdict verdict = vl_identity_judge(r);
    const char *hindrance = vl_identity_hindrance(w->world, r, k);
    vl_table_add(table, "%s\t%" PRId64 "\t%.2e\t%.3g", vl_identity_pairs[k].name, r->steps,
                 r->largest, r->size > 0 ? r->largest / vl_identity_rounding(r) : 0);
    if (r->steps == 0)
        vl_table_add(table, "no step was made");
    else if (verdict == VL_IDENTITY_PARTED)
        vl_table_add(table, "apart since t = %.6g s", r->parted);
    else
        vl_table_add(table, "%s", verdicts[verdict]);
    vl_table_add(table, "%s%s", r->stopped ? "stopped. " : "", hindrance ? hindrance : "");
}

static void print_table(vl_job *job)
{
    vl_table table = vl_table_create(6);
    vl_table_align_right(&table, 1, 3);
    vl_table_add(&table, "pair\tsteps\tlargest (%s)\troundings\t\t", vl_job_unit(job));
    for (int k = 0; k < vl_identity_pair_count; k++)
        add_row(&table, job->state, k);
    vl_job_print_head(job);
    vl_table_print(&table);
    vl_job_print_end(job, job->now.time);
}

static void free_work(vl_job *job)
{
    const work *w = job->state;
    vl_identity_free(w->identity);
    vl_world_free(w->world);
}

// clang-format off
static const vl_option *const options[] = {
    &vl_option_dt, &vl_option_duration, &vl_option_steps, VL_OPTIONS_OF_SOLVER, &vl_option_csv, &vl_option_help,
    NULL,
};

const vl_subcommand vl_subcommand_identity = {
    .name = "identity",
    .words = "SCENE",
    .summary = "methods that are the same under any steps, side by side",
    .details =
        "Steps three pairs of methods that are the same, and two that are not, side by side on the same time steps. "
        "It prints the largest distance between the two of a pair, as a length and as a multiple of the rounding of "
        "the largest coordinate. With `--csv`, each step and pair has a row: `pair,step,time,dt,difference,largest`. "
        "A pair has no more rows after one of the two diverges or its links have no solution.",
    .options = options,
    .experiment = &(const vl_experiment){
        .prepare = prepare, .work = run, .print = print_table, .free = free_work, .state_size = sizeof(work)},
};
// clang-format on
