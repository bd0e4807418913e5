// The benchmark: Verlet Lab, Bullet, Box2D and Chipmunk on the same chains and cloths, in turn.

#define _DEFAULT_SOURCE // _SC_NPROCESSORS_ONLN

#include "demo.h"
#include "measure.h"
#include "ours.h"
#include "report.h"
#include "told.h"

#include "base/memory.h"
#include "base/output.h"
#include "physics/integrators/integrators.h"
#include "physics/model/integrator.h"
#include "scene/file.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

static const char usage[] =
    "usage: verlet-lab-bench [--quick] [--work NAME] [--csv FILE] [--markdown FILE]\n"
    "\n"
    "  --quick          two repetitions instead of five, and no cloth of 1024²\n"
    "  --work NAME      one work alone, such as cloth or demo\n"
    "  --csv FILE       program,work,size,threads,metric,value\n"
    "  --markdown FILE  the document of the run, from bench/performance.md.in\n";

typedef struct options {
    bool quick;
    const char *work; // the only one; NULL: all
    const char *csv, *markdown;
} options;

static bool read_options(options *wanted, int count, char **arguments)
{
    for (int i = 1; i < count; i++) {
        bool last = i + 1 == count;
        if (strcmp(arguments[i], "--quick") == 0)
            wanted->quick = true;
        else if (strcmp(arguments[i], "--work") == 0 && !last)
            wanted->work = arguments[++i];
        else if (strcmp(arguments[i], "--csv") == 0 && !last)
            wanted->csv = arguments[++i];
        else if (strcmp(arguments[i], "--markdown") == 0 && !last)
            wanted->markdown = arguments[++i];
        else
            return false;
    }
    return true;
}

// --- the programs compared ---

enum { MOST_PROGRAMS = 32 };

typedef struct party {
    int count;
    const bench_program *programs[MOST_PROGRAMS];
    bench_ours settings[MOST_PROGRAMS]; // of the rows made for this party
    bench_program rows[MOST_PROGRAMS];
} party;

static void invite(party *to, const bench_program *programs, int count)
{
    for (int i = 0; i < count; i++)
        to->programs[to->count++] = &programs[i];
}

// All programs that make sweeps, in the order of the tables.
static void invite_sweepers(party *to)
{
    invite(to, bench_sweeps, bench_sweep_count);
    invite(to, bench_limits, bench_limit_count);
    invite(to, &bench_aos, 1);
    invite(to, bench_bullet, bench_bullet_count);
    invite(to, &bench_box2d_rope, 1);
    invite(to, &bench_box2d_joints, 1);
    invite(to, &bench_chipmunk, 1);
}

static void invite_recoveries(party *to)
{
    invite(to, bench_recoveries, bench_recovery_count);
    invite(to, bench_bullet, bench_bullet_count);
}

static void invite_direct(party *to)
{
    invite(to, bench_direct, bench_direct_count);
}

static void invite_integrators(party *to)
{
    for (int i = 0; i < vl_integrator_count; i++) {
        to->settings[i] = (bench_ours){
            .solver = "relax", .order = VL_ORDER_COLOURED, .integrator = vl_integrators[i]};
        to->rows[i] = bench_integrated(&to->settings[i]);
        invite(to, &to->rows[i], 1);
    }
}

// --- the works ---

enum { MOST_SIZES = 5 };

typedef struct work {
    const char *name; // in all tables and in the document
    const bench_measurement *measure;
    bench_scenario *(*make)(int size);
    void (*invite)(party *to);
    int sizes[MOST_SIZES]; // 0: no more
    int largest_quick;     // size that a quick run has time for
} work;

// clang-format off
static const work works[] = {
    {"cloth", &bench_race, bench_cloth, invite_sweepers, {64, 256, 1024}, 256},
    {"triangulation", &bench_race, bench_triangulation, invite_sweepers, {50000}, 50000},
    {"chain", &bench_race, bench_chain, invite_sweepers, {100, 1000, 10000, 100000}, 1000},
    {"ball hanging", &bench_swing, bench_hanging_ball, invite_direct, {100, 1000, 10000, 100000}, 10000},
    {"ball swinging", &bench_swing, bench_swinging_ball, invite_direct, {100, 1000, 10000, 100000}, 10000},
    {"pulled cloth", &bench_pull, bench_cloth, invite_recoveries, {64, 128, 256}, 64},
    {"free particles", &bench_particles, bench_free_particles, invite_integrators, {10000}, 10000},
    {"cloth a step", &bench_particles, bench_cloth, invite_integrators, {100}, 100},
};

// clang-format on

static void do_work(bench_results *results, const work *what, int size, const bench_effort *effort)
{
    fprintf(stderr, "bench: %s, %d\n", what->name, size);
    party all = {0};
    what->invite(&all);
    bench_scenario *scenario = what->make(size);
    scenario->work = what->name;
    bench_measure(what->measure, results, scenario, all.programs, all.count, effort);
    bench_scenario_free(scenario);
}

static bool is_wanted(const options *wanted, const char *work)
{
    return !wanted->work || strcmp(wanted->work, work) == 0;
}

static void do_all(bench_results *results, const options *wanted, const bench_effort *effort)
{
    for (size_t w = 0; w < sizeof works / sizeof *works; w++)
        for (int i = 0; i < MOST_SIZES && works[w].sizes[i] && is_wanted(wanted, works[w].name);
             i++)
            if (!effort->quick || works[w].sizes[i] <= works[w].largest_quick)
                do_work(results, &works[w], works[w].sizes[i], effort);
    if (is_wanted(wanted, BENCH_DEMO))
        bench_demo(results, effort);
    if (is_wanted(wanted, BENCH_TOLD))
        bench_told(results, effort);
}

static bool is_work(const char *name)
{
    bool found = strcmp(name, BENCH_DEMO) == 0 || strcmp(name, BENCH_TOLD) == 0;
    for (size_t w = 0; w < sizeof works / sizeof *works; w++)
        found = found || strcmp(name, works[w].name) == 0;
    return found;
}

static void refuse_work(const char *name)
{
    fprintf(stderr, "bench: no such work: '%s', expected ", name);
    for (size_t w = 0; w < sizeof works / sizeof *works; w++)
        fprintf(stderr, "'%s', ", works[w].name);
    fprintf(stderr, "'%s' or '%s'\n", BENCH_DEMO, BENCH_TOLD);
}

// --- what is written ---

static void add_program(vl_text *text, const bench_program *program)
{
    vl_text_add(text, "| %s | %s | %s | %s |\n", program->name,
                program->version ? program->version() : BENCH_VERSION, program->arithmetic,
                program->order);
}

// A row with what `format` reads in a line of a file of the system; "unknown" where it is in none.
static void add_from_file(vl_text *text, const char *name, const char *path, const char *format)
{
    char line[256], value[128] = "unknown";
    FILE *file = fopen(path, "r");
    bool found = false;
    while (!found && file && fgets(line, sizeof line, file))
        found = sscanf(line, format, value) == 1;
    if (file)
        fclose(file);
    vl_text_add(text, "| %s | %s |\n", name, value);
}

// The machine and the compiler of the run. The load is that over the last minute, including this
// process.
static void describe_machine(vl_text *text)
{
    struct utsname system;
    uname(&system);
    time_t now = time(NULL);
    char date[32];
    strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", gmtime(&now));
    vl_text_add(text, "| run | |\n|---|---|\n");
    add_from_file(text, "processor", "/proc/cpuinfo", "model name : %100[^\n]");
    vl_text_add(text, "| cores | %ld |\n", sysconf(_SC_NPROCESSORS_ONLN));
    vl_text_add(text, "| system | %s %s |\n", system.sysname, system.machine);
    vl_text_add(text, "| compiler | %s |\n| date | %s |\n", BENCH_COMPILER, date);
    add_from_file(text, "load at the start", "/proc/loadavg", "%100s");

    party all = {0};
    invite_sweepers(&all);
    vl_text_add(text,
                "\n| program | version | numbers | order of the links |\n|---|---|---|---|\n");
    for (int i = 0; i < all.count; i++)
        if (i == 0 || strcmp(all.programs[i]->name, all.programs[i - 1]->name) != 0)
            add_program(text, all.programs[i]);
}

// A missed target needs a reason in the template.
static void ask_for_reasons(const char *template, const bench_results *results)
{
    for (int i = 0; i < bench_target_count; i++) {
        char directive[64];
        snprintf(directive, sizeof directive, "@missed %s@\n", bench_targets[i].name);
        if (bench_judge(&bench_targets[i], results) == BENCH_MISSED && !strstr(template, directive))
            fprintf(stderr, "bench: bench/performance.md.in gives no reason why %s was missed\n",
                    bench_targets[i].name);
    }
}

static bool write_document(const char *path, const char *machine, const bench_results *results,
                           vl_error *error)
{
    enum { MOST = 1 << 20 };

    size_t size;
    vl_text text = {0};
    char *template = vl_file_read(BENCH_TEMPLATE, MOST, false, &size, error);
    bool good = template && bench_fill_in(template, machine, results, &text, error) &&
                vl_file_write(path, text.data, (size_t)text.length, NULL, error);
    if (good)
        ask_for_reasons(template, results);
    vl_free(template);
    vl_text_free(&text);
    return good;
}

static bool write_csv(const char *path, const bench_results *results, vl_error *error)
{
    vl_text text = {0};
    bench_csv(results, &text);
    bool good = vl_file_write(path, text.data, (size_t)text.length, NULL, error);
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

    if (wanted.work && !is_work(wanted.work)) {
        refuse_work(wanted.work);
        return 2;
    }

    vl_text machine = {0};
    describe_machine(&machine);
    static const bench_effort full = {.repetitions = 5, .block = 0.1, .patience = 60};
    static const bench_effort quick = {
        .quick = true, .repetitions = 2, .block = 0.03, .patience = 20};
    bench_results results = {0};
    do_all(&results, &wanted, wanted.quick ? &quick : &full);
    bench_add_ratios(&results, "Verlet Lab");

    int status = finish(&wanted, machine.data, &results);
    bench_results_free(&results);
    vl_text_free(&machine);
    return status;
}
