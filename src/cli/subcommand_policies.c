// `policies`: all policies for frame times side by side, as a table or as CSV.

#include "cli/job.h"
#include "cli/table.h"
#include "lab/csv.h"
#include "lab/policy_bench.h"

#include <math.h>
#include <stddef.h>

// The columns after policy and integrator.
// clang-format off
static const struct {
    const char *name;     // of the CSV
    const char *heads[2]; // of the table, two lines
    size_t offset;        // of a double in vl_policy_result
    double factor;        // for the unit of the table
    const char *format;
} columns[] = {
    {"drift_real", {"drift at real", "time (m)"}, offsetof(vl_policy_result, drift_real), 1, "%.3g"},
    {"drift_simulated", {"at simulated", "time (m)"}, offsetof(vl_policy_result, drift_simulated), 1, "%.3g"},
    {"reference_error", {"± reference", "(m)"}, offsetof(vl_policy_result, own_error), 1, "%.3g"},
    {"energy_jump", {"energy", "jump (%)"}, offsetof(vl_policy_result, energy_jump), 100, "%.3g"},
    {"lost_time", {"lost", "(s)"}, offsetof(vl_policy_result, lost), 1, "%.3g"},
    {"added_time", {"added", "(s)"}, offsetof(vl_policy_result, added), 1, "%.3g"},
    {"behind", {"behind", "(s)"}, offsetof(vl_policy_result, behind), 1, "%.3g"},
    {"steps", {"steps", ""}, offsetof(vl_policy_result, steps), 1, "%.0f"},
    {"evaluations", {"evaluations", ""}, offsetof(vl_policy_result, evaluations), 1, "%.0f"},
};

// clang-format on

enum { COLUMNS = sizeof columns / sizeof *columns };

static double value_of(const vl_policy_result *result, int column)
{
    return *(const double *)((const char *)result + columns[column].offset);
}

// Where the scene uses the frames of a display, the default frames of the bench replace them.
static bool prepare(vl_job *job)
{
    if (job->frame_replaced) {
        vl_stream_free(job->stream);
        job->stream = vl_stream_parse(VL_POLICY_BENCH_FRAMES, NULL, &job->error);
        job->frame_replaced = false;
    }
    vl_policy_bench **bench = job->state;
    *bench = vl_policy_bench_create(job->scene, job->integrators, job->integrator_count,
                                    job->stream, vl_job_limits(job).duration, &job->error);
    return *bench;
}

static void run(vl_job *job)
{
    vl_policy_bench *bench = *(vl_policy_bench *const *)job->state;
    while (vl_policy_bench_work(bench) &&
           vl_progress_goes_on(&job->progress, vl_policy_bench_progress(bench), bench->done))
        continue;
}

// Calls `tell` with each result: first that without any disturbance, then that of each policy.
static void for_each_result(vl_job *job, vl_table *table,
                            void (*tell)(vl_job *, vl_table *, const vl_policy_result *))
{
    const vl_policy_bench *bench = *(vl_policy_bench *const *)job->state;
    for (int row = -1; row < bench->lane_count; row++)
        for (int i = 0; i < job->integrator_count; i++) {
            vl_policy_result result = row < 0 ? vl_policy_bench_result(bench->even, 0, i)
                                              : vl_policy_bench_result(bench, row, i);
            tell(job, table, &result);
        }
}

static void write_row(vl_job *job, vl_table *table, const vl_policy_result *result)
{
    fprintf(job->csv, "%s,%s", result->policy, result->integrator->name);
    for (int c = 0; c < COLUMNS; c++)
        vl_csv_number(job->csv, value_of(result, c));
    fputc('\n', job->csv);
}

static void write_csv(vl_job *job)
{
    fprintf(job->csv, "policy,integrator");
    for (int c = 0; c < COLUMNS; c++)
        fprintf(job->csv, ",%s", columns[c].name);
    fputc('\n', job->csv);
    for_each_result(job, NULL, write_row);
}

static void add_row(vl_job *job, vl_table *table, const vl_policy_result *result)
{
    vl_table_add(table, "%s\t%s", result->policy, result->integrator->name);
    for (int c = 0; c < COLUMNS; c++)
        vl_table_add_number(table, columns[c].format, value_of(result, c) * columns[c].factor);
    vl_table_add(table, "%s", result->diverged ? "diverged" : "");
}

static void print_head(const vl_job *job)
{
    const vl_policy_bench *bench = *(vl_policy_bench *const *)job->state, *even = bench->even;
    int frames = even->frame_count;
    double end = even->times[frames - 1];
    double horizon = bench->truth.horizon;
    vl_job_print_head(job);
    printf("Real time at the end of the last whole frame: %.9g s.\n", end);
    printf("Drift from: %s.\n", bench->truth_text);
    if (!isnan(horizon))
        printf("The end is beyond the horizon at %.6g s: its drift is not known.\n", horizon);
    printf(VL_POLICY_BENCH_NONE ": without any disturbance, %d equal frames of %.6g s, raw. The "
                                "drift that a policy adds is its own.\n\n",
           frames, end / frames);
}

static void print_table(vl_job *job)
{
    vl_table table = vl_table_create(2 + COLUMNS + 1);
    vl_table_align_right(&table, 2, COLUMNS);
    for (int line = 0; line < 2; line++) {
        vl_table_add(&table, "%s", line ? "\t" : "policy\tintegrator");
        for (int c = 0; c < COLUMNS; c++)
            vl_table_add(&table, "%s", columns[c].heads[line]);
        vl_table_skip(&table);
    }
    for_each_result(job, &table, add_row);
    print_head(job);
    vl_table_print(&table);
}

static void free_bench(vl_job *job)
{
    vl_policy_bench_free(*(vl_policy_bench **)job->state);
}

// clang-format off
static const vl_option *const options[] = {
    &vl_option_integrator, &vl_option_dt,
    VL_OPTION("policy", "POLICY",
        "One more policy to compare, after one of each kind; `verlet-lab list policies` shows the policies. Default: the "
        "`policy` of the scene, where the others do not include it.",
        .sets = {NULL, "policy"}),
    &vl_option_duration,
    VL_OPTIONS_OF_SOLVER, &vl_option_csv, &vl_option_help, NULL,
};

const vl_subcommand vl_subcommand_policies = {
    .name = "policies",
    .words = "SCENE",
    .summary = "all policies for frame times side by side, on the same frames",
    .details =
        "Steps the scene once for each policy and integrator, all on the same frames. The frames are those of `--dt` "
        "or of the scene; where that says `frame`, they are " VL_POLICY_BENCH_FRAMES ". The run ends with the last "
        "whole frame within `--duration`. The columns tell how far the scene is from where it should be at the end, "
        "as it is drawn, at the same real time (`drift_real`, m), and at its own simulated time (`drift_simulated`, "
        "m). They tell the largest change of the energy error over two frames in a row (`energy_jump`: relative, as "
        "that error; in % in the table), the time that was lost or added, the delay of the picture (s), the steps "
        "and the evaluations of the acceleration. The scene should be where the exact motion is, if one is known. "
        "Otherwise it is compared with a reference run in steps of 1/64, which knows its own possible error "
        "(`reference_error`, m); beyond its horizon the drift is empty. The policy `" VL_POLICY_BENCH_NONE "` is a "
        "run without any disturbance: the same time in equal frames of the mean length (of a hitch: of its other "
        "frames), one step each. Where another policy drifts further, that is its own error. CSV columns: `policy`, "
        "`integrator`, `drift_real`, `drift_simulated`, `reference_error`, `energy_jump`, `lost_time`, `added_time`, "
        "`behind`, `steps`, `evaluations`.",
    .options = options,
    .experiment = &(const vl_experiment){
        .prepare = prepare, .work = run, .write = write_csv, .print = print_table, .free = free_bench,
        .state_size = sizeof(vl_policy_bench *)},
};
// clang-format on
