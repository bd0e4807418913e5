// The benchmark: Verlet Lab, Bullet, Box2D and Chipmunk on the same chains and cloths, in turn.

#include "machine.h"
#include "measure.h"
#include "ours.h"
#include "report.h"

#include "base/memory.h"
#include "physics/integrator.h"
#include "scene/file.h"

#include <stdio.h>
#include <string.h>

static const char usage[] =
    "usage: verlet-lab-bench [--quick] [--csv FILE] [--markdown FILE]\n"
    "\n"
    "  --quick          two repetitions instead of five, and no cloth of 1024²\n"
    "  --csv FILE       program,work,size,threads,metric,value\n"
    "  --markdown FILE  the document of the run, from bench/performance.md.in\n";

typedef struct options {
    bool quick;
    const char *csv, *markdown;
} options;

static bool read_options(options *wanted, int count, char **arguments)
{
    for (int i = 1; i < count; i++) {
        bool last = i + 1 == count;
        if (strcmp(arguments[i], "--quick") == 0)
            wanted->quick = true;
        else if (strcmp(arguments[i], "--csv") == 0 && !last)
            wanted->csv = arguments[++i];
        else if (strcmp(arguments[i], "--markdown") == 0 && !last)
            wanted->markdown = arguments[++i];
        else
            return false;
    }
    return true;
}

// --- who takes part ---

enum { MOST_PROGRAMS = 32 };

typedef struct party {
    int count;
    const bench_program *programs[MOST_PROGRAMS];
} party;

static void invite(party *to, const bench_program *programs, int count)
{
    for (int i = 0; i < count; i++)
        to->programs[to->count++] = &programs[i];
}

// All that do sweeps, in the order of the tables.
static party everybody(void)
{
    party all = {0};
    invite(&all, bench_sweeps, bench_sweep_count);
    invite(&all, bench_limits, bench_limit_count);
    invite(&all, &bench_aos, 1);
    invite(&all, &bench_bullet, 1);
    invite(&all, &bench_bullet_reordered, 1);
    invite(&all, &bench_box2d_rope, 1);
    invite(&all, &bench_box2d_joints, 1);
    invite(&all, &bench_chipmunk, 1);
    return all;
}

static party all_ways(void)
{
    party all = {0};
    invite(&all, bench_ways, bench_way_count);
    invite(&all, &bench_bullet, 1);
    invite(&all, &bench_bullet_reordered, 1);
    return all;
}

static party direct(void)
{
    party all = {0};
    invite(&all, bench_direct, bench_direct_count);
    return all;
}

// --- the works ---

typedef struct run {
    bench_results results;
    bench_effort effort;
} run;

typedef void measurement(bench_results *results, const bench_scenario *scenario,
                         const bench_program *const *programs, int count,
                         const bench_effort *effort);

static void measure(run *r, measurement *how, bench_scenario *scenario, party with)
{
    fprintf(stderr, "bench: %s, %d\n", scenario->work, scenario->size);
    how(&r->results, scenario, with.programs, with.count, &r->effort);
    bench_scenario_free(scenario);
}

// Those of `sizes` that a quick run has time for, too.
static bool is_wanted(const run *r, int size, int largest_quick)
{
    return !r->effort.quick || size <= largest_quick;
}

static void do_cloths(run *r)
{
    static const int sizes[] = {64, 256, 1024};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (is_wanted(r, sizes[i], 256))
            measure(r, bench_race, bench_cloth(sizes[i]), everybody());
    measure(r, bench_race, bench_triangulation(50000), everybody());
}

static void do_chains(run *r)
{
    static const double sixty_degrees = 1.0471975511965976;
    static const int sizes[] = {100, 1000, 10000, 100000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (is_wanted(r, sizes[i], 1000))
            measure(r, bench_race, bench_chain("chain", sizes[i], sixty_degrees, 0), everybody());
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        measure(r, bench_swing, bench_chain("ball hanging", sizes[i], 0, 10), direct());
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        measure(r, bench_swing, bench_chain("ball swinging", sizes[i], sixty_degrees, 10),
                direct());
}

static void do_pulls(run *r)
{
    static const int sizes[] = {64, 128, 256};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (is_wanted(r, sizes[i], 64))
            measure(r, bench_pull, bench_cloth(sizes[i]), all_ways());
}

static void step_free(bench_results *results, const bench_scenario *scenario,
                      const bench_program *const *programs, int count, const bench_effort *effort)
{
    bench_step_particles(results, "free particles", scenario, programs, count, effort);
}

static void step_cloth(bench_results *results, const bench_scenario *scenario,
                       const bench_program *const *programs, int count, const bench_effort *effort)
{
    bench_step_particles(results, "cloth a step", scenario, programs, count, effort);
}

static void do_integrators(run *r)
{
    enum { PARTICLES = 10000, EDGE = 100 };

    bench_ours settings[MOST_PROGRAMS];
    bench_program rows[MOST_PROGRAMS];
    party all = {0};
    for (int i = 0; i < vl_integrator_count; i++) {
        settings[i] = (bench_ours){
            .solver = "relax", .order = VL_ORDER_COLOURED, .integrator = vl_integrators[i]};
        rows[i] = bench_integrated(&settings[i]);
        invite(&all, &rows[i], 1);
    }
    measure(r, step_free, bench_free_particles(PARTICLES), all);
    measure(r, step_cloth, bench_cloth(EDGE), all);
}

// --- what is written ---

static void add_program(vl_text *text, const bench_program *program)
{
    vl_text_add(text, "| %s | %s | %s | %s |\n", program->name,
                program->version ? program->version() : BENCH_VERSION, program->arithmetic,
                program->order);
}

static void describe_machine(vl_text *text)
{
    bench_fact facts[BENCH_FACTS];
    bench_machine(facts);
    vl_text_add(text, "| run | |\n|---|---|\n");
    for (int i = 0; i < BENCH_FACTS; i++)
        vl_text_add(text, "| %s | %s |\n", facts[i].name, facts[i].text);

    party all = everybody();
    vl_text_add(text,
                "\n| program | version | numbers | order of the links |\n|---|---|---|---|\n");
    for (int i = 0; i < all.count; i++)
        if (i == 0 || strcmp(all.programs[i]->name, all.programs[i - 1]->name) != 0)
            add_program(text, all.programs[i]);
}

static bool write_document(const char *path, const char *machine, const bench_results *results,
                           vl_error *error)
{
    enum { MOST = 1 << 20 };

    size_t size;
    vl_text text = {0};
    char *template = vl_file_read(BENCH_TEMPLATE, MOST, &size, error);
    bool good = template && bench_fill_in(template, machine, results, &text, error) &&
                vl_file_write(path, text.data, (size_t)text.length, error);
    vl_free(template);
    vl_text_free(&text);
    return good;
}

static bool write_csv(const char *path, const bench_results *results, vl_error *error)
{
    vl_text text = {0};
    bench_csv(results, &text);
    bool good = vl_file_write(path, text.data, (size_t)text.length, error);
    vl_text_free(&text);
    return good;
}

static int finish(const options *wanted, const char *machine, const bench_results *results)
{
    vl_error error = {0};
    vl_text text = {0};
    bench_report(results, &text);
    printf("%s%s", machine, text.data);
    vl_text_free(&text);

    bool good = (!wanted->csv || write_csv(wanted->csv, results, &error)) &&
                (!wanted->markdown || write_document(wanted->markdown, machine, results, &error));
    if (!good)
        fprintf(stderr, "bench: %s\n", error.text);
    return good ? 0 : 1;
}

int main(int count, char **arguments)
{
    options wanted = {0};
    if (!read_options(&wanted, count, arguments)) {
        fputs(usage, stderr);
        return 2;
    }

    vl_text machine = {0};
    describe_machine(&machine);
    run r = {
        .effort =
            wanted.quick
                ? (bench_effort){.quick = true, .repetitions = 2, .block = 0.03, .patience = 20}
                : (bench_effort){.repetitions = 5, .block = 0.1, .patience = 120}};
    do_cloths(&r);
    do_chains(&r);
    do_pulls(&r);
    do_integrators(&r);
    bench_add_ratios(&r.results, "Verlet Lab");

    int status = finish(&wanted, machine.data, &r.results);
    bench_results_free(&r.results);
    vl_text_free(&machine);
    return status;
}
