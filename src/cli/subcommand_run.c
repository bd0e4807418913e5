// `run`: a scene without a display, as a table or as CSV.

#include "base/memory.h"
#include "cli/job.h"
#include "cli/summary.h"
#include "cli/table.h"
#include "lab/log.h"
#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "physics/world/world.h"
#include "scene/build.h"
#include "scene/engine.h"
#include "scene/lanes.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct settings {
    const char *points; // "1,5,9", "all" or "none"; the numbers may be too large
    bool reference;     // where there is no exact solution
    const vl_estimator *estimator;
    bool hash;          // a checksum of each lane in place of the table
    const char *record; // a file; NULL: nothing is recorded
} settings;

static const settings defaults = {.points = "none", .estimator = &vl_estimators[0]};

typedef enum kind { AT_END, LARGEST, MEAN } kind; // over the steps, of a value of the readings

// The columns after integrator, steps and time. The heading has two lines. Errors of the energy are
// relative, as in the CSV.
static const struct {
    int of; // a quantity
    kind kind;
    const char *head; // NULL: its name
} columns[] = {
    {VL_QUANTITY_ENERGY_ERROR, AT_END, NULL},  {VL_QUANTITY_ENERGY_ERROR, LARGEST, NULL},
    {VL_QUANTITY_ENERGY_CHANGE, AT_END, NULL}, {VL_QUANTITY_POSITION, AT_END, NULL},
    {VL_QUANTITY_POSITION, LARGEST, NULL},     {VL_QUANTITY_REFERENCE, LARGEST, NULL},
    {VL_QUANTITY_STRETCH, LARGEST, "stretch"}, {VL_QUANTITY_CPU, MEAN, "step"},
};

static const char *const kind_names[] = {[AT_END] = "at end", [LARGEST] = "largest", [MEAN] = ""};

enum { COLUMNS = sizeof columns / sizeof *columns, FRONT = 3, CHANGE = 2 };

typedef struct work {
    vl_lab *lab;
    bool compares;    // its lanes are those of the scene or of --lane
    int number_count; // particles whose positions are written
    int *numbers;
    unsigned more;             // columns of the CSV, VL_CSV_…
    double (*values)[COLUMNS]; // of the table, by lane; NaN: there is none
    vl_log_file *file;         // of the recording; NULL: none
    vl_log *log;
} work;

// --- preparing ---

static bool check_options(vl_job *job)
{
    const settings *s = job->settings;
    if (job->arguments->ledger && s->estimator != &vl_estimators[0])
        return vl_fail_usage(&job->error,
                             "--ledger needs the right velocity, expected no --estimator %s",
                             s->estimator->name);
    if (s->points != defaults.points && !job->arguments->csv)
        return vl_fail_usage(&job->error, "--points changes only the CSV, expected --csv as well");
    if (s->hash && job->arguments->csv)
        return vl_fail_usage(&job->error,
                             "--hash and --csv are both given, expected one of them: a "
                             "checksum is printed in place of the table");
    if (s->record && job->arguments->csv && strcmp(s->record, job->arguments->csv) == 0)
        return vl_fail_usage(&job->error, "--csv and --record are both '%s', expected two files",
                             s->record);
    return true;
}

static bool choose_points(vl_job *job)
{
    work *w = job->state;
    const char *points = ((const settings *)job->settings)->points;
    int total = (int)vl_scene_particles(job->scene);
    bool all = strcmp(points, "all") == 0, good = true;
    w->numbers = vl_alloc(strlen(points) + (size_t)total, sizeof *w->numbers);
    for (int i = 0; all && i < total; i++)
        w->numbers[w->number_count++] = i + 1;
    while (good && !all && strcmp(points, "none") != 0 && *points) {
        char *end;
        long number = strtol(points, &end, 10);
        good = isdigit((unsigned char)*points) && number >= 1 && number <= total &&
               (!*end || (*end == ',' && end[1]));
        if (good) {
            w->numbers[w->number_count++] = (int)number;
            points = end + (*end == ',');
        }
    }
    return good || vl_fail_usage(&job->error,
                                 "--points: at '%.20s', expected numbers of particles from 1 to "
                                 "%d, such as 1,5,9; or all; or none",
                                 points, total);
}

// False and a message where the mean step of a lane, or what its policy makes of it, is so short
// that the run cannot end: a substep must change the time also at the end of the run, where
// doubles are up to DBL_EPSILON of it apart, and no world makes one below VL_SHORTEST_STEP.
static bool can_end(vl_job *job, const vl_scene *lane)
{
    double end = vl_job_limits(job).duration, parts = lane->solver.substeps;
    double apart = isfinite(end) ? DBL_EPSILON * end : 0;
    double dt = parts * vl_scene_substep(lane, job->stream, fmin(end, 1e12));
    double least = parts * fmax(VL_SHORTEST_STEP, apart);
    return !(dt > 0 && dt < least) ||
           vl_fail(&job->error,
                   "time steps %s, policy %s: a step of %.3g s, expected at least %.3g s, so that "
                   "every substep changes the time",
                   lane->lane.own_stream ? lane->timestep : job->stream->text, lane->policy, dt,
                   least);
}

// Each lane can solve the links of the scene, and make its own frames as fast as the common ones
// come. A scene was checked as it is; options may have changed it.
static bool check_lanes(vl_job *job)
{
    const work *w = job->state;
    const vl_scene *lanes = job->lanes;
    double duration = fmin(vl_job_limits(job).duration, 1e6);
    for (int i = 0; i < w->lab->count; i++) {
        const vl_world *world = w->lab->runs[i].world;
        const char *refused = vl_solver_refuses(world, &world->solver);
        double frames = vl_scene_lane_frames(job->scene, &lanes[i], job->stream, duration);
        if (refused)
            return vl_fail(&job->error, "%s", refused);
        if (!can_end(job, &lanes[i]))
            return false;
        if (frames > VL_LANE_MOST_FRAMES)
            return vl_fail_usage(&job->error,
                                 "lane %s: time steps %s make %.3g frames in a common one, "
                                 "expected at most %d",
                                 vl_lab_label(w->lab, i), lanes[i].timestep, frames,
                                 VL_LANE_MOST_FRAMES);
    }
    return true;
}

// Whether a solver of the world can leave something unsolved.
static bool can_have_troubles(const vl_world *world)
{
    const vl_solver_settings *solver = &world->solver;
    return world->integrator->implicit ||
           (world->links.hard_count > 0 &&
            (solver->tolerance > 0 || solver->method->can_fail[solver->direction]));
}

// What the lab keeps besides the motion.
static bool choose_readings(vl_job *job)
{
    work *w = job->state;
    const settings *s = job->settings;
    w->more = vl_summary_columns(job->arguments) | (s->reference ? VL_CSV_REFERENCE : 0U) |
              (w->compares ? VL_CSV_LANE : 0U);
    for (int i = 0; i < w->lab->count; i++)
        w->more |= can_have_troubles(w->lab->runs[i].world) ? VL_CSV_SOLVED : 0U;
    if (s->reference)
        vl_lab_refer(w->lab, VL_REFERENCE_AT_ONCE);
    if (s->reference && w->lab->runs[0].refused)
        return vl_fail(&job->error,
                       "--reference: a scene with %s has no limit for short steps, so there is no "
                       "reference",
                       w->lab->runs[0].refused);
    if (job->arguments->ledger)
        vl_lab_keep_ledger(w->lab);
    if (job->arguments->momentum)
        vl_lab_keep_momentum(w->lab);
    vl_lab_set_estimator(w->lab, s->estimator);
    return true;
}

static bool begin_recording(vl_job *job)
{
    work *w = job->state;
    const settings *s = job->settings;
    if (!s->record)
        return true;
    w->file = vl_log_file_create(s->record, &job->error);
    w->log = vl_log_create(0, w->file);
    if (w->file)
        vl_log_begin(w->log, w->lab, job->scene, job->lanes);
    return w->file;
}

// The recording comes last: what is refused must not have begun one.
static bool prepare(vl_job *job)
{
    work *w = job->state;
    if (!check_options(job) || !choose_points(job))
        return false;
    w->compares = job->scene->lane_count > 0;
    for (int i = 0; !w->compares && i < job->lane_count; i++)
        job->lanes[i].lane.name = (char *)job->lanes[i].integrator->name;
    w->lab = vl_lab_create(NULL, job->lanes, job->lane_count, &job->error);
    return w->lab && check_lanes(job) && choose_readings(job) && begin_recording(job);
}

// --- rows ---

// The listener of the lab.
static void take_reading(void *user, int index, const vl_reading *reading, double *const x[VL_AXES])
{
    const vl_job *job = user;
    const work *w = job->state;
    const vl_world *world = w->lab->runs[index].world;
    vl_csv_row(job->csv, w->more, vl_lab_label(w->lab, index), world->integrator->name, reading, x,
               world->particles.slot_of, w->numbers, w->number_count);
}

// --- the run ---

// A value that does not exist does not count, except at the end.
static void gather(void *user, int index, const vl_reading *reading, double *const x[VL_AXES])
{
    const work *w = user;
    for (int c = 0; c < COLUMNS; c++) {
        double value = vl_quantity_of(&vl_quantities[columns[c].of], reading);
        double *kept = &w->values[index][c];
        if (columns[c].kind == AT_END)
            *kept = value;
        else if (columns[c].kind == LARGEST)
            *kept = fmax(*kept, fabs(value));
        else if (reading->step > 0)
            *kept = isnan(*kept) ? value : *kept + value;
    }
}

// The end of a file is not known.
static bool goes_on(void *user, double time, double steps)
{
    vl_job *job = user;
    vl_run limits = vl_job_limits(job);
    double part = isfinite(limits.duration) ? time / limits.duration : -1;
    if (limits.steps > 0)
        part = fmax(part, steps / (double)limits.steps);
    return vl_progress_goes_on(&job->progress, part);
}

static void run(vl_job *job)
{
    work *w = job->state;
    w->values = vl_alloc((size_t)w->lab->count, sizeof *w->values);
    for (int i = 0; i < w->lab->count * COLUMNS; i++)
        w->values[i / COLUMNS][i % COLUMNS] = (double)NAN;
    if (job->csv) {
        vl_csv_header(job->csv, w->more, w->numbers, w->number_count);
        vl_lab_listen(w->lab, take_reading, job);
    } else
        vl_lab_listen(w->lab, gather, w);
    vl_run limits = vl_job_limits(job);
    w->lab->progress = goes_on;
    w->lab->waiter = job;
    if (!vl_run_lab(w->lab, job->stream, &limits))
        fprintf(stderr, "stopped: %d frames in a row made no step\n", VL_RUN_MOST_IDLE_FRAMES);
    vl_error error = {0};
    if (w->file) {
        vl_log_free(w->log);
        w->log = NULL;
        if (!vl_log_file_flush(w->file, &error) && !*job->error.text)
            job->error = error;
    }
}

// --- the table ---

static vl_unit unit_of(const vl_reading *reading, int column)
{
    const vl_quantity *quantity = &vl_quantities[columns[column].of];
    bool is_part = quantity->kind == VL_UNIT_OF_ENERGY_ERRORS;
    return is_part ? (vl_unit){"", 1} : vl_quantity_unit(quantity, reading);
}

static double value_of(const work *w, int index, int column)
{
    const vl_reading *last = &w->lab->runs[index].shown;
    double value = unit_of(last, column).factor * w->values[index][column];
    return columns[column].kind == MEAN ? value / (double)last->step : value;
}

// The heading of the column that names the lanes.
static const char *lane_head(const work *w)
{
    return w->compares ? "lane" : "integrator";
}

// Adds what stopped a world, or its reference, before the end.
static void add_remark(vl_table *table, const vl_world *world, const vl_track *track)
{
    char bound[64] = "";
    if (!isnan(track->touched))
        snprintf(bound, sizeof bound, "± not known after the event at %.4g s", track->touched);
    if (world->now.diverged)
        vl_table_add(table, "diverged at t = %.6g s", world->now.diverged_time);
    else if (track->state == VL_TRACK_BEYOND)
        vl_table_add(table, "beyond the horizon after %.4g s%s%s", track->horizon - track->since,
                     *bound ? "; " : "", bound);
    else
        vl_table_add(table, "%s", bound);
}

static void add_world(vl_table *table, const work *w, int index, bool change)
{
    const vl_lab_run *r = &w->lab->runs[index];
    vl_track track = vl_lab_track(w->lab, index, -1, 0);
    vl_table_add(table, "%s\t%" PRId64 "\t%.6g", vl_lab_label(w->lab, index), r->shown.step,
                 r->shown.time);
    for (int c = 0; c < COLUMNS; c++)
        vl_table_add_figure(table, c == CHANGE && !change ? (double)NAN : value_of(w, index, c));
    add_remark(table, r->world, &track);
}

static void print_scale(const work *w)
{
    const vl_energy_scale *scale = &w->lab->runs[0].reference.scale;
    bool exists = vl_energy_exists(w->lab->runs[0].world);
    if (exists && scale->joule > 0)
        printf(
            "\nAn energy error of 1 is %.4g J, the largest kinetic energy in the first %.3g s.\n",
            scale->joule, scale->seconds);
    else if (exists)
        printf("\nEnergy errors are in J: nothing moves, or takes too long to find.\n");
}

// The change of the energy stands beside an error that differs.
static void print_summary(const work *w)
{
    vl_table table = vl_table_create(FRONT + COLUMNS + 1, 1, FRONT + COLUMNS - 1);
    bool change = false;
    for (int i = 0; i < w->lab->count; i++) {
        const vl_reading *last = &w->lab->runs[i].shown;
        change |= fabs(last->energy_change - last->energy_error) > 0;
    }
    table.heads = 2;
    vl_table_add(&table, "%s\tsteps\ttime", lane_head(w));
    for (int c = 0; c < COLUMNS; c++)
        vl_table_add(&table, "%s",
                     columns[c].head ? columns[c].head : vl_quantities[columns[c].of].name);
    vl_table_add(&table, "\t\t\t(s)"); // after the remark, which has no heading
    for (int c = 0; c < COLUMNS; c++) {
        const char *under = kind_names[columns[c].kind],
                   *unit = unit_of(&w->lab->runs[0].shown, c).name;
        vl_table_add(&table, *unit ? "%s%s(%s)" : "%s", under, *under ? " " : "", unit);
    }
    vl_table_add(&table, "%s", "");
    for (int i = 0; i < w->lab->count; i++)
        add_world(&table, w, i, change);
    vl_table_print(&table);
}

// Prints what policies did: of each lane, or once where all have the same.
static void print_policies(const work *w)
{
    for (int i = 0; i < (w->compares ? w->lab->count : 1); i++) {
        const vl_policy *policy = &w->lab->runs[i].clock.policy;
        if (policy->changed == 0)
            continue;
        printf("\n%s: policy %s: %" PRId64 " of %" PRId64
               " frames (%.6g s) not made as one step of their length; %.6g s lost, %.6g s added, "
               "%.6g s left for the next frame.\n",
               w->compares ? vl_lab_label(w->lab, i) : "all", policy->text, policy->changed,
               policy->frames, policy->now.time, policy->lost, policy->added, policy->carry);
    }
}

// Prints the mistake of the run and the methods that cannot make it.
static void print_mistake(const vl_mistake *mistake, vl_lab *lab)
{
    if (!mistake)
        return;
    printf("broken on purpose: %s (%s); --mistake off removes it\n", mistake->title,
           mistake->wrong);
    for (int i = 0; i < lab->count; i++) {
        const vl_integrator *method = lab->runs[i].world->integrator;
        if (lab->runs[i].lane.engine)
            printf("%s does not make it: an engine has mistakes of its own\n",
                   lab->runs[i].lane.engine->title);
        else if (!vl_mistake_fits(mistake, method))
            printf("%s cannot make it: only %s can\n", method->name, mistake->only);
    }
    putchar('\n');
}

// Tells what blew up, how many links tore, as nobody cuts one in a run, and what solvers did not
// solve.
static void tell_lane(const vl_job *job, int index)
{
    const work *w = job->state;
    const vl_lab_run *r = &w->lab->runs[index];
    const vl_world *world = r->world;
    const char *lane = vl_lab_label(w->lab, index);
    double last = world->now.diverged ? world->now.diverged_time : r->shown.time;
    vl_text text = {0};
    if (fabs(r->shown.energy_error) > VL_BLOWN_UP || world->now.diverged) {
        vl_text_add(&text, "\n%s blew up at t = %.4g s", lane, isnan(r->blown) ? last : r->blown);
        vl_lab_tell_cause(r, &job->lanes[index], &text);
        vl_text_add(&text, ".\n");
    }
    if (world->broken > 0)
        vl_text_add(&text, "\n%s: %d of %d links tore.\n", lane, world->broken,
                    world->links.count + world->broken);
    printf("%s", text.data ? text.data : "");
    vl_text_free(&text);
    vl_summary_print_troubles(w->lab, index);
}

static void print_table(vl_job *job)
{
    const work *w = job->state;
    const settings *s = job->settings;
    const vl_exact *exact = w->lab->runs[0].reference.exact;
    vl_job_print_head(job);
    if (s->estimator != &vl_estimators[0])
        printf("kinetic energy by the %s, %s\n\n", s->estimator->title, s->estimator->formula);
    if (exact)
        printf("position error against the exact motion: %s\n\n", vl_exact_name(exact));
    print_mistake(job->scene->mistake, w->lab);
    print_summary(w);
    for (int i = 0; i < w->lab->count; i++)
        tell_lane(job, i);
    print_scale(w);
    if (job->arguments->ledger)
        vl_summary_print_ledger(w->lab, lane_head(w));
    if (job->arguments->momentum)
        vl_summary_print_momenta(w->lab, lane_head(w));
    print_policies(w);
    double duration = vl_job_limits(job).duration, end = w->lab->now.time;
    bool early = isfinite(duration) && fabs(end - duration) > 1e-9 * duration;
    if (early && !vl_lab_all_diverged(w->lab))
        printf("\nThe run ended at t = %.9g s, with its last whole step.\n", end);
}

static void print(vl_job *job)
{
    const settings *s = job->settings;
    const work *w = job->state;
    for (int i = 0; s->hash && i < w->lab->count; i++)
        printf("%016" PRIx64 " %s\n", vl_world_hash(w->lab->runs[i].world),
               vl_lab_label(w->lab, i));
    if (!s->hash)
        print_table(job);
}

static void free_work(vl_job *job)
{
    work *w = job->state;
    vl_free(w->values);
    vl_log_free(w->log);
    vl_lab_free(w->lab);
    vl_log_file_free(w->file);
    vl_free(w->numbers);
}

// --- options ---

static void add_help(vl_text *page)
{
    vl_help_add_heading(page, "Columns of the CSV");
    vl_help_add_item(page, "lane",
                     "The label of the lane; only where the scene or `--lane` gives lanes.");
    vl_help_add_item(page, "integrator", "The name of the integrator.");
    vl_help_add_item(page, "step", "The number of steps made so far; 0 is the start.");
    for (int i = 0; i < vl_quantity_count; i++)
        if (vl_quantities[i].key)
            vl_help_add_item(page, vl_quantities[i].key, vl_quantities[i].meaning);
    vl_help_add_item(page, "ledger_…",
                     "With `--ledger`: what each cause did to the energy since the start, J.");
    vl_help_add_item(page, "x1,y1,z1,…",
                     "The positions of the particles of `--points`, m, under their numbers and in "
                     "the order of the option.");
}

// clang-format off
static const vl_option *const options[] = {
    &vl_option_integrator, &vl_option_lane, &vl_option_dt,
    &vl_option_policy, &vl_option_duration, &vl_option_steps, VL_OPTIONS_OF_SOLVER,
    VL_OPTION("mistake", "NAME|off",
        "Makes a mistake on purpose, instead of the mistake of the scene; `verlet-lab list mistakes` shows them.",
        .sets = {NULL, "mistake"}),
    VL_OPTION("points", "all|none|1,5,9",
        "The numbers of the particles whose positions the CSV has. Default: none.",
        .read = vl_read_text, VL_OWN(points), .expected = "all, none, or numbers such as 1,5,9"),
    &vl_option_csv,
    VL_OPTION("estimator", "NAME",
        "The velocity from which the kinetic energy is computed: the right one, or a wrong one that shows what it "
        "does; `verlet-lab list estimators` shows them. The motion stays the same. Excludes `--ledger`, which is that of the "
        "right velocity. Default: `right`.",
        VL_OWN(estimator),
        VL_CHOICE({.names = {vl_estimators, 0, sizeof *vl_estimators, offsetof(vl_estimator, name), false},
                   .count = &vl_estimator_count, .points = true})),
    VL_OPTION("reference", NULL,
        "Where no exact solution is known, measures the position error against a reference run in steps of 1/64 of each "
        "integrator, which takes about a hundred times as long. The CSV then has the column `reference_error`.",
        VL_OWN(reference)),
    &vl_option_momentum, &vl_option_ledger,
    VL_OPTION("record", "FILE",
        "Writes a recording of the run while it goes on; `verlet-lab replay` runs it again. A recording that is there is "
        "replaced, any other file is not.",
        .read = vl_read_path, VL_OWN(record), .expected = "a file"),
    VL_OPTION("hash", NULL,
        "Prints a checksum of the state at the end of each lane in place of the table, the same on every machine. It "
        "excludes `--csv`.",
        VL_OWN(hash)),
    &vl_option_help, NULL,
};

const vl_subcommand vl_subcommand_run = {
    .name = "run",
    .words = "SCENE",
    .summary = "run a scene without a display: a table, or CSV",
    .details =
        "Steps one world for each integrator on the same time steps, or the lanes that the scene has in `compare` or that "
        "`--lane` gives to the same moments. It prints a table of the errors; with `--csv`, each step of each of them has a row "
        "instead. What no option decides, the scene decides. A method that leaves the finite numbers is marked as diverged, and "
        "the others go on. A run of more than 5 s says so at once, and a terminal shows its progress; Ctrl-C ends it at "
        "once, and leaves the file of `--csv` as it was.",
    .options = options,
    .settings = &defaults,
    .settings_size = sizeof(settings),
    .add_help = add_help,
    .experiment = &(const vl_experiment){
        .prepare = prepare, .work = run, .print = print, .free = free_work,
        .state_size = sizeof(work), .runs_lanes = true},
};
// clang-format on
