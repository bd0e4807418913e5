// `stability`: by what factor a step makes an oscillator larger, as a table or as CSV.

#include "lab/stability.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/output.h"
#include "base/text.h"
#include "cli/job.h"
#include "cli/progress.h"
#include "cli/stop.h"
#include "cli/table.h"
#include "physics/forces/frequency.h"

#include <math.h>

enum { MOST_STEPS = 4096 };

// FIGURES are measured there: two stable steps that grow in turn, and random steps about as long.
static const double pair_first = 1.2, pair_second = 1.6, random_mean = 1.4, random_jitter = 0.5;

typedef struct work {
    const vl_arguments *arguments;
    const vl_integrator **integrators;
    int integrator_count;
    vl_job job; // where a scene is given
    bool has_scene;
    double omega; // rad/s, of the scene; NaN: nothing is counted
    bool settled;
    int step_count;
    double *steps; // s, substeps of the scene
    double mean, jitter;
    vl_stop stop;
    vl_progress progress;
} work;

// --- what is to be done ---

static void choose_integrators(work *w)
{
    const vl_arguments *arguments = w->arguments;
    int most = vl_integrator_count;
    w->integrators = vl_alloc((size_t)most, sizeof *w->integrators);
    for (int i = 0; i < arguments->integrator_count; i++)
        w->integrators[w->integrator_count++] = arguments->integrators[i];
    if (w->integrator_count > 0)
        return;
    if (w->has_scene)
        w->integrators[w->integrator_count++] = w->job.scene->integrator;
    for (int i = 0; !w->has_scene && i < most; i++)
        if (!vl_integrator_lacks(vl_integrators[i]))
            w->integrators[w->integrator_count++] = vl_integrators[i];
}

// The substeps that a run would make; a frame that cannot be one is skipped. False and a message
// where only such frames come.
static bool take_steps(work *w, vl_error *error)
{
    int parts = w->job.scene->solver.substeps, skipped = 0;
    double time = 0, dt;
    w->steps = vl_alloc(MOST_STEPS, sizeof *w->steps);
    while (w->step_count + skipped < MOST_STEPS && vl_stream_next(w->job.stream, time, &dt)) {
        bool steps = dt / parts >= VL_SHORTEST_STEP;
        time += steps ? dt : 0;
        skipped += dt > 0 && !steps;
        for (int i = 0; steps && i < parts && w->step_count < MOST_STEPS; i++)
            w->steps[w->step_count++] = dt / parts;
    }
    if (w->step_count == 0 && skipped > 0)
        return vl_fail(error, "time steps %s: no world can step them, expected at least %g s",
                       vl_stream_text(w->job.stream), parts * VL_SHORTEST_STEP);
    if (w->step_count > 0)
        vl_stability_measure(w->steps, w->step_count, &w->mean, &w->jitter);
    return true;
}

static void find_omega(work *w)
{
    vl_lab *lab = vl_lab_create(w->job.scene, NULL, 1);
    const vl_world *world = vl_lab_world(lab, 0);
    vl_frequency *frequency = vl_frequency_create(world);
    vl_frequency_found found = vl_frequency_highest(frequency, world);
    w->omega = found.omega;
    w->settled = found.settled;
    vl_frequency_free(frequency);
    vl_lab_free(lab);
}

static int prepare(work *w)
{
    const vl_arguments *arguments = w->arguments;
    vl_error error = {0};
    w->has_scene = arguments->word_count > 0;
    if (!w->has_scene && (arguments->dt || arguments->setting_count > 0)) {
        vl_fail(&error, "--dt and --substeps are of a scene, and none is given");
        return vl_cli_wrong_usage(arguments->subcommand, &error);
    }
    int status = w->has_scene ? vl_job_open(&w->job, arguments) : VL_EXIT_GOOD;
    if (status != VL_EXIT_GOOD)
        return status;
    choose_integrators(w);
    if (w->has_scene && !take_steps(w, &error))
        return vl_cli_bad_input(&error);
    if (w->has_scene)
        find_omega(w);
    return VL_EXIT_GOOD;
}

// --- maps ---

// NULL where somebody wants it to stop.
static vl_stability_map *make_map(work *w, int index)
{
    int size = w->arguments->points_a_side;
    vl_stability_map *map = vl_stability_map_create((vl_stability_kind_index)w->arguments->map,
                                                    w->integrators[index], size);
    while (vl_stability_map_piece(map)) {
        double rows = index * size + vl_stability_map_rows(map);
        vl_progress_show(&w->progress, vl_clock_now(), rows / (w->integrator_count * size),
                         (int64_t)rows);
        if (vl_stop_is_asked(&w->stop)) {
            vl_stability_map_free(map);
            return NULL;
        }
    }
    return map;
}

static void write_point(FILE *file, const char *name, const vl_stability_map *map, int column,
                        int row)
{
    char x[VL_NUMBER_SIZE], y[VL_NUMBER_SIZE], growth[VL_NUMBER_SIZE];
    fprintf(file, "%s,%s,%s,%s\n", name, vl_number_text(vl_stability_map_x(map, column), x),
            vl_number_text(vl_stability_map_y(map, row), y),
            vl_number_text(vl_stability_map_at(map, column, row).factor, growth));
}

static bool write_map(work *w, FILE *file, int index)
{
    vl_stability_map *map = make_map(w, index);
    if (!map)
        return false;
    int size = vl_stability_map_size(map);
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++)
            write_point(file, w->integrators[index]->name, map, column, row);
    vl_stability_map_free(map);
    return true;
}

static int write_csv(work *w)
{
    vl_error error = {0};
    vl_output output = {0};
    if (!vl_output_open(&output, w->arguments->csv, &error))
        return vl_cli_bad_input(&error);
    fprintf(output.file, "%s\n", vl_stability_kinds[w->arguments->map].header);
    bool all = true;
    for (int i = 0; all && i < w->integrator_count; i++)
        all = write_map(w, output.file, i);
    vl_progress_erase(&w->progress);
    if (!all) {
        vl_output_abandon(&output);
        return VL_EXIT_GOOD;
    }
    return vl_output_finish(&output, &error) ? VL_EXIT_GOOD : vl_cli_bad_input(&error);
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

// Part of the map that does not grow, and the most that grows.
static void add_map(vl_table *table, const vl_stability_map *map, double allowed)
{
    int size = vl_stability_map_size(map), calm = 0;
    double most = 0;
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++) {
            double factor = vl_stability_map_at(map, column, row).factor;
            calm += factor <= 1 + allowed;
            most = fmax(most, factor);
        }
    vl_table_add(table, "%.1f %%", 100.0 * calm / ((double)size * size));
    vl_table_add(table, "× %.4g", most);
}

static void add_heads(const work *w, vl_table *table)
{
    bool jitter = w->arguments->map == VL_STABILITY_JITTER;
    vl_table_add(table, "integrator");
    vl_table_add(table, "constant: stable");
    vl_table_add(table, "of the map");
    vl_table_add(table, "largest growth");
    vl_table_add(table, jitter ? "mean %.1f, jitter %.1f:" : "%.1f, %.1f in turn:",
                 jitter ? random_mean : pair_first, jitter ? random_jitter : pair_second);
    vl_table_add(table, w->has_scene ? "the scene:" : "");
    vl_table_skip(table);
    vl_table_add(table, "up to ω dt of");
    vl_table_add(table, jitter ? "grows < 0.1 %%" : "does not grow");
    vl_table_add(table, "a step in it");
    vl_table_add(table, jitter ? "growth a step" : "growth a pair");
    vl_table_add(table, w->has_scene ? "growth a step" : "");
}

static vl_growth growth_of_scene(const work *w, const vl_integrator *integrator)
{
    if (!(w->omega > 0) || w->step_count == 0)
        return (vl_growth){(double)NAN, 0};
    return vl_stability_along(integrator, w->omega, w->steps, w->step_count);
}

static bool add_integrator(work *w, vl_table *table, int index)
{
    const vl_integrator *integrator = w->integrators[index];
    vl_stability_map *map = make_map(w, index);
    if (!map)
        return false;
    bool jitter = w->arguments->map == VL_STABILITY_JITTER;
    vl_growth spot = jitter ? vl_stability_jittered(integrator, random_mean, random_jitter)
                            : vl_stability_alternating(integrator, pair_first, pair_second);
    spot.factor *= jitter ? 1 : spot.factor;
    vl_table_add(table, "%s", integrator->name);
    add_limit(table, vl_stability_limit(integrator));
    add_map(table, map, jitter ? VL_STABILITY_SMALL : VL_STABILITY_ROUNDING);
    add_growth(table, spot);
    if (w->has_scene)
        add_growth(table, growth_of_scene(w, integrator));
    else
        vl_table_skip(table);
    vl_stability_map_free(map);
    return true;
}

// Why no growth of the scene is told, where its steps are made all the same.
static void print_reach(const work *w)
{
    double least = HUGE_VAL, most = 0;
    for (int i = 0; i < w->step_count; i++) {
        least = fmin(least, w->omega * w->steps[i]);
        most = fmax(most, w->omega * w->steps[i]);
    }
    if (least < VL_STABILITY_LEAST || most > VL_STABILITY_MOST)
        printf("their growth cannot be told: ω_max dt is from %.4g to %.4g, expected from %g to "
               "%g\n",
               least, most, VL_STABILITY_LEAST, VL_STABILITY_MOST);
}

static void print_scene(const work *w)
{
    vl_job_print_head(&w->job);
    if (isnan(w->omega)) {
        puts("ω_max: none, for nothing in it is a spring, a harmonic or central force or a penalty "
             "contact\n");
        return;
    }
    printf("ω_max at the start: %s%.5g rad/s\n", w->settled ? "" : "a little more than ", w->omega);
    if (w->step_count > 0) {
        printf("its first %d substep%s: ω_max dt = %.4g in the mean, jitter %.3f\n", w->step_count,
               w->step_count == 1 ? "" : "s", w->omega * w->mean, w->jitter);
        print_reach(w);
    } else
        puts("it has no steps");
    putchar('\n');
}

static int print_table(work *w)
{
    vl_table table = vl_table_create(6);
    for (int c = 1; c < 6; c++)
        table.right[c] = true;
    add_heads(w, &table);
    bool all = true;
    for (int i = 0; all && i < w->integrator_count; i++)
        all = add_integrator(w, &table, i);
    vl_progress_erase(&w->progress);
    if (all) {
        vl_text text = {0};
        vl_table_lay_out(&table, 0, &text);
        if (w->has_scene)
            print_scene(w);
        fputs(text.data, stdout);
        vl_text_free(&text);
    }
    vl_table_free(&table);
    return VL_EXIT_GOOD;
}

static int tell(work *w)
{
    vl_stop_hold(&w->stop);
    w->progress = vl_progress_create(true);
    int status = w->arguments->csv ? write_csv(w) : print_table(w);
    int signal_number = vl_stop_release(&w->stop);
    return signal_number ? 128 + signal_number : status;
}

int vl_cli_stability(const vl_cli_host *host, const vl_arguments *arguments)
{
    work w = {.arguments = arguments};
    int status = prepare(&w);
    if (status == VL_EXIT_GOOD)
        status = tell(&w);
    vl_free(w.steps);
    vl_free(w.integrators);
    vl_job_free(&w.job);
    return status;
}
