// `run`: a scene without a display, as a table or as CSV.

#include "base/clock.h"
#include "base/memory.h"
#include "base/output.h"
#include "cli/job.h"
#include "cli/progress.h"
#include "cli/rows.h"
#include "cli/stop.h"
#include "cli/summary.h"
#include "lab/csv.h"
#include "physics/solvers/solvers.h"
#include "scene/numbering.h"

#include <inttypes.h>
#include <unistd.h>

static const double between_checks = 0.02; // s of real time, between looks at what a person wants

typedef struct job {
    const vl_arguments *arguments;
    vl_job common;
    int number_count; // particles whose positions are written
    int *numbers;
} job;

static bool check_number(const job *j, int number, bool *seen, vl_error *error)
{
    int total = (int)vl_numbering_total(j->common.scene);
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
    int total = (int)vl_numbering_total(j->common.scene);
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
static bool run_watched(const job *j, vl_lab *lab, FILE *file, const vl_stop *stop,
                        vl_policy *policy)
{
    bool mixed = file && isatty(fileno(file)); // rows and progress on one screen
    watch w = {.lab = lab, .file = file, .stop = stop, .progress = vl_progress_create(!mixed)};
    vl_run limits = vl_job_limits(&j->common);
    limits.progress = look;
    limits.user = &w;
    limits.policy = policy;
    bool stepped = vl_run_lab(lab, j->common.stream, &limits);
    vl_progress_erase(&w.progress);
    if (!stepped)
        fprintf(stderr, "the policy %s made no step of %d frames in a row: stopped there\n",
                policy->text, VL_RUN_MOST_IDLE_FRAMES);
    return !vl_stop_is_asked(stop);
}

// --- the two ways to tell what came out ---

static int write_csv(const job *j, vl_lab *lab, const vl_stop *stop)
{
    vl_error error = {0};
    vl_output output = {0};
    if (!vl_output_open(&output, j->arguments->csv, &error))
        return vl_cli_bad_input(&error);

    vl_policy policy = j->common.policy;
    vl_rows rows = {
        .file = output.file,
        .lab = lab,
        .numbers = j->numbers,
        .number_count = j->number_count,
        .more = (j->arguments->reference ? VL_CSV_REFERENCE : 0U) |
                (j->arguments->ledger ? VL_CSV_LEDGER : 0U),
        .every = j->arguments->every,
    };
    vl_csv_header(output.file, rows.more, j->numbers, j->number_count);
    vl_lab_listen(lab, vl_rows_hear, &rows);
    if (!run_watched(j, lab, output.file, stop, &policy)) {
        vl_output_abandon(&output);
        return VL_EXIT_GOOD;
    }
    vl_rows_finish(&rows);
    return vl_output_finish(&output, &error) ? VL_EXIT_GOOD : vl_cli_bad_input(&error);
}

static void print_estimator(const vl_estimator *estimator)
{
    if (estimator != &vl_estimators[0])
        printf("kinetic energy by the %s, %s\n\n", estimator->title, estimator->formula);
}

static void print_exact(const vl_exact *exact)
{
    if (exact)
        printf("position error against the exact motion: %s\n\n", vl_exact_name(exact));
}

// What became of the frames, where there is a policy.
static void print_policy(const vl_policy *policy)
{
    if (vl_policy_is_raw(policy))
        return;
    printf("\nPolicy %s: %" PRId64 " frames of %.6g s, %" PRId64
           " of them stepped otherwise; %.6g s lost, %.6g s too much",
           policy->text, policy->frames, vl_policy_time(policy), policy->changed, policy->lost,
           policy->added);
    if (policy->carry > 0)
        printf(", %.6g s carried on", policy->carry);
    printf(".\n");
}

// Which mistake is in the run, and which methods cannot make it.
static void print_mistake(const vl_mistake *mistake, vl_lab *lab)
{
    if (!mistake)
        return;
    printf("broken on purpose: %s (%s); --mistake off takes it out\n", mistake->title,
           mistake->wrong);
    for (int i = 0; i < vl_lab_world_count(lab); i++) {
        const vl_integrator *method = vl_lab_world(lab, i)->integrator;
        if (!vl_mistake_fits(mistake, method))
            printf("%s cannot make it: only %s can\n", method->name, mistake->only);
    }
    putchar('\n');
}

static int print_summary(const job *j, vl_lab *lab, const vl_stop *stop)
{
    vl_summary summary = vl_summary_create(vl_lab_world_count(lab));
    vl_lab_listen(lab, vl_summary_hear, &summary);
    vl_policy policy = j->common.policy;
    if (run_watched(j, lab, NULL, stop, &policy)) {
        vl_text text = {0};
        vl_summary_lay_out(&summary, lab, &text);
        vl_job_print_head(&j->common);
        print_estimator(j->arguments->estimator);
        print_exact(vl_lab_reference(lab, 0)->exact);
        if (j->arguments->ledger)
            vl_summary_lay_out_ledger(&summary, lab, &text);
        print_mistake(j->common.scene->mistake, lab);
        fputs(text.data, stdout);
        print_policy(&policy);
        vl_text_free(&text);
    }
    vl_summary_free(&summary);
    return VL_EXIT_GOOD;
}

// Begins the references. False and a message where the lab cannot do what is asked.
static bool prepare(const job *j, vl_lab *lab, vl_error *error)
{
    const vl_world *world = vl_lab_world(lab, 0);
    const char *refused = vl_solver_refuses(world, &world->solver);
    if (refused)
        return vl_fail(error, "%s", refused);
    if (!j->arguments->reference)
        return true;
    vl_lab_refer(lab, VL_REFERENCE_AT_ONCE);
    refused = vl_lab_reference_refuses(lab, 0);
    return !refused ||
           vl_fail(error,
                   "--reference: a scene with %s comes near to no motion, however short "
                   "its steps",
                   refused);
}

static int run(const job *j)
{
    const vl_arguments *arguments = j->arguments;
    int count = arguments->integrator_count;
    vl_lab *lab =
        vl_lab_create(j->common.scene, count ? arguments->integrators : NULL, count ? count : 1);
    vl_error error = {0};
    if (!prepare(j, lab, &error)) {
        vl_lab_free(lab);
        return vl_cli_bad_input(&error);
    }
    if (arguments->ledger)
        vl_lab_keep_ledger(lab);
    vl_lab_set_estimator(lab, arguments->estimator);
    vl_stop stop;
    vl_stop_hold(&stop);
    int status = arguments->csv ? write_csv(j, lab, &stop) : print_summary(j, lab, &stop);
    int signal_number = vl_stop_release(&stop);
    vl_lab_free(lab);
    return signal_number ? 128 + signal_number : status;
}

int vl_cli_run(const vl_cli_host *host, const vl_arguments *arguments)
{
    job j = {.arguments = arguments};
    int status = vl_job_open(&j.common, arguments);
    if (status == VL_EXIT_GOOD)
        status = set_points(&j);
    if (status == VL_EXIT_GOOD)
        status = run(&j);

    vl_free(j.numbers);
    vl_job_free(&j.common);
    return status;
}
