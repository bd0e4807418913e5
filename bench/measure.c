#define _DEFAULT_SOURCE // _SC_NPROCESSORS_ONLN

#include "measure.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/worker.h"
#include "physics/math/axes.h"

#include <math.h>
#include <unistd.h>

// A program that runs a scenario.
struct bench_runner {
    const bench_program *program;
    void *state;
    double *start[VL_AXES]; // m, where each timed block begins
    int step_block, sweep_block;
    bool is_slow; // is not sampled any more
};

struct bench_field {
    const bench_scenario *scenario;
    bench_results *results;
    int count;
    bench_runner *runners;
    double *x[VL_AXES]; // m, for reading
};

// --- who takes part ---

static void gather(bench_field *f, const bench_program *const *programs, int count)
{
    const bench_scenario *scenario = f->scenario;
    f->runners = vl_alloc((size_t)count, sizeof *f->runners);
    vl_axes_create(f->x, scenario->particle_count);
    for (int i = 0; i < count; i++) {
        int most = programs[i]->most_links;
        if (!(programs[i]->kinds & scenario->kind) || (most && scenario->link_count > most) ||
            programs[i]->threads > sysconf(_SC_NPROCESSORS_ONLN))
            continue;
        bench_runner r = {.program = programs[i],
                          .state = programs[i]->create(programs[i], scenario)};
        if (!r.state)
            continue;
        vl_axes_create(r.start, scenario->particle_count);
        vl_axes_copy(r.start, scenario->x, scenario->particle_count);
        f->runners[f->count++] = r;
    }
}

void bench_measure(const bench_measurement *measurement, bench_results *results,
                   const bench_scenario *scenario, const bench_program *const *programs, int count,
                   const bench_effort *effort)
{
    bench_field f = {.scenario = scenario, .results = results};
    gather(&f, programs, count);
    for (int i = 0; i < f.count; i++)
        measurement->prepare(&f, &f.runners[i], effort);
    // in turn, so that a disturbance of the machine affects all programs
    for (int k = 0; k < effort->repetitions; k++)
        for (int i = 0; i < f.count; i++)
            measurement->sample(&f, &f.runners[i], effort);
    for (int i = 0; i < f.count; i++) {
        f.runners[i].program->destroy(f.runners[i].state);
        vl_axes_free(f.runners[i].start);
    }
    vl_free(f.runners);
    vl_axes_free(f.x);
}

static void add(const bench_field *f, const bench_runner *r, bench_metric metric, double value)
{
    bench_row key = {.work = f->scenario->work,
                     .program = r->program->name,
                     .size = f->scenario->size,
                     .threads = r->program->threads};
    bench_add(f->results, &key, metric, value);
}

static double strain_of(const bench_field *f, const bench_runner *r, double *rms)
{
    double largest;
    r->program->read(r->state, f->x);
    bench_stretch(f->scenario, f->x, &largest, rms);
    return largest;
}

// --- time ---

static bool compute(void *user)
{
    double begun = vl_clock_now();
    while (vl_clock_now() < begun + VL_PIECE) {
    }
    return true;
}

// The time of so many steps or, as sweeps, of so many sweeps.
static double time_of(const bench_runner *r, int count, bool sweeps)
{
    vl_worker *busy =
        r->program->beside_busy ? vl_worker_start(vl_worker_create(compute, NULL)) : NULL;
    double begun = vl_clock_now();
    if (sweeps)
        r->program->sweep(r->state, count);
    for (int i = 0; !sweeps && i < count; i++)
        r->program->step(r->state);
    double seconds = vl_clock_now() - begun;
    vl_worker_free(busy);
    return seconds;
}

static double time_steps(const bench_runner *r, int count)
{
    return time_of(r, count, false);
}

static double time_sweeps(const bench_runner *r, int count)
{
    return time_of(r, count, true);
}

static void restore_start(const bench_runner *r)
{
    if (r->program->place)
        r->program->place(r->state, r->start);
}

// How often what took `seconds` fits into a block.
static int fit(double block, double seconds)
{
    const int most = 1000000;
    double times = ceil(block / fmax(seconds, 1e-9));
    return times < most ? (int)times : most;
}

static void calibrate_steps(const bench_field *f, bench_runner *r, const bench_effort *effort)
{
    if (r->program->step)
        r->step_block = fit(effort->block, time_steps(r, 1));
}

// --- ns per link ---

// Steps until the work hangs nearly at rest; the timed blocks begin there.
static void settle(const bench_field *f, bench_runner *r, const bench_effort *effort)
{
    double largest, rms;
    if (r->program->step) {
        time_steps(r, f->scenario->steps);
        largest = strain_of(f, r, &rms);
        vl_axes_copy(r->start, f->x, f->scenario->particle_count);
        add(f, r, BENCH_STRETCH, largest);
        add(f, r, BENCH_RMS, rms);
    }
    calibrate_steps(f, r, effort);
    restore_start(r);
    int sweeps = f->scenario->sweeps;
    if (r->program->sweep)
        r->sweep_block = fit(effort->block, time_sweeps(r, sweeps)) * sweeps;
}

static void sample_links(const bench_field *f, bench_runner *r, const bench_effort *effort)
{
    double links = f->scenario->link_count, sweeps = f->scenario->sweeps;
    restore_start(r);
    if (r->program->step)
        add(f, r, BENCH_STEP,
            1e9 * time_steps(r, r->step_block) / (links * sweeps * r->step_block));
    restore_start(r);
    if (r->program->sweep)
        add(f, r, BENCH_SOLVER, 1e9 * time_sweeps(r, r->sweep_block) / (links * r->sweep_block));
}

const bench_measurement bench_race = {settle, sample_links};

// --- the ball on a chain ---

// s; a step that has no solution is divided repeatedly, and a hundred of them may take minutes.
static const double longest_watch = 5, longest_sample = 1;

// Untimed: the largest strain, and how often there was no solution.
static void watch(const bench_field *f, bench_runner *r, const bench_effort *effort)
{
    double worst = 0, rms, seconds = 0;
    int troubled = 0, done = 0;
    while (done < f->scenario->steps && seconds < longest_watch) {
        seconds += time_steps(r, 1);
        worst = fmax(worst, strain_of(f, r, &rms));
        troubled += r->program->is_troubled && r->program->is_troubled(r->state);
        done++;
    }
    add(f, r, BENCH_RESIDUAL, worst);
    add(f, r, BENCH_TROUBLED, 100.0 * troubled / done);
}

// The scenario from its start, again and again until the block is full.
static void sample_swing(const bench_field *f, bench_runner *r, const bench_effort *effort)
{
    double seconds = 0;
    int steps = 0;
    while (seconds < effort->block) {
        restore_start(r);
        for (int i = 0; i < f->scenario->steps && seconds < longest_sample; i++, steps++)
            seconds += time_steps(r, 1);
    }
    add(f, r, BENCH_STEP_US, 1e6 * seconds / steps);
}

const bench_measurement bench_swing = {watch, sample_swing};

// --- to 1 % ---

static const double pulled = 1.62, wanted_strain = 0.01;
static const double not_again = 3; // s; what took longer is not repeated

static double time_preparation(const bench_runner *r)
{
    double begun = vl_clock_now();
    if (r->program->prepare)
        r->program->prepare(r->state);
    return vl_clock_now() - begun;
}

// Seconds until the wanted strain, or infinity. The strain is looked at, off the clock, after every
// fiftieth part of the sweeps done.
static double recover(const bench_field *f, const bench_runner *r, double patience, int *sweeps)
{
    double seconds = 0, rms;
    *sweeps = 0;
    while (seconds < patience) {
        int more = *sweeps / 50 + 1;
        seconds += time_sweeps(r, more);
        *sweeps += more;
        if (strain_of(f, r, &rms) <= wanted_strain)
            return seconds;
    }
    return HUGE_VAL;
}

// The time of the first solve includes its preparation, such as the factors of a matrix.
static void start_anew(const bench_field *f, bench_runner *r)
{
    r->program->destroy(r->state);
    r->state = r->program->create(r->program, f->scenario);
    restore_start(r);
}

// Once more, where it did not take too long before.
static void sample_recovery(const bench_field *f, bench_runner *r, const bench_effort *effort)
{
    int sweeps;
    if (r->is_slow)
        return;
    start_anew(f, r);
    double making = time_preparation(r);
    double seconds = making + recover(f, r, effort->patience, &sweeps);
    bool reached = isfinite(seconds);
    if (r->program->prepare)
        add(f, r, BENCH_MAKING, making);
    add(f, r, reached ? BENCH_SECONDS : BENCH_MORE_THAN, reached ? seconds : effort->patience);
    add(f, r, BENCH_SWEEPS, sweeps);
    r->is_slow = !(seconds < not_again);
}

// A program that did not get there in time with half the edge is left out.
static void stretch(const bench_field *f, bench_runner *r, const bench_effort *effort)
{
    const bench_row *half = bench_find(f->results, f->scenario->work, f->scenario->size / 2,
                                       r->program->name, r->program->threads);
    r->is_slow = half && isnan(bench_median(half, BENCH_SECONDS));
    for (int k = 0; k < f->scenario->particle_count; k++)
        r->start[1][k] *= pulled;
}

const bench_measurement bench_pull = {stretch, sample_recovery};

// --- ns per particle ---

static void sample_particles(const bench_field *f, bench_runner *r, const bench_effort *effort)
{
    restore_start(r);
    double seconds = time_steps(r, r->step_block);
    add(f, r, BENCH_PARTICLE,
        1e9 * seconds / ((double)f->scenario->particle_count * r->step_block));
}

const bench_measurement bench_particles = {calibrate_steps, sample_particles};
