// `policies`: all policies for frame times side by side, as a table or as CSV.

#include "base/clock.h"
#include "base/output.h"
#include "base/text.h"
#include "cli/job.h"
#include "cli/progress.h"
#include "cli/stop.h"
#include "cli/table.h"
#include "lab/policy_bench.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

typedef struct work {
    const vl_arguments *arguments;
    vl_job job;
    int integrator_count;
    const vl_integrator *const *integrators;
    vl_policy_bench *bench;
} work;

typedef enum kind { PLAIN, PERCENT, WHOLE } kind; // of a number in the table

// The columns behind policy and integrator.
static const struct {
    const char *name;     // of the CSV
    const char *heads[2]; // of the table, two lines
    kind kind;
} columns[] = {
    {"drift_real", {"drift at real", "time (m)"}, PLAIN},
    {"drift_simulated", {"at simulated", "time (m)"}, PLAIN},
    {"reference_error", {"± reference", "(m)"}, PLAIN},
    {"energy_jump", {"energy", "jump (%)"}, PERCENT},
    {"lost_time", {"lost", "(s)"}, PLAIN},
    {"added_time", {"added", "(s)"}, PLAIN},
    {"behind", {"behind", "(s)"}, PLAIN},
    {"steps", {"steps", ""}, WHOLE},
    {"evaluations", {"evaluations", ""}, WHOLE},
};

enum { COLUMNS = sizeof columns / sizeof *columns };

static double value_of(const vl_policy_result *result, int column)
{
    const double values[COLUMNS] = {
        result->drift_real,
        result->drift_simulated,
        result->own_error,
        result->energy_jump,
        result->lost,
        result->added,
        result->behind,
        (double)result->steps,
        (double)result->evaluations,
    };
    return values[column];
}

// Frames that no scene says: the hitch of the bench.
static int open_job(work *w)
{
    vl_error error = {0};
    int status = vl_job_open(&w->job, w->arguments);
    if (status != VL_EXIT_GOOD || !w->job.frame_replaced)
        return status;
    vl_stream_free(w->job.stream);
    w->job.stream = vl_stream_parse(VL_POLICY_BENCH_FRAMES, NULL, &error);
    w->job.frame_replaced = false;
    return w->job.stream ? VL_EXIT_GOOD : vl_cli_bad_input(&error);
}

static int open_bench(work *w)
{
    vl_error error = {0};
    bool given = w->arguments->integrator_count > 0;
    w->integrator_count = given ? w->arguments->integrator_count : 1;
    w->integrators =
        given ? w->arguments->integrators : (const vl_integrator *const *)&w->job.scene->integrator;
    vl_run limits = vl_job_limits(&w->job);
    w->bench = vl_policy_bench_create(w->job.scene, w->integrators, w->integrator_count,
                                      w->job.stream, limits.duration, &error);
    return w->bench ? VL_EXIT_GOOD : vl_cli_bad_input(&error);
}

// False where somebody wants it to stop before its end.
static bool run(work *w, const vl_stop *stop)
{
    vl_progress progress = vl_progress_create(true);
    while (vl_policy_bench_work(w->bench) && !vl_stop_is_asked(stop)) {
        int done = vl_policy_bench_done(w->bench);
        vl_progress_show(&progress, vl_clock_now(), vl_policy_bench_progress(w->bench), done);
    }
    vl_progress_erase(&progress);
    return !vl_stop_is_asked(stop);
}

// --- what came out ---

// What is there without any disturbance, and each policy.
static int rows(const work *w)
{
    return 1 + vl_policy_bench_policies(w->bench);
}

static vl_policy_result result_of(const work *w, int row, int integrator)
{
    return row > 0 ? vl_policy_bench_result(w->bench, row - 1, integrator)
                   : vl_policy_bench_result(vl_policy_bench_even(w->bench), 0, integrator);
}

static void write_row(FILE *file, const vl_policy_result *result)
{
    fprintf(file, "%s,%s", result->policy, result->integrator->name);
    for (int c = 0; c < COLUMNS; c++) {
        char number[VL_NUMBER_SIZE];
        double value = value_of(result, c);
        fprintf(file, ",%s", isnan(value) ? "" : vl_number_text(value, number));
    }
    fputc('\n', file);
}

static int write_csv(const work *w)
{
    vl_error error = {0};
    vl_output output = {0};
    if (!vl_output_open(&output, w->arguments->csv, &error))
        return vl_cli_bad_input(&error);
    fprintf(output.file, "policy,integrator");
    for (int c = 0; c < COLUMNS; c++)
        fprintf(output.file, ",%s", columns[c].name);
    fputc('\n', output.file);
    for (int row = 0; row < rows(w); row++)
        for (int i = 0; i < w->integrator_count; i++) {
            vl_policy_result result = result_of(w, row, i);
            write_row(output.file, &result);
        }
    return vl_output_finish(&output, &error) ? VL_EXIT_GOOD : vl_cli_bad_input(&error);
}

static void add_row(vl_table *table, const vl_policy_result *result)
{
    vl_table_add(table, "%s", result->policy);
    vl_table_add(table, "%s", result->integrator->name);
    for (int c = 0; c < COLUMNS; c++) {
        double value = value_of(result, c) * (columns[c].kind == PERCENT ? 100 : 1);
        if (isnan(value))
            vl_table_add(table, "–");
        else
            vl_table_add(table, columns[c].kind == WHOLE ? "%.0f" : "%.3g", value);
    }
    vl_table_add(table, "%s", result->diverged ? "diverged" : "");
}

static void print_head(const work *w)
{
    const vl_policy_bench *even = vl_policy_bench_even(w->bench);
    int frames = vl_policy_bench_frames(even);
    double end = vl_policy_bench_time(even, frames - 1);
    vl_job_print_head(&w->job);
    printf("Real time at the end, of the last whole frame: %.9g s.\n", end);
    printf("Drift from: %s.\n", vl_policy_bench_truth(w->bench));
    double horizon = vl_policy_bench_horizon(w->bench);
    if (!isnan(horizon))
        printf("Beyond its horizon at %.6g s: there is no drift to tell at the end.\n", horizon);
    printf(VL_POLICY_BENCH_NONE ": without any disturbance, %d equal frames of %.6g s, raw. What a "
                                "policy adds to that is its own.\n\n",
           frames, end / frames);
}

static int print_table(const work *w)
{
    vl_text text = {0};
    vl_table table = vl_table_create(2 + COLUMNS + 1);
    for (int c = 0; c < COLUMNS; c++)
        table.right[2 + c] = true;
    for (int line = 0; line < 2; line++) {
        vl_table_add(&table, "%s", line ? "" : "policy");
        vl_table_add(&table, "%s", line ? "" : "integrator");
        for (int c = 0; c < COLUMNS; c++)
            vl_table_add(&table, "%s", columns[c].heads[line]);
        vl_table_skip(&table);
    }
    for (int row = 0; row < rows(w); row++)
        for (int i = 0; i < w->integrator_count; i++) {
            vl_policy_result result = result_of(w, row, i);
            add_row(&table, &result);
        }
    print_head(w);
    vl_table_lay_out(&table, 0, &text);
    fputs(text.data, stdout);
    vl_text_free(&text);
    vl_table_free(&table);
    return VL_EXIT_GOOD;
}

int vl_cli_policies(const vl_cli_host *host, const vl_arguments *arguments)
{
    work w = {.arguments = arguments};
    int status = open_job(&w);
    if (status == VL_EXIT_GOOD)
        status = open_bench(&w);
    if (status == VL_EXIT_GOOD) {
        vl_stop stop;
        vl_stop_hold(&stop);
        if (run(&w, &stop))
            status = arguments->csv ? write_csv(&w) : print_table(&w);
        int signal_number = vl_stop_release(&stop);
        status = signal_number ? 128 + signal_number : status;
    }
    vl_policy_bench_free(w.bench);
    vl_job_free(&w.job);
    return status;
}
