// `order`: the errors of integrators against the mean time step, as a table or as CSV.

#include "lab/order.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/output.h"
#include "base/worker.h"
#include "cli/job.h"
#include "cli/progress.h"
#include "cli/stop.h"
#include "cli/table.h"
#include "scene/file.h"

#include <math.h>

static const double between_looks = 0.02; // s of real time, at what a person wants

// What is to be shown of an experiment.
typedef struct view {
    const vl_order *order;
    vl_order_quantity quantity;
    vl_order_when when;
    bool work;
} view;

static vl_order *create(const vl_job *job, vl_error *error)
{
    const vl_arguments *a = job->arguments;
    char *folder = a->dt ? NULL : vl_path_folder(job->path);
    bool chosen = isnan(a->mean) && job->frame_replaced;
    const vl_order_settings settings = {
        .integrators = a->integrator_count ? a->integrators : NULL,
        .integrator_count = a->integrator_count,
        .stream = vl_stream_text(job->stream),
        .folder = folder,
        .local = a->local,
        .duration = a->duration,
        .mean = chosen ? 0 : a->mean,
        .halvings = a->halvings,
        .seeds = a->seeds,
        .work = a->work,
    };
    vl_order *order = vl_order_create(job->scene, &settings, error);
    vl_free(folder);
    return order;
}

// Which errors: where nothing else is asked for, those of the whole run, if they exist.
static bool choose_view(view *v, const vl_arguments *a, vl_error *error)
{
    bool run_known = !vl_order_lacks(v->order, a->quantity, VL_ORDER_OF_RUN);
    v->quantity = a->quantity;
    v->when = a->when >= 0 ? (vl_order_when)a->when : run_known ? VL_ORDER_OF_RUN : VL_ORDER_AT_END;
    v->work = a->work;
    const char *lacks = vl_order_lacks(v->order, v->quantity, v->when);
    return !lacks ||
           vl_fail(error, "%s errors, --when %s: %s", vl_order_quantity_names[v->quantity],
                   vl_order_when_names[v->when], lacks);
}

// False where somebody wants it to stop before its end.
static bool work_watched(vl_order *order, const vl_stop *stop)
{
    vl_progress progress = vl_progress_create(true);
    vl_worker *worker = vl_worker_start(vl_order_work, order);
    while (!vl_worker_has_finished(worker) && !vl_stop_is_asked(stop)) {
        vl_worker_wait_for(worker, between_looks);
        vl_progress_show(&progress, vl_clock_now(), vl_order_progress(order), -1);
    }
    vl_worker_free(worker);
    vl_progress_erase(&progress);
    return !vl_stop_is_asked(stop);
}

// --- CSV ---

// A value that does not exist is an empty field.
static void write_number(FILE *file, double value)
{
    char text[VL_NUMBER_SIZE];
    fprintf(file, ",%s", isfinite(value) ? vl_number_text(value, text) : "");
}

static void write_rows(const view *v, FILE *file)
{
    fprintf(file, "integrator,mean_dt,error,order%s\n", v->work ? ",evaluations,seconds" : "");
    for (int i = 0; i < vl_order_integrator_count(v->order); i++) {
        vl_order_point points[VL_ORDER_MOST_MEANS];
        int count = vl_order_points(v->order, i, points);
        vl_order_fit fit = vl_order_fit_points(points, count, v->quantity, v->when);
        for (int k = 0; k < count; k++) {
            fputs(vl_order_integrator(v->order, i)->name, file);
            write_number(file, points[k].mean_dt);
            write_number(file, points[k].error[v->quantity][v->when]);
            write_number(file, fit.slope);
            if (v->work) {
                write_number(file, points[k].evaluations);
                write_number(file, points[k].seconds);
            }
            fputc('\n', file);
        }
    }
}

static int write_csv(const view *v, const char *path)
{
    vl_error error = {0};
    vl_output output = {0};
    if (!vl_output_open(&output, path, &error))
        return vl_cli_bad_input(&error);
    write_rows(v, output.file);
    return vl_output_finish(&output, &error) ? VL_EXIT_GOOD : vl_cli_bad_input(&error);
}

// --- the table ---

static void print_head(const view *v, const vl_job *job)
{
    const vl_order *order = v->order;
    const char *unit = vl_order_quantity_units[v->quantity];
    int seeds = vl_order_seeds(order);
    vl_job_print_head(job);
    printf("error of the %s (%s), %s, against %s\n", vl_order_quantity_names[v->quantity],
           *unit ? unit : "relative",
           vl_order_is_local(order)     ? "of a single step from the exact state, RMS"
           : v->when == VL_ORDER_AT_END ? "at the end"
                                        : "RMS over the run",
           vl_order_against(order));
    printf("%g s simulated; mean steps halved %d times", vl_order_duration(order),
           job->arguments->halvings);
    if (seeds > 1)
        printf("; RMS over %d seeds", seeds);
    double own = vl_order_reference_error(order, v->quantity);
    if (!isnan(own))
        printf("; own error of the reference %.2g%s%s", own, *unit ? " " : "", unit);
    if (vl_order_is_lost(order, v->quantity))
        printf("; the reference run went wrong, its own error is not known: nothing is fitted");
    printf("\n\n");
}

static void add_error(vl_table *table, double error)
{
    if (isnan(error))
        vl_table_add(table, "–");
    else
        vl_table_add(table, "%.3g", error);
}

// Counts what was left out, and why: "2 beyond stability, 1 diverged".
static void add_left_out(vl_table *table, const vl_order_fit *fit, int count)
{
    vl_text text = {0};
    for (int fate = VL_ORDER_FITTED + 1; fate < VL_ORDER_ABSENT; fate++) {
        int found = 0;
        for (int i = 0; i < count; i++)
            found += fit->fates[i] == (vl_order_fate)fate;
        if (found > 0)
            vl_text_add(&text, "%s%d %s", text.length ? ", " : "", found,
                        vl_order_fate_text((vl_order_fate)fate));
    }
    vl_table_add(table, "%s", text.length ? text.data : "");
    vl_text_free(&text);
}

static void add_method(const view *v, vl_table *table, int index)
{
    vl_order_point points[VL_ORDER_MOST_MEANS];
    char text[VL_ORDER_TEXT];
    int count = vl_order_points(v->order, index, points);
    bool local = vl_order_is_local(v->order);
    const vl_integrator *integrator = vl_order_integrator(v->order, index);
    const vl_stream_kind *kind = vl_stream_kind_of(vl_order_stream(v->order));
    const vl_order_claim *claim = local ? NULL : vl_order_claim_find(integrator, kind);
    vl_order_fit fit = vl_order_fit_points(points, count, v->quantity, v->when);

    vl_table_add(table, "%s", integrator->name);
    add_error(table, points[0].error[v->quantity][v->when]);
    add_error(table, points[count - 1].error[v->quantity][v->when]);
    vl_table_add(table, "%s", vl_order_slope_text(&fit, text));
    vl_table_add(table, "%s", vl_order_finest_text(&fit, text));
    vl_table_add(table, "%d", vl_order_declared(integrator, kind, local));
    vl_table_add(table, "%s", claim ? vl_order_claim_range(claim, text) : "");
    if (v->work) {
        vl_table_add(table, "%.0f", points[count - 1].evaluations);
        vl_table_add(table, "%.3g", 1e6 * points[count - 1].seconds / vl_order_duration(v->order));
    } else {
        vl_table_skip(table);
        vl_table_skip(table);
    }
    add_left_out(table, &fit, count);
}

static void add_heads(const view *v, vl_table *table)
{
    vl_order_point points[VL_ORDER_MOST_MEANS];
    int count = vl_order_points(v->order, 0, points);
    const char *const heads[] = {"integrator",
                                 NULL,
                                 NULL,
                                 "order",
                                 "finest",
                                 "declared",
                                 "an article",
                                 v->work ? "evaluations" : "",
                                 v->work ? "µs for 1 s" : "",
                                 "left out"};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        if (heads[i])
            vl_table_add(table, "%s", heads[i]);
        else
            vl_table_add(table, "dt %.4g s", points[i == 1 ? 0 : count - 1].mean_dt);
}

static void print_table(const view *v, const vl_job *job)
{
    enum { COLUMNS = 10 };

    vl_table table = vl_table_create(COLUMNS);
    for (int c = 1; c < COLUMNS - 1; c++)
        table.right[c] = true;
    add_heads(v, &table);
    for (int i = 0; i < vl_order_integrator_count(v->order); i++)
        add_method(v, &table, i);
    vl_text text = {0};
    vl_table_lay_out(&table, 0, &text);
    print_head(v, job);
    printf("%s\n%s\n", text.data,
           vl_order_declared_why(vl_stream_kind_of(vl_order_stream(v->order))));
    const char *links = vl_order_links_note(v->order);
    if (links)
        printf("%s\n", links);
    vl_text_free(&text);
    vl_table_free(&table);
}

static int show(const view *v, const vl_job *job)
{
    if (job->arguments->csv)
        return write_csv(v, job->arguments->csv);
    print_table(v, job);
    return VL_EXIT_GOOD;
}

static int measure(const vl_job *job)
{
    vl_error error = {0};
    vl_order *order = create(job, &error);
    view v = {.order = order};
    if (!order || !choose_view(&v, job->arguments, &error)) {
        vl_order_free(order);
        return vl_cli_bad_input(&error);
    }
    vl_stop stop;
    vl_stop_hold(&stop);
    int status = work_watched(order, &stop) ? show(&v, job) : VL_EXIT_GOOD;
    int signal_number = vl_stop_release(&stop);
    vl_order_free(order);
    return signal_number ? 128 + signal_number : status;
}

int vl_cli_order(const vl_cli_host *host, const vl_arguments *arguments)
{
    vl_job job;
    int status = vl_job_open(&job, arguments);
    if (status == VL_EXIT_GOOD)
        status = measure(&job);
    vl_job_free(&job);
    return status;
}
