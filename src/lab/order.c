#include "lab/order.h"

#include "base/clock.h"
#include "base/elementary.h"
#include "base/memory.h"
#include "base/worker.h"
#include "lab/best_method.h"
#include "lab/run.h"
#include "physics/integrators/integrators.h"
#include "physics/math/axes.h"
#include "physics/solvers/solvers.h"
#include "physics/world/world.h"
#include "scene/build.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

const char *const vl_order_quantity_names[VL_ORDER_QUANTITIES] = {"position", "velocity", "energy"};
const char *const vl_order_quantity_units[VL_ORDER_QUANTITIES] = {"m", "m/s", ""};
const char *const vl_order_angle_units[VL_ORDER_QUANTITIES] = {"rad", "rad/s", ""};
const char *const vl_order_when_names[VL_ORDER_WHENS] = {"end", "run"};

static const double most_steps = 1e8;       // in a run
static const double slow = 0.05;            // s, a longer run is timed once only
static const double next_to_nothing = 1e-9; // a remainder below this part of a step is rounding
static const double clear = 10; // an error this many times that of the reference is the method's
static const double near_enough =
    0.05; // the range of means begins at this error, relative to the motion

enum {
    FIRST_STEPS = 50,     // of the coarsest probe
    PROBE_DOUBLES = 7,    // how often they are doubled at most
    REFERENCE_PARTS = 16, // steps of the reference in the finest substep
    TIMINGS = 3,          // how often a run that is not slow is timed
};

typedef vl_order_run run;

static void probe(vl_order *order);
static void find_ends(vl_order *order);
static void make_reference(vl_order *order);
static void measure(vl_order *order);

// --- a run ---

// Finds the next step, which the world needs as well for its velocity at tₙ.
static void find_next(vl_order *order, run *r)
{
    double time = r->world->now.time;
    if (r->equal > 0) {
        double left = r->target - time;
        r->more = !vl_run_has_ended(time, r->target);
        r->dt = left < r->equal * (1 + next_to_nothing) ? left : r->equal;
        r->world->next_dt = r->more ? r->dt : r->equal;
    } else {
        r->more = vl_order_next_dt(order->stream, time, order->duration, &r->dt);
        r->world->next_dt = fmax(r->dt, 0);
    }
}

static void begin_run(vl_order *order, const vl_integrator *integrator)
{
    vl_world *world = vl_scene_build(order->scene);
    vl_world_set_integrator(world, integrator);
    order->now = (run){.world = world};
    vl_stream_rewind(order->stream);
}

// The next steps are equal, at most `longest` s, and end at `target` s.
static void go_to(vl_order *order, double target, double longest)
{
    run *r = &order->now;
    double span = target - r->world->now.time;
    r->target = target;
    r->equal = span / ceil(span / longest * (1 - next_to_nothing));
    find_next(order, r);
}

static void end_run(vl_order *order)
{
    order->done += (double)order->now.steps;
    vl_world_free(order->now.world);
    order->now = (run){0};
}

static void make_step(vl_order *order, run *r)
{
    r->steps += vl_world_step(r->world, r->dt);
    if (r->world->now.diverged)
        r->more = false;
    else
        find_next(order, r);
}

// Makes steps until the run or the piece ends, and has each observed. True: the run has ended.
static bool go_on(vl_order *order, void (*observe)(vl_order *order, run *r))
{
    run *r = &order->now;
    for (double end = vl_clock_now() + VL_PIECE; r->more && vl_clock_now() < end;) {
        make_step(order, r);
        observe(order, r);
    }
    return !r->more;
}

// The same without an observer; measures the seconds.
static bool go_on_timing(vl_order *order)
{
    enum { AT_ONCE = 64 };

    run *r = &order->now;
    double begin = vl_clock_now(), now = begin;
    while (r->more && now < begin + VL_PIECE) {
        for (int i = 0; i < AT_ONCE && r->more; i++)
            make_step(order, r);
        now = vl_clock_now();
    }
    r->seconds += now - begin;
    return !r->more;
}

static void take_errors(vl_order *order, run *r)
{
    bool end = !r->more;
    bool wanted = end || order->local || order->truth.exact || order->truth.energy_is_conserved;
    if (r->world->now.diverged || !wanted)
        return;
    vl_world_synchronise(r->world);
    vl_truth_errors(&order->truth, r->world, end, r->last);
    for (int q = 0; q < VL_ORDER_QUANTITIES; q++)
        r->sums[q] += r->last[q] * r->last[q];
}

// In local mode each step begins at the exact state, whatever the step before made.
static void observe_errors(vl_order *order, run *r)
{
    take_errors(order, r);
    if (!order->local || !r->more)
        return;
    vl_truth_set_state(&order->truth, r->world, r->world->now.time);
    vl_world_restart(r->world);
}

// --- where the range begins ---

// The largest mean becomes `mean`, s, or a little more or less, so that whole periods of steps fill
// the duration: a last step that is shortened is itself a change of dt.
static void set_mean(vl_order *order, double mean)
{
    order->factor = mean / order->nominal;
    double period = vl_stream_period(order->stream) * order->factor;
    double periods = order->duration / period;
    if (isfinite(periods) && periods >= 1)
        order->factor *= periods / round(periods);
}

static double mean_of(const vl_order *order, int level)
{
    return order->nominal * order->factor * vl_pow(0.5, level);
}

// s, substeps of the finest runs.
static double finest_step(const vl_order *order)
{
    return mean_of(order, order->settings.halvings) / order->scene->solver.substeps;
}

static int runs_of_a_point(const vl_order *order)
{
    return order->seeds + (order->settings.work ? TIMINGS : 0);
}

static void plan(vl_order *order)
{
    double per_run = 0;
    for (int level = 0; level <= order->settings.halvings; level++)
        per_run += order->duration / mean_of(order, level);
    order->total = order->done + per_run * runs_of_a_point(order) * order->count;
    if (!order->truth.exact)
        order->total += 1.5 * REFERENCE_PARTS * order->duration / finest_step(order);
    order->work = order->truth.exact ? measure : find_ends;
    order->round = 0;
}

// The number of the round whose steps are short enough, the present one or the one before; −1:
// neither.
static int good_round(vl_order *order)
{
    const run *r = &order->now;
    const vl_world *world = r->world;
    if (world->now.diverged)
        return -1;
    if (order->truth.exact)
        return r->last[VL_ORDER_POSITION] < near_enough * order->truth.farthest ? order->round : -1;
    const vl_particles *p = &world->particles;
    bool first = !order->before[0];
    if (first)
        vl_axes_take(&order->truth.arena, order->before, p->count);
    double apart = first ? HUGE_VAL : vl_axes_distance(order->before, p->x, p->count);
    vl_axes_copy(order->before, p->x, p->count);
    return apart < near_enough * r->farthest ? order->round - 1 : -1;
}

static void observe_motion(vl_order *order, run *r)
{
    const vl_particles *p = &r->world->particles;
    r->farthest = fmax(r->farthest, vl_axes_distance(order->truth.start, p->x, p->count));
    if (!r->more)
        take_errors(order, r);
}

// Velocity Verlet with equal steps, which are halved until its error is small.
static void probe(vl_order *order)
{
    double coarsest = order->duration / FIRST_STEPS;
    if (!order->now.world) {
        begin_run(order, vl_integrator_find("velocity-verlet"));
        go_to(order, order->duration, coarsest / vl_pow(2, order->round));
    }
    if (!go_on(order, observe_motion))
        return;
    int found = good_round(order);
    bool last = order->round == PROBE_DOUBLES;
    end_run(order);
    order->round++;
    if (found < 0 && !last)
        return;
    set_mean(order, coarsest / vl_pow(2, found < 0 ? 0 : found));
    plan(order);
}

// --- the reference ---

// Gives the stream the steps of a run.
static void set_stream(const vl_order *order, int level, int seed)
{
    vl_stream_scale(order->stream, order->factor * vl_pow(0.5, level));
    vl_stream_reseed(order->stream, seed);
    vl_order_stretch(order->stream, order->duration);
}

// Finds the end of one run of each level and seed; all integrators make the same steps.
static void find_ends(vl_order *order)
{
    set_stream(order, order->round / order->seeds, order->round % order->seeds);
    vl_order_ends_add(&order->truth.ends, order->stream, order->truth.world, order->duration);
    order->round++;
    if (order->round < order->seeds * (order->settings.halvings + 1))
        return;
    vl_order_ends_sort(&order->truth.ends);
    vl_truth_expect(&order->truth);
    order->work = order->truth.ends.count > 0 ? make_reference : measure;
    order->round = 0;
}

// Both runs use the method chosen for the longer of their two steps, and no mistake.
static double reference_step(const vl_order *order)
{
    return finest_step(order) / REFERENCE_PARTS * (order->round == 0 ? 2 : 1);
}

static void begin_reference(vl_order *order)
{
    double longest = 2 * finest_step(order) / REFERENCE_PARTS;
    order->now = (run){.world = vl_best_world(order->truth.world, longest)};
    go_to(order, order->truth.ends.times[0], reference_step(order));
}

// Keeps the state at an end of the measured runs and goes on to the next.
static void keep_end(vl_order *order, run *r)
{
    vl_truth_store(&order->truth, r->world, r->end++);
    if (r->end < order->truth.ends.count)
        go_to(order, order->truth.ends.times[r->end], reference_step(order));
}

// The size of the motion comes from the finer run, once in REFERENCE_PARTS steps.
static void observe_reference(vl_order *order, run *r)
{
    r->failed = r->failed || vl_best_failed(r->world);
    bool sizes = order->round == 1 && r->steps % REFERENCE_PARTS == 0;
    bool ends = !r->more && !r->failed;
    if (r->world->now.diverged || !(sizes || ends))
        return;
    vl_world_synchronise(r->world);
    if (sizes)
        vl_truth_include(&order->truth, r->world);
    if (ends)
        keep_end(order, r);
}

// Two runs, the second with half the steps of the first: their distance is the reference's error.
static void make_reference(vl_order *order)
{
    if (!order->now.world)
        begin_reference(order);
    if (!go_on(order, observe_reference))
        return;
    if (order->now.failed)
        vl_truth_lose(&order->truth);
    end_run(order);
    if (order->round++ == 0)
        return;
    atomic_store(&order->has_reference, true);
    order->work = measure;
    order->round = 0;
}

// --- the points ---

static vl_order_point *point_under_way(const vl_order *order)
{
    return &order->points[order->level * order->count + order->integrator];
}

static void begin_point(vl_order *order)
{
    memset(order->sums, 0, sizeof order->sums);
    order->steps = 0;
    *point_under_way(order) = (vl_order_point){
        .mean_dt = mean_of(order, order->level),
        .evaluations = (double)NAN,
        .seconds = (double)NAN,
    };
}

static void add_run(vl_order *order)
{
    const run *r = &order->now;
    if (r->world->now.touched)
        atomic_store(&order->touched, true);
    point_under_way(order)->diverged += r->world->now.diverged;
    order->steps += (double)r->steps;
    for (int q = 0; q < VL_ORDER_QUANTITIES; q++) {
        double of_run = r->sums[q] / (double)r->steps;
        double at_end = order->local ? of_run : r->last[q] * r->last[q];
        order->sums[q][VL_ORDER_OF_RUN] += of_run;
        order->sums[q][VL_ORDER_AT_END] += at_end;
    }
}

static void add_timing(vl_order *order)
{
    vl_order_point *point = point_under_way(order);
    point->evaluations = (double)order->now.world->evaluations;
    point->seconds = fmin(point->seconds, order->now.seconds);
}

// Sets the errors that rounding may cause. After n steps the rounding of x is about ε √n, or ε
// n^(3/2) where the method keeps a difference of positions instead of v; over the time τ of the
// run, or of a step, it causes an error of v. The bounds are four times as large.
static void set_bounds(const vl_order *order, vl_order_point *point)
{
    const vl_truth *truth = &order->truth;
    bool local = order->local;
    bool positions = order->integrators[order->integrator]->keeps_positions;
    double n = local ? 1 : point->steps, tau = local ? point->mean_dt : order->duration;
    double noise = 4 * 0x1p-52 * vl_pow(n, positions ? 1.5 : 0.5);
    double of_x = positions ? truth->size / tau : 0;
    point->lower_bound[VL_ORDER_POSITION] = noise * truth->size;
    point->lower_bound[VL_ORDER_VELOCITY] = noise * (truth->speed + of_x);
    point->lower_bound[VL_ORDER_ENERGY] = noise * fmax(1, truth->energy_parts / truth->scale) *
                                          (1 + (truth->speed > 0 ? of_x / truth->speed : 0));
    for (int q = 0; q < VL_ORDER_QUANTITIES; q++)
        if (vl_truth_is_reference(truth, (vl_order_quantity)q)) {
            double own = truth->own_error[q], rounding = point->lower_bound[q];
            point->lower_bound[q] = isnan(own) ? HUGE_VAL : fmax(rounding, clear * own);
        }
    point->upper_bound[VL_ORDER_POSITION] = truth->farthest;
    point->upper_bound[VL_ORDER_VELOCITY] = truth->speed;
    point->upper_bound[VL_ORDER_ENERGY] = 1;
}

static void complete_point(vl_order *order)
{
    vl_order_point *point = point_under_way(order);
    point->steps = order->steps / order->seeds;
    for (int q = 0; q < VL_ORDER_QUANTITIES; q++)
        for (int w = 0; w < VL_ORDER_WHENS; w++) {
            bool known = !point->diverged &&
                         vl_truth_knows(&order->truth, (vl_order_quantity)q, (vl_order_when)w);
            double mean = order->sums[q][w] / order->seeds;
            point->error[q][w] = known ? sqrt(mean) : (double)NAN;
        }
    set_bounds(order, point);
    atomic_fetch_add(&order->published, 1);

    order->round = 0;
    order->integrator = (order->integrator + 1) % order->count;
    order->level += order->integrator == 0;
    if (order->level > order->settings.halvings)
        order->work = NULL;
}

static void begin_run_of_point(vl_order *order, bool timed)
{
    if (order->round == 0)
        begin_point(order);
    set_stream(order, order->level, timed ? 0 : order->round);
    begin_run(order, order->integrators[order->integrator]);
    find_next(order, &order->now);
}

// Runs of one point: one for each seed, then those that are timed.
static void measure(vl_order *order)
{
    bool timed = order->round >= order->seeds;
    if (!order->now.world)
        begin_run_of_point(order, timed);
    if (!(timed ? go_on_timing(order) : go_on(order, observe_errors)))
        return;
    bool long_run = timed && order->now.seconds > slow;
    if (timed)
        add_timing(order);
    else
        add_run(order);
    end_run(order);
    order->round++;
    if (order->round == runs_of_a_point(order) || long_run)
        complete_point(order);
}

bool vl_order_work(void *user)
{
    vl_order *order = user;
    for (double end = vl_clock_now() + VL_PIECE; order->work && vl_clock_now() < end;)
        order->work(order);
    double part = order->total > 0 ? (order->done + (double)order->now.steps) / order->total : 0;
    atomic_store(&order->per_mille, order->work ? (int)(fmin(part, 1) * 999) : 1000);
    return order->work;
}

// --- making one ---

// The integrator and solver of an engine have no name in a scene file.
static vl_scene *copy_scene(const vl_scene *scene, vl_error *error)
{
    vl_scene named = *scene;
    named.integrator = vl_integrators[0];
    named.solver = vl_solver_defaults();
    vl_scene *copy = vl_scene_copy(&named, error);
    if (copy) {
        copy->integrator = scene->integrator;
        copy->solver = scene->solver;
    }
    return copy;
}

static bool open_stream(vl_order *order, const vl_order_settings *settings, vl_error *error)
{
    order->stream = vl_stream_parse(settings->stream, settings->folder, error);
    if (!order->stream)
        return false;
    if (order->stream->kind->is_frame)
        return vl_fail(error, "'frame' is measured on a display, expected another stream of time "
                              "steps, such as fixed:0.01");
    return true;
}

static void choose_integrators(vl_order *order, const vl_order_settings *settings)
{
    order->count = settings->integrators ? settings->integrator_count : 1;
    order->integrators = vl_alloc((size_t)order->count, sizeof *order->integrators);
    for (int i = 0; i < order->count; i++)
        order->integrators[i] =
            settings->integrators ? settings->integrators[i] : order->scene->integrator;
}

static bool set_truth(vl_order *order, vl_error *error)
{
    const vl_world *world = order->truth.world;
    const vl_exact *exact = order->truth.exact;
    const char *refused = vl_solver_refuses(world, &world->solver);
    if (refused)
        return vl_fail(error, "%s", refused);
    const char *none = exact ? NULL : vl_best_refuses(world);
    if (none)
        return vl_fail(error,
                       "no exact solution is known of this scene, and with %s it comes near to no "
                       "motion, however short its steps",
                       none);
    if (order->local && !exact)
        return vl_fail_usage(error,
                             "no exact solution is known of this scene, and the error of a single "
                             "step needs the exact state before it; expected the global error");
    snprintf(order->against, sizeof order->against, "%s%s",
             exact ? "the exact solution: " : "a reference run", exact ? vl_exact_name(exact) : "");
    return true;
}

static bool set_duration(vl_order *order, vl_error *error)
{
    double length = vl_stream_length(order->stream), change = vl_stream_change(order->stream);
    double usual = order->truth.exact ? 5 : 1;
    double open = isfinite(length) ? length : change > 0 ? 2 * change : usual;
    order->duration = isnan(order->settings.duration) ? open : order->settings.duration;
    if (!(order->duration > 0))
        return vl_fail_usage(error, "the duration is %g s, expected more than 0", order->duration);
    if (order->duration > length * (1 + 1e-9))
        return vl_fail_usage(error,
                             "the duration is %g s, but the file of time steps ends after %g s",
                             order->duration, length);
    order->duration = fmin(order->duration, length);
    order->nominal = vl_stream_mean(order->stream, order->duration);
    vl_truth_survey(&order->truth, order->duration);
    return true;
}

static bool set_range(vl_order *order, vl_error *error)
{
    const vl_order_settings *s = &order->settings;
    if (!isnan(s->mean) && isfinite(vl_stream_length(order->stream)))
        return vl_fail_usage(error,
                             "a file of time steps begins with its own mean, %g s; expected no "
                             "other",
                             order->nominal);
    order->work = probe;
    if (s->mean == 0)
        return true;
    set_mean(order, isnan(s->mean) ? order->nominal : s->mean);
    double longest = mean_of(order, 0), finest = mean_of(order, s->halvings);
    if (longest > order->duration / 4)
        return vl_fail_usage(
            error,
            "the largest mean step is %g s, expected at most %g s, a quarter of the "
            "duration",
            longest, order->duration / 4);
    double first;
    set_stream(order, 0, 0);
    if (!vl_order_next_dt(order->stream, 0, order->duration, &first))
        return vl_fail_usage(error, "the first step is %g s, expected at most the duration, %g s",
                             first, order->duration);
    if (order->duration / finest > most_steps)
        return vl_fail_usage(error, "that is %.2g steps in the finest run, expected at most %.0g",
                             order->duration / finest, most_steps);
    plan(order);
    return true;
}

static bool prepare(vl_order *order, const vl_scene *scene, const vl_order_settings *settings,
                    vl_error *error)
{
    order->scene = copy_scene(scene, error);
    if (!order->scene || !open_stream(order, settings, error))
        return false;
    order->seeds = order->stream->kind->is_random ? settings->seeds : 1;
    vl_truth_create(&order->truth, order->scene);
    choose_integrators(order, settings);
    return set_truth(order, error) && set_duration(order, error) && set_range(order, error);
}

vl_order *vl_order_create(const vl_scene *scene, const vl_order_settings *settings, vl_error *error)
{
    assert(settings->halvings >= VL_ORDER_LEAST_HALVINGS &&
           settings->halvings <= VL_ORDER_MOST_HALVINGS && settings->seeds >= 1);
    vl_order *order = vl_alloc(1, sizeof *order);
    order->settings = *settings;
    order->local = settings->local;
    order->factor = (double)NAN;
    atomic_init(&order->published, 0);
    atomic_init(&order->per_mille, 0);
    atomic_init(&order->has_reference, false);
    atomic_init(&order->touched, false);
    if (!prepare(order, scene, settings, error)) {
        vl_order_free(order);
        return NULL;
    }
    int points = order->count * (settings->halvings + 1);
    order->points = vl_alloc((size_t)points, sizeof *order->points);
    return order;
}

void vl_order_free(vl_order *order)
{
    if (!order)
        return;
    vl_world_free(order->now.world);
    vl_truth_free(&order->truth);
    vl_stream_free(order->stream);
    vl_scene_free(order->scene);
    vl_free(order->integrators);
    vl_free(order->points);
    vl_free(order);
}

// --- results ---

double vl_order_progress(const vl_order *order)
{
    return atomic_load(&order->per_mille) / 1000.0;
}

int vl_order_points(const vl_order *order, int integrator,
                    vl_order_point points[VL_ORDER_MOST_MEANS])
{
    int published = atomic_load(&order->published), count = 0;
    for (int i = integrator; i < published; i += order->count)
        points[count++] = order->points[i];
    return count;
}

vl_order_fit vl_order_fit_points(const vl_order_point *points, int count,
                                 vl_order_quantity quantity, vl_order_when when)
{
    vl_order_sample samples[VL_ORDER_MOST_MEANS];
    for (int i = 0; i < count; i++)
        samples[i] = (vl_order_sample){.mean_dt = points[i].mean_dt,
                                       .error = points[i].error[quantity][when],
                                       .lower_bound = points[i].lower_bound[quantity],
                                       .upper_bound = points[i].upper_bound[quantity],
                                       .diverged = points[i].diverged > 0};
    return vl_order_fit_samples(samples, count);
}

const char *vl_order_lacks(const vl_order *order, vl_order_quantity quantity, vl_order_when when)
{
    if (vl_truth_knows(&order->truth, quantity, when))
        return NULL;
    if (quantity == VL_ORDER_ENERGY && !order->truth.energy_exists)
        return "a force is given over time, so there is no energy";
    return "no exact solution is known of this scene: there are errors at the end only";
}

bool vl_order_is_lost(const vl_order *order, vl_order_quantity quantity)
{
    return vl_truth_is_reference(&order->truth, quantity) && atomic_load(&order->has_reference) &&
           isnan(order->truth.own_error[quantity]);
}

double vl_order_reference_error(const vl_order *order, vl_order_quantity quantity)
{
    bool made = atomic_load(&order->has_reference);
    return made ? order->truth.own_error[quantity] : (double)NAN;
}

vl_order_case vl_order_case_of(const vl_order *order, vl_order_quantity quantity)
{
    return (vl_order_case){.kind = order->stream->kind,
                           .quantity = quantity,
                           .local = order->local,
                           .with_v = vl_forces_see_velocity(order->truth.world)};
}

const char *vl_order_links_note(const vl_order *order)
{
    const vl_world *world = order->truth.world;
    if (atomic_load(&order->touched))
        return "Impacts are events within a step, and have an order of their own; what rests or "
               "slides keeps that of its method.";
    if (world->links.hard_count == 0)
        return NULL;
    if (world->solver.direction == VL_DIRECTION_NEW)
        return "Declared is the integrator alone: along the new direction rods and strings are of "
               "order 1.";
    return "Declared is the integrator alone: rods and strings must be solved well enough, too.";
}

const char *vl_order_velocity_note(const vl_order *order)
{
    if (!vl_forces_see_velocity(order->truth.world))
        return NULL;
    return "Some forces look at the velocity: declared is the order with them, for which methods "
           "that know it half a step late evaluate a twice.";
}
