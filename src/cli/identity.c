// `identity`: methods that are the same under any steps, in pairs, side by side.

#include "lab/identity.h"
#include "base/clock.h"
#include "base/output.h"
#include "base/text.h"
#include "cli/job.h"
#include "cli/progress.h"
#include "cli/stop.h"
#include "cli/table.h"
#include "physics/solvers/solvers.h"
#include "scene/build.h"

#include <inttypes.h>
#include <math.h>

typedef struct work {
    vl_job job;
    vl_world *world; // as the scene begins
    vl_identity *identity;
    FILE *file; // rows go there; NULL
    vl_stop stop;
    vl_progress progress;
    int64_t steps;
} work;

static int prepare(work *w, const vl_arguments *arguments)
{
    vl_error error = {0};
    int status = vl_job_open(&w->job, arguments);
    if (status != VL_EXIT_GOOD)
        return status;
    w->world = vl_scene_build(w->job.scene);
    const char *refused = vl_solver_refuses(w->world, &w->world->solver);
    if (refused) {
        vl_fail(&error, "%s", refused);
        return vl_cli_bad_input(&error);
    }
    w->identity = vl_identity_create(w->world);
    return VL_EXIT_GOOD;
}

static void write_row(const work *w, int pair)
{
    const vl_identity_reading *r = vl_identity_reading_of(w->identity, pair);
    char text[VL_NUMBER_SIZE];
    fprintf(w->file, "%s,%" PRId64, vl_identity_pairs[pair].name, r->steps);
    fprintf(w->file, ",%s", vl_number_text(r->time, text));
    fprintf(w->file, ",%s", r->steps > 0 ? vl_number_text(r->dt, text) : "");
    fprintf(w->file, ",%s", vl_number_text(r->difference, text));
    fprintf(w->file, ",%s\n", vl_number_text(r->largest, text));
}

static void step_all(work *w, double dt)
{
    for (int k = 0; k < vl_identity_pair_count; k++) {
        vl_identity_step(w->identity, k, dt);
        if (w->file && !vl_identity_reading_of(w->identity, k)->stopped)
            write_row(w, k);
    }
}

static bool wanted(work *w, double time, const vl_run *limits)
{
    double by_time = isfinite(limits->duration) ? time / limits->duration : -1;
    double by_steps = limits->steps > 0 ? (double)w->steps / (double)limits->steps : -1;
    vl_progress_show(&w->progress, vl_clock_now(), fmax(by_time, by_steps), w->steps);
    return !vl_stop_is_asked(&w->stop);
}

// False where somebody wants it to stop.
static bool run(work *w)
{
    vl_run limits = vl_job_limits(&w->job);
    vl_moment now = {0};
    double dt;
    for (int k = 0; w->file && k < vl_identity_pair_count; k++)
        write_row(w, k);
    while ((limits.steps < 0 || w->steps < limits.steps) &&
           vl_run_next_dt(w->job.stream, now.time, limits.duration, &dt)) {
        if (!vl_world_can_step(w->world, dt))
            continue;
        step_all(w, dt);
        vl_moment_advance(&now, dt);
        w->steps++;
        if (w->steps % 64 == 0 && !wanted(w, now.time, &limits))
            return false;
    }
    return true;
}

static int write_csv(work *w)
{
    vl_error error = {0};
    vl_output output = {0};
    if (!vl_output_open(&output, w->job.arguments->csv, &error))
        return vl_cli_bad_input(&error);
    w->file = output.file;
    fputs("pair,step,time,dt,difference,largest\n", output.file);
    if (!run(w)) {
        vl_output_abandon(&output);
        return VL_EXIT_GOOD;
    }
    return vl_output_finish(&output, &error) ? VL_EXIT_GOOD : vl_cli_bad_input(&error);
}

static void add_row(vl_table *table, const work *w, int k)
{
    static const char *const verdicts[] = {"the same, to rounding", "rounding, amplified"};
    const vl_identity_reading *r = vl_identity_reading_of(w->identity, k);
    vl_identity_verdict verdict = vl_identity_judge(r);
    const char *hindrance = vl_identity_hindrance(w->world, k);
    vl_table_add(table, "%s", vl_identity_pairs[k].name);
    vl_table_add(table, "%" PRId64, r->steps);
    vl_table_add(table, "%.2e", r->largest);
    vl_table_add(table, "%.3g", r->size > 0 ? r->largest / vl_identity_rounding(r) : 0);
    if (r->steps == 0)
        vl_table_add(table, "no step was made");
    else if (verdict == VL_IDENTITY_PARTED)
        vl_table_add(table, "apart since t = %.6g s", r->parted);
    else
        vl_table_add(table, "%s", verdicts[verdict]);
    vl_table_add(table, "%s%s", r->stopped ? "stopped. " : "", hindrance ? hindrance : "");
}

static void print_table(const work *w)
{
    static const char *const heads[] = {"pair", "steps", "largest (m)", "roundings", "", ""};
    vl_table table = vl_table_create(6);
    vl_text text = {0};
    for (int i = 0; i < 6; i++)
        vl_table_add(&table, "%s", heads[i]);
    table.right[1] = table.right[2] = table.right[3] = true;
    for (int k = 0; k < vl_identity_pair_count; k++)
        add_row(&table, w, k);
    vl_table_lay_out(&table, 0, &text);
    vl_job_print_head(&w->job);
    fputs(text.data, stdout);
    vl_text_free(&text);
    vl_table_free(&table);
}

static int print_summary(work *w)
{
    if (run(w)) {
        vl_progress_erase(&w->progress);
        print_table(w);
    }
    return VL_EXIT_GOOD;
}

int vl_cli_identity(const vl_cli_host *host, const vl_arguments *arguments)
{
    work w = {.progress = vl_progress_create(true)};
    int status = prepare(&w, arguments), signal_number = 0;
    if (status == VL_EXIT_GOOD) {
        vl_stop_hold(&w.stop);
        status = arguments->csv ? write_csv(&w) : print_summary(&w);
        vl_progress_erase(&w.progress);
        signal_number = vl_stop_release(&w.stop);
    }
    vl_identity_free(w.identity);
    vl_world_free(w.world);
    vl_job_free(&w.job);
    return signal_number ? 128 + signal_number : status;
}
