// `order`: the errors of integrators against the mean time step, as a table or as CSV.

#include "base/memory.h"
#include "base/worker.h"
#include "cli/job.h"
#include "cli/table.h"
#include "lab/order.h"
#include "scene/file.h"

#include <string.h>

static const double between_checks = 0.02; // s of real time

typedef struct settings {
    vl_order_quantity quantity;
    int local;   // 0: global, 1: local
    double mean; // s; 0: chosen; NAN: not given
    int halvings, seeds;
} settings;

typedef struct work {
    vl_order *order;
} work;

static bool prepare(vl_job *job)
{
    work *w = job->state;
    const vl_arguments *a = job->arguments;
    const settings *s = job->settings;
    bool chosen = isnan(s->mean) && job->frame_replaced;
    const vl_order_settings asked = {
        .integrators = job->integrators,
        .integrator_count = job->integrator_count,
        .stream = job->stream->text,
        .beside = a->dt ? NULL : job->scene->path,
        .local = s->local,
        .duration = a->duration,
        .mean = chosen ? 0 : s->mean,
        .halvings = s->halvings,
        .seeds = s->seeds,
    };
    w->order = vl_order_create(job->scene, &asked, &job->error);
    if (!w->order)
        return false;
    const char *lacks = vl_order_lacks(w->order, s->quantity);
    return !lacks ||
           vl_fail_usage(&job->error, "%s, expected --quantity position or velocity", lacks);
}

static void measure(vl_job *job)
{
    const work *w = job->state;
    vl_worker *worker = vl_worker_start(vl_worker_create(vl_order_work, w->order));
    while (!vl_worker_has_finished(worker) && vl_progress_goes_on(&job->progress, w->order->part))
        vl_worker_wait(worker, between_checks);
    vl_worker_free(worker);
}

static void write_csv(vl_job *job)
{
    const work *w = job->state;
    const settings *s = job->settings;
    fputs("integrator,mean_dt,error,order\n", job->csv);
    for (int i = 0; i < w->order->settings.integrator_count; i++) {
        vl_order_point points[VL_ORDER_MOST_MEANS];
        int count = vl_order_points(w->order, i, points);
        vl_order_fit fit = vl_order_fit_points(points, count, s->quantity);
        for (int k = 0; k < count; k++) {
            const vl_order_point *p = &points[k];
            fputs(w->order->settings.integrators[i]->name, job->csv);
            vl_csv_end(job->csv, 3, (const double[]){p->mean_dt, p->error[s->quantity], fit.slope});
        }
    }
}

// --- the table ---

static void print_head(const vl_job *job)
{
    const settings *s = job->settings;
    const vl_order *order = ((const work *)job->state)->order;
    const char *unit = order->units[s->quantity];
    int seeds = order->settings.seeds;
    vl_job_print_head(job);
    printf("error of the %s (%s), %s, against %s\n", vl_order_quantity_names[s->quantity],
           *unit ? unit : "relative",
           order->settings.local                    ? "of a single step from the exact state, RMS"
           : vl_order_is_of_run(order, s->quantity) ? "RMS over the run"
                                                    : "at the end",
           order->against);
    printf("%g s simulated; mean steps halved %d times", order->duration, s->halvings);
    if (seeds > 1)
        printf("; RMS over %d seeds", seeds);
    double own = vl_order_reference_error(order, s->quantity);
    if (!isnan(own))
        printf("; own error of the reference %.2g%s%s", own, *unit ? " " : "", unit);
    if (vl_order_is_lost(order, s->quantity))
        printf("; the reference failed, or met a contact, a string's jolt or a cutoff within a "
               "step: its own error is not known, and nothing is fitted");
    printf("\n\n");
}

static const char *const fate_texts[VL_ORDER_FATES] = {
    [VL_ORDER_FITTED] = "fitted",
    [VL_ORDER_DIVERGED] = "diverged",
    [VL_ORDER_LARGE] = "as large as the motion",
    [VL_ORDER_SMALL] = "round-off or reference",
    [VL_ORDER_EARLY] = "step too long",
    [VL_ORDER_UNKNOWN] = "without a sure reference",
};

// Which of two orders is declared, and why.
static const char *const declared_why[] = {
    [VL_STEPS_EQUAL] = "All steps are equal: declared is the order for a constant dt.",
    [VL_STEPS_VARY] = "The steps vary: declared is the order for random steps.",
    [VL_STEPS_ONE] = ("All steps but one are equal, which is neither constant nor random: "
                      "declared is the order for random steps, the least to expect."),
};

// Counts the points that the fit left out: "2 as large as the motion, 1 diverged".
static void add_left_out(vl_table *table, const vl_order_fit *fit, int count)
{
    vl_text text = {0};
    for (int fate = VL_ORDER_FITTED + 1; fate < VL_ORDER_FATES; fate++) {
        int found = 0;
        for (int i = 0; i < count; i++)
            found += fit->fates[i] == (vl_order_fate)fate;
        if (found > 0)
            vl_text_add(&text, "%s%d %s", text.length ? ", " : "", found, fate_texts[fate]);
    }
    vl_table_add(table, "%s", text.length ? text.data : "");
    vl_text_free(&text);
}

static void add_method(const settings *s, const vl_order *order, vl_table *table, int index)
{
    vl_order_point points[VL_ORDER_MOST_MEANS];
    char text[VL_ORDER_TEXT];
    int count = vl_order_points(order, index, points);
    const vl_integrator *integrator = order->settings.integrators[index];
    vl_order_fit fit = vl_order_fit_points(points, count, s->quantity);

    vl_table_add(table, "%s", integrator->name);
    vl_table_add_number(table, "%.3g", points[0].error[s->quantity]);
    vl_table_add_number(table, "%.3g", points[count - 1].error[s->quantity]);
    vl_table_add(table, "%s", vl_order_slope_text(&fit, text));
    vl_table_add(table, "%d", vl_order_declared(order, integrator));
    add_left_out(table, &fit, count);
}

static void print_table(vl_job *job)
{
    enum { COLUMNS = 6 };

    const settings *s = job->settings;
    const vl_order *order = ((const work *)job->state)->order;
    vl_text notes = {0};
    vl_table table = vl_table_create(COLUMNS, 1, COLUMNS - 2);
    vl_order_point points[VL_ORDER_MOST_MEANS];
    int count = vl_order_points(order, 0, points);
    vl_table_add(&table, "integrator\tdt %.4g s\tdt %.4g s\torder\tdeclared\tleft out",
                 points[0].mean_dt, points[count - 1].mean_dt);
    for (int i = 0; i < order->settings.integrator_count; i++)
        add_method(s, order, &table, i);
    print_head(job);
    vl_table_print(&table);
    printf("\n%s\n", declared_why[vl_stream_steps_of(order->stream)]);
    vl_order_add_notes(order, "\n", &notes);
    printf("%s", notes.data ? notes.data : "");
    vl_text_free(&notes);
}

static void free_order(vl_job *job)
{
    vl_order_free(((const work *)job->state)->order);
}

// --- options ---

static const char *const scopes[] = {"global", "local"};

static bool read_mean(const vl_value *value)
{
    double *mean = value->member;
    *mean = 0;
    return strcmp(value->text, "auto") == 0 ||
           (vl_parse_number(value->text, mean) && *mean >= 1e-12 && *mean <= 1e6) ||
           vl_value_refuse(value, "a number of seconds from 1e-12 to 1e6, or auto");
}

// clang-format off
static const vl_option *const options[] = {
    &vl_option_integrator, &vl_option_dt,
    VL_OPTION("duration", "S",
        "The simulated time of each run, which whole steps fill. Default: 5 s where an exact solution is known, else "
        "1 s; twice the time of a switch or a hitch; all of a file.",
        VL_COMMON(duration), VL_SECONDS(1e12)),
    VL_OPTIONS_OF_SOLVER, &vl_option_csv,
    VL_OPTION("quantity", "position|velocity|energy",
        "The quantity whose error is measured: the largest distance of a particle from where it should be (m), the "
        "largest error of a velocity (m/s), or the error of the energy relative to its scale. Default: position.",
        VL_OWN(quantity), VL_CHOICE(VL_CHOICES_OF_WORDS(vl_order_quantity_names, VL_ORDER_QUANTITIES))),
    VL_OPTION("scope", "global|local",
        "The error over the whole run (RMS over all steps; at its end where there is only a reference run), or the "
        "error of single steps, each from the exact state. Default: global.",
        VL_OWN(local), VL_CHOICE(VL_CHOICES_OF_WORDS(scopes, 2))),
    VL_OPTION("mean", "S|auto",
        "The largest mean step, in seconds. `auto` takes the first of a 50th, a 100th … of the duration whose error is "
        "below 5 % of the motion. Default: the mean of the stream; `auto` where the stream is `frame`.",
        .read = read_mean, VL_OWN(mean)),
    VL_OPTION("halvings", "N",
        "The mean is halved so many times, from 5 to 12. Default: 5.",
        VL_OWN(halvings), VL_INTEGER(VL_ORDER_LEAST_HALVINGS, VL_ORDER_MOST_HALVINGS)),
    VL_OPTION("seeds", "N",
        "A random stream is run with so many seeds, its own and the next, from 1 to 10000; the errors are averaged "
        "over them (RMS). Default: 60.",
        VL_OWN(seeds), VL_INTEGER(1, 10000)),
    &vl_option_help, NULL,
};

const vl_subcommand vl_subcommand_order = {
    .name = "order",
    .words = "SCENE",
    .summary = "measure the order of integrators: error against the mean time step",
    .details =
        "Runs the scene again and again over the same simulated time, with the same shape of time steps, whose mean is "
        "halved each time. The order of an integrator is the slope of log error over log mean dt, behind it how sure that is. "
        "Errors are measured against the exact solution, or against a reference run where there is none. A column has the "
        "order that the integrator declares; what the fit leaves out is told in the last. With `--csv`, each integrator and mean has a row: `integrator,mean_dt,error,order`. docs/physics/order.md has the whole.",
    .options = options,
    .settings = &(const settings){
        .mean = (double)NAN, .halvings = VL_ORDER_LEAST_HALVINGS, .seeds = VL_ORDER_SEEDS},
    .settings_size = sizeof(settings),
    .experiment = &(const vl_experiment){
        .prepare = prepare, .work = measure, .write = write_csv, .print = print_table, .free = free_order,
        .state_size = sizeof(work)},
};
// clang-format on
