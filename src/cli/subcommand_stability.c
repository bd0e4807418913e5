// `stability`: the factor by which a step amplifies an oscillator, as a table or as CSV.

#include "base/memory.h"
#include "cli/job.h"
#include "cli/table.h"
#include "lab/stability.h"
#include "physics/integrators/integrators.h"
#include "physics/world/world.h"
#include "scene/build.h"

enum { MOST_STEPS = 65536, COLUMNS = 6 };

// One point of the map has a column: two stable steps that grow in turn.
static const double pair[] = {1.2, 1.6};

typedef struct settings {
    int size; // points on each side of the map
} settings;

typedef struct work {
    vl_table table;
    vl_frequency_found found; // of the scene
    double gyration;          // rad/s, of the scene; 0: no magnetic field
    int step_count;
    double *steps; // s, substeps of the scene
    double mean, jitter;
} work;

// --- what is to be done ---

// Takes the substeps that a run would make, without the frames that are too short. False and a
// message where all are too short.
static bool take_steps(vl_job *job)
{
    work *w = job->state;
    int parts = job->scene->solver.substeps, skipped = 0;
    double time = 0, dt;
    w->steps = vl_alloc(MOST_STEPS, sizeof *w->steps);
    while (w->step_count + skipped < MOST_STEPS && vl_stream_next(job->stream, time, &dt)) {
        bool steps = dt / parts >= VL_SHORTEST_STEP;
        time += steps ? dt : 0;
        skipped += dt > 0 && !steps;
        for (int i = 0; steps && i < parts && w->step_count < MOST_STEPS; i++)
            w->steps[w->step_count++] = dt / parts;
    }
    if (w->step_count == 0 && skipped > 0)
        return vl_fail(&job->error, "time steps %s: no world can step them, expected at least %g s",
                       job->stream->text, parts * VL_SHORTEST_STEP);
    if (w->step_count > 0)
        vl_stability_measure(w->steps, w->step_count, &w->mean, &w->jitter);
    return true;
}

static void find_omega(vl_job *job)
{
    work *w = job->state;
    vl_world *world = vl_scene_build(job->scene);
    if (w->step_count > 0)
        vl_world_prepare(world, w->steps[0]); // finds which colliders carry what
    w->found = vl_frequency_highest(world);
    w->gyration = vl_world_gyration(world);
    vl_world_free(world);
}

static bool prepare(vl_job *job)
{
    const vl_arguments *a = job->arguments;
    if (!job->scene && (a->dt || vl_arguments_have(a, &vl_option_substeps)))
        return vl_fail_usage(&job->error,
                             "--dt and --substeps need a scene, and none is given, expected "
                             "'verlet-lab stability SCENE --dt …'");
    if (job->integrator_count == 0) { // without a scene all are compared
        job->integrators = vl_integrators;
        job->integrator_count = vl_integrator_count;
    }
    if (!job->scene)
        return true;
    if (!take_steps(job))
        return false;
    find_omega(job);
    return true;
}

// --- maps ---

// Returns NULL where the job is stopped.
static vl_stability_map *make_map(vl_job *job, int index)
{
    const settings *s = job->settings;
    int size = s->size;
    vl_stability_map *map = vl_stability_map_create(job->integrators[index], size);
    while (vl_stability_map_piece(map)) {
        double rows = index * size + map->rows;
        if (!vl_progress_goes_on(&job->progress, rows / (job->integrator_count * size))) {
            vl_stability_map_free(map);
            return NULL;
        }
    }
    return map;
}

// --- the table ---

static void add_growth(vl_table *table, vl_growth growth)
{
    if (isnan(growth.factor))
        vl_table_add(table, "–");
    else if (growth.error > 0)
        vl_table_add(table, "× %.4f ± %.4f", growth.factor, growth.error);
    else
        vl_table_add(table, "× %.4f", growth.factor);
}

static void add_limit(vl_table *table, double limit)
{
    if (isinf(limit))
        vl_table_add(table, "every");
    else if (limit == 0)
        vl_table_add(table, "none");
    else
        vl_table_add(table, "%.4f", limit);
}

// Adds the part of the map that does not grow, and the largest growth in it.
static void add_map(vl_table *table, const vl_stability_map *map)
{
    int points = map->size * map->size, calm = 0;
    double most = 0;
    for (int i = 0; i < points; i++) {
        if (map->factors[i] > most)
            most = map->factors[i];
        if (map->factors[i] <= 1 + VL_STABILITY_ROUNDING)
            calm++;
    }
    vl_table_add(table, "%.1f %%\t× %.4g", 100.0 * calm / points, most);
}

static void add_heads(const vl_job *job, vl_table *table)
{
    vl_table_add(table, "integrator\tconstant: stable\tof the map\tlargest growth");
    vl_table_add(table, "%.1f, %.1f in turn:", pair[0], pair[1]);
    vl_table_add(table, "%s\t\tup to ω dt of", job->scene ? "the scene:" : "");
    vl_table_add(table, "does not grow\ta step in it\tgrowth a pair\t%s",
                 job->scene ? "growth a step" : "");
}

static void add_row(const vl_job *job, vl_table *table, int index, const vl_stability_map *map)
{
    const vl_integrator *integrator = job->integrators[index];
    const work *w = job->state;
    const vl_frequency_found unit = {.omega = 1};
    vl_growth spot = vl_stability_of(integrator, &unit, pair, 2);
    spot.factor *= spot.factor;
    vl_table_add(table, "%s", integrator->name);
    add_limit(table, vl_stability_limit(integrator));
    add_map(table, map);
    add_growth(table, spot);
    if (w->step_count == 0)
        vl_table_add(table, "%s", job->scene ? "–" : "");
    else
        add_growth(table, vl_stability_of(integrator, &w->found, w->steps, w->step_count));
}

static void make_all(vl_job *job)
{
    work *w = job->state;
    w->table = vl_table_create(COLUMNS, 1, COLUMNS - 1);
    add_heads(job, &w->table);
    if (job->csv)
        fputs("integrator,omega_dt1,omega_dt2,growth\n", job->csv);
    for (int i = 0; i < job->integrator_count; i++) {
        vl_stability_map *map = make_map(job, i);
        if (!map)
            return;
        for (int k = 0; job->csv && k < map->size * map->size; k++) {
            int column = k % map->size, row = k / map->size;
            fputs(job->integrators[i]->name, job->csv);
            vl_csv_end(job->csv, 3,
                       (const double[]){map->at[column], map->at[row], map->factors[k]});
        }
        if (!job->csv)
            add_row(job, &w->table, i, map);
        vl_stability_map_free(map);
    }
}

static void print_scene(const vl_job *job)
{
    const work *w = job->state;
    vl_job_print_head(job);
    if (w->gyration > 0)
        printf(
            "gyration at the start: |q B|/m = %.5g rad/s; the map is about forces of x alone and "
            "does not\ntell which steps are too long for the turning by a magnetic field\n",
            w->gyration);
    if (w->found.damper.rate > 0)
        printf("dampers at the start: a rate of up to %.5g /s, on a motion of %.5g rad/s\n",
               w->found.damper.rate, w->found.damper.omega);
    if (!(w->found.omega > 0)) {
        puts(w->found.omega == 0 ? "ω_max: 0 at the start, where nothing oscillates yet: a penalty "
                                   "contact, for example, does so only while it touches\n"
                                 : "ω_max: none, because the scene has no spring, harmonic or "
                                   "central force, or penalty contact\n");
        return;
    }
    printf("ω_max at the start: %s%.5g rad/s\n", w->found.converged ? "" : "a little more than ",
           w->found.omega);
    if (w->step_count > 0)
        printf("first %d substep%s: mean ω_max dt = %.4g, jitter %.3f\n", w->step_count,
               w->step_count == 1 ? "" : "s", w->found.omega * w->mean, w->jitter);
    putchar('\n');
}

static void print_table(vl_job *job)
{
    work *w = job->state;
    if (job->scene)
        print_scene(job);
    vl_table_print(&w->table);
}

static void free_work(vl_job *job)
{
    work *w = job->state;
    vl_table_free(&w->table);
    vl_free(w->steps);
}

// clang-format off
static const vl_option *const options[] = {
    &vl_option_integrator,
    &vl_option_dt, &vl_option_substeps, &vl_option_csv,
    VL_OPTION("size", "N",
        "The number of points on each side of the map, from 2 to 1024. Default: 128.",
        VL_OWN(size), VL_INTEGER(2, 1024)),
    &vl_option_help, NULL,
};

const vl_subcommand vl_subcommand_stability = {
    .name = "stability",
    .words = "[SCENE]",
    .summary = "by what factor a step makes an oscillator larger, as a map",
    .details =
        "Steps the oscillator `x″ = −ω² x` with each integrator. It prints the `ω dt` up to which a constant step does not "
        "grow, the part of a map of two steps in turn that does not grow, and the largest growth of a step in that map. With a "
        "scene it also prints `ω_max`, the largest angular frequency of its springs, forces and penalty contacts at the start, "
        "and the growth of a step on its stream (its first 65,536 substeps), an estimate with a standard error where steps are "
        "random. With `--csv`, each point of the map has a row: `integrator,omega_dt1,omega_dt2,growth`.",
    .options = options,
    .settings = &(const settings){.size = 128},
    .settings_size = sizeof(settings),
    .experiment = &(const vl_experiment){
        .prepare = prepare, .work = make_all, .print = print_table, .free = free_work, .state_size = sizeof(work)},
};
// clang-format on
