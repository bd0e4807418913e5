#include "lab/order.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"
#include "lab/best_method.h"
#include "lab/order_truth.h"
#include "lab/run.h"
#include "physics/integrators/integrators.h"
#include "physics/math/axes.h"
#include "physics/solvers/solvers.h"
#include "physics/world/world.h"
#include "scene/build.h"

#include <assert.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

const char *const vl_order_quantity_names[VL_ORDER_QUANTITIES] = {"position", "velocity", "energy"};
const char *const vl_order_quantity_units[VL_ORDER_QUANTITIES] = {"m", "m/s", ""};
const char *const vl_order_when_names[VL_ORDER_WHENS] = {"end", "run"};

static const double piece = 0.004;      // s of real time
static const double most_steps = 1e8;   // of a run
static const double slow = 0.05;        // s, a run that long is timed once
static const double clear = 10;         // times the reference's own error: an error of the method
static const double near_enough = 0.05; // of the motion: where the range of means begins

enum {
    FIRST_STEPS = 50,     // of the coarsest run where the range is chosen
    PROBE_DOUBLES = 7,    // of them at most
    REFERENCE_PARTS = 16, // the reference's steps in the finest substep
    TIMINGS = 3,          // of a run that is not slow
};

// One run of one world.
typedef struct trial {
    vl_world *world; // NULL: none is under way
    double equal;    // s, its steps; 0: those of the stream
    double dt;       // s, of the coming one
    bool more, failed;
    int64_t steps;
    double way; // m, probe: farthest from the start
    double sums[VL_ORDER_QUANTITIES], last[VL_ORDER_QUANTITIES]; // squares of all steps; errors
    double seconds;
} trial;

typedef enum phase { PROBE, REFERENCE, RUNS, DONE } phase;

struct vl_order {
    vl_scene *scene;
    vl_stream *stream;
    int count;
    const vl_integrator **integrators;
    vl_order_settings settings; // its pointers are not used
    double duration;            // s
    double factor;              // of the stream at the largest mean; NAN until it is chosen
    double nominal;             // s, the stream's own mean
    int seeds;
    vl_truth truth;
    char against[64];

    phase phase;
    int round;             // of the phase: doubling, reference, or run of a point
    int level, integrator; // of the point under way
    trial now;
    vl_truth_state before;  // end of the round before
    vl_order_point *points; // level by level, integrator by integrator
    double sums[VL_ORDER_QUANTITIES][VL_ORDER_WHENS], steps;
    atomic_int published; // points that are complete
    atomic_bool has_reference;
    double done, total; // steps
    atomic_int per_mille;
};

// --- a run ---

// The coming step, which a look ahead for the velocity wants to know as well.
static void find_next(vl_order *order, trial *t)
{
    vl_world *world = t->world;
    double time = world->now.time, left = order->duration - time, next = t->equal;
    if (t->equal > 0) {
        t->more = !vl_run_has_ended(time, order->duration);
        t->dt = vl_run_shorten(t->equal, left);
    } else {
        t->more = vl_run_next_dt(order->stream, time, order->duration, &t->dt);
        if (!t->more && !vl_stream_next(order->stream, time, &next))
            next = 0;
    }
    world->next_dt = t->more ? t->dt : next > 0 ? next : 0;
}

static void begin_trial_of(vl_order *order, vl_world *world, double equal)
{
    order->now = (trial){.world = world, .equal = equal};
    vl_stream_rewind(order->stream);
    find_next(order, &order->now);
}

static void begin_trial(vl_order *order, const vl_integrator *integrator, double equal)
{
    vl_world *world = vl_scene_build(order->scene);
    vl_world_set_integrator(world, integrator);
    begin_trial_of(order, world, equal);
}

static void end_trial(vl_order *order)
{
    order->done += (double)order->now.steps;
    vl_world_free(order->now.world);
    order->now = (trial){0};
}

static void make_step(vl_order *order, trial *t)
{
    t->steps += vl_world_step(t->world, t->dt);
    if (t->world->now.diverged)
        t->more = false;
    else
        find_next(order, t);
}

static void look(vl_order *order, trial *t)
{
    bool end = !t->more, local = order->settings.local;
    bool wanted = end || local || order->truth.exact || order->truth.energy_is_kept;
    if (t->world->now.diverged || !wanted)
        return;
    vl_world_synchronise(t->world);
    vl_truth_errors(&order->truth, t->world, end, t->last);
    for (int q = 0; q < VL_ORDER_QUANTITIES; q++)
        t->sums[q] += t->last[q] * t->last[q];
}

// A single step is measured from the exact state, whatever the one before has made of it.
static void put_exact(vl_order *order, trial *t)
{
    if (!order->settings.local || t->steps == 0)
        return;
    vl_truth_put(&order->truth, t->world, t->world->now.time);
    vl_world_restart(t->world);
}

// Steps and looks until the run ends or the piece does.
static void go_on_measuring(vl_order *order, trial *t)
{
    for (double begin = vl_clock_now(); t->more && vl_clock_now() < begin + piece;) {
        put_exact(order, t);
        make_step(order, t);
        look(order, t);
    }
}

// The same without a look, timed.
static void go_on_timing(vl_order *order, trial *t)
{
    enum { AT_ONCE = 64 };

    double begin = vl_clock_now(), now = begin;
    while (t->more && now < begin + piece) {
        for (int i = 0; i < AT_ONCE && t->more; i++)
            make_step(order, t);
        now = vl_clock_now();
    }
    t->seconds += now - begin;
}

// --- where the range begins ---

// The largest mean becomes `mean`, s, or a little more or less, so that whole periods of steps fill
// the duration: a last step that is shortened is itself a change of dt.
static void set_mean(vl_order *order, double mean)
{
    order->factor = mean / order->nominal;
    double periods = order->duration / (vl_stream_period(order->stream) * order->factor);
    if (isfinite(periods) && periods >= 1)
        order->factor *= periods / round(periods);
}

static double mean_of(const vl_order *order, int level)
{
    return order->nominal * order->factor * pow(0.5, level);
}

// s, substeps of the finest runs.
static double finest_step(const vl_order *order)
{
    return mean_of(order, order->settings.halvings) / order->scene->solver.substeps;
}

static void plan(vl_order *order)
{
    double per_run = 0;
    for (int level = 0; level <= order->settings.halvings; level++)
        per_run += order->duration / mean_of(order, level);
    int runs = order->seeds + (order->settings.work ? TIMINGS : 0);
    order->total = order->done + per_run * runs * order->count;
    if (!order->truth.exact)
        order->total += 1.5 * REFERENCE_PARTS * order->duration / finest_step(order);
    order->phase = order->truth.exact ? RUNS : REFERENCE;
    order->round = 0;
}

// Whether the round just made, or the one before it, is near enough.
static int nearest_round(vl_order *order)
{
    const trial *t = &order->now;
    const vl_world *world = t->world;
    if (world->now.diverged)
        return -1;
    if (order->truth.exact)
        return t->last[VL_ORDER_POSITION] < near_enough * order->truth.way ? order->round : -1;
    double apart = order->before.x[0] ? vl_axes_distance(order->before.x, world->particles.x,
                                                         world->particles.count)
                                      : HUGE_VAL;
    vl_truth_keep(&order->before, world);
    return apart < near_enough * t->way ? order->round - 1 : -1;
}

// Velocity Verlet with equal steps, which are halved until its error is small.
static void probe(vl_order *order)
{
    trial *t = &order->now;
    if (!t->world)
        begin_trial(order, vl_integrator_find("velocity-verlet"),
                    order->duration / (FIRST_STEPS * pow(2, order->round)));
    for (double begin = vl_clock_now(); t->more && vl_clock_now() < begin + piece;) {
        make_step(order, t);
        t->way = fmax(t->way, vl_axes_distance(order->truth.start, t->world->particles.x,
                                               t->world->particles.count));
        if (!t->more)
            look(order, t);
    }
    if (t->more)
        return;
    int found = nearest_round(order);
    end_trial(order);
    bool last = order->round == PROBE_DOUBLES;
    if (found >= 0 || last) {
        set_mean(order, order->duration / (FIRST_STEPS * pow(2, found < 0 ? 0 : found)));
        plan(order);
    } else {
        order->round++;
    }
}

// --- the reference ---

// Both runs by the method for the longer steps, which are shorter than any substep. The scene's
// mistake is none of theirs.
static void begin_reference(vl_order *order)
{
    double step = finest_step(order) / REFERENCE_PARTS;
    double steps = ceil(order->duration / step / (order->round == 0 ? 2 : 1));
    vl_world *world = vl_best_world(order->truth.world, 2 * step);
    begin_trial_of(order, world, order->duration / steps);
}

// Where the finer of the two comes by, once in so many steps.
static void look_around(vl_order *order, trial *t)
{
    if (order->round == 0 || t->steps % REFERENCE_PARTS != 0 || t->world->now.diverged)
        return;
    vl_world_synchronise(t->world);
    vl_truth_include(&order->truth, t->world);
}

static void end_reference(vl_order *order, trial *t)
{
    if (t->failed)
        return;
    vl_world_synchronise(t->world);
    if (order->round == 1)
        vl_truth_errors(&order->truth, t->world, true, order->truth.own_error);
    vl_truth_keep(&order->truth.end, t->world);
}

// Two runs, the second with half the steps of the first: what lies between them is its own error.
static void make_reference(vl_order *order)
{
    trial *t = &order->now;
    if (!t->world)
        begin_reference(order);
    for (double begin = vl_clock_now(); t->more && vl_clock_now() < begin + piece;) {
        make_step(order, t);
        t->failed = t->failed || vl_best_failed(t->world);
        look_around(order, t);
    }
    if (t->more)
        return;
    end_reference(order, t);
    end_trial(order);
    if (order->round++ == 1) {
        atomic_store(&order->has_reference, true);
        order->phase = RUNS;
        order->round = 0;
    }
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
    const trial *t = &order->now;
    vl_order_point *point = point_under_way(order);
    point->diverged += t->world->now.diverged;
    order->steps += (double)t->steps;
    for (int q = 0; q < VL_ORDER_QUANTITIES; q++) {
        double of_run = t->sums[q] / (double)t->steps;
        double at_end = order->settings.local ? of_run : t->last[q] * t->last[q];
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

// What rounding alone may do: n steps leave about ε √n of x behind, with a difference of positions
// kept instead of a velocity ε n^(3/2), seen in the velocity over the time τ of the run, or of a
// step. All four times, as a bound.
static void set_least(const vl_order *order, vl_order_point *point)
{
    const vl_truth *truth = &order->truth;
    bool positions = order->integrators[order->integrator]->keeps_positions;
    double n = order->settings.local ? 1 : point->steps;
    double tau = order->settings.local ? point->mean_dt : order->duration;
    double noise = 4 * 0x1p-52 * pow(n, positions ? 1.5 : 0.5);
    double of_x = positions ? truth->size / tau : 0;
    point->least[VL_ORDER_POSITION] = noise * truth->size;
    point->least[VL_ORDER_VELOCITY] = noise * (truth->speed + of_x);
    point->least[VL_ORDER_ENERGY] = noise * (1 + (truth->speed > 0 ? of_x / truth->speed : 0));
    for (int q = 0; q < VL_ORDER_QUANTITIES; q++)
        if (vl_truth_is_reference(truth, (vl_order_quantity)q)) {
            double own = truth->own_error[q];
            point->least[q] = isnan(own) ? HUGE_VAL : fmax(point->least[q], clear * own);
        }
    point->most[VL_ORDER_POSITION] = truth->way;
    point->most[VL_ORDER_VELOCITY] = truth->speed;
    point->most[VL_ORDER_ENERGY] = 1;
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
    set_least(order, point);
    atomic_fetch_add(&order->published, 1);

    order->round = 0;
    order->integrator = (order->integrator + 1) % order->count;
    order->level += order->integrator == 0;
    if (order->level > order->settings.halvings)
        order->phase = DONE;
}

static void begin_run(vl_order *order)
{
    bool timed = order->round >= order->seeds;
    vl_stream_scale(order->stream, order->factor * pow(0.5, order->level));
    vl_stream_reseed(order->stream, timed ? 0 : order->round);
    begin_trial(order, order->integrators[order->integrator], 0);
}

// Runs of one point: one for each seed, then those that are timed.
static void measure(vl_order *order)
{
    trial *t = &order->now;
    bool timed = order->round >= order->seeds;
    if (order->round == 0 && !t->world)
        begin_point(order);
    if (!t->world)
        begin_run(order);
    if (timed)
        go_on_timing(order, t);
    else
        go_on_measuring(order, t);
    if (t->more)
        return;

    bool long_run = timed && t->seconds > slow;
    if (timed)
        add_timing(order);
    else
        add_run(order);
    end_trial(order);
    order->round++;
    int runs = order->seeds + (order->settings.work ? TIMINGS : 0);
    if (order->round == runs || long_run)
        complete_point(order);
}

bool vl_order_work(void *user)
{
    static void (*const phases[])(vl_order *) = {
        [PROBE] = probe, [REFERENCE] = make_reference, [RUNS] = measure};

    vl_order *order = user;
    double begin = vl_clock_now();
    while (order->phase != DONE && vl_clock_now() < begin + piece)
        phases[order->phase](order);
    double part = order->total > 0 ? (order->done + (double)order->now.steps) / order->total : 0;
    atomic_store(&order->per_mille, order->phase == DONE ? 1000 : (int)(fmin(part, 1) * 999));
    return order->phase != DONE;
}

// --- making one ---

// The integrator and solver of an engine have no name in a scene file.
static vl_scene *copy_scene(const vl_scene *scene, vl_error *error)
{
    vl_scene named = *scene;
    named.integrator = vl_integrators[0];
    named.solver = vl_solver_defaults();
    char *yaml = vl_scene_to_yaml(&named);
    vl_scene *copy = vl_scene_parse(yaml, strlen(yaml), scene->path ? scene->path : "scene", error);
    vl_free(yaml);
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
    if (vl_stream_is_frame(order->stream))
        return vl_fail(error, "'frame' is measured on a display, expected another stream of time "
                              "steps, such as fixed:0.01");
    return true;
}

static bool choose_integrators(vl_order *order, const vl_order_settings *settings, vl_error *error)
{
    order->count = settings->integrators ? settings->integrator_count : 1;
    order->integrators = vl_alloc((size_t)order->count, sizeof *order->integrators);
    for (int i = 0; i < order->count; i++) {
        order->integrators[i] =
            settings->integrators ? settings->integrators[i] : order->scene->integrator;
        const char *lacks = vl_integrator_lacks(order->integrators[i]);
        if (lacks)
            return vl_fail(error, "%s needs %s", order->integrators[i]->name, lacks);
    }
    return true;
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
    if (order->settings.local && !exact)
        return vl_fail(error, "no exact solution is known of this scene, and the error of a single "
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
        return vl_fail(error, "the duration is %g s, expected more than 0", order->duration);
    if (order->duration > length * (1 + 1e-9))
        return vl_fail(error, "the duration is %g s, but the file of time steps ends after %g s",
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
        return vl_fail(error,
                       "a file of time steps begins with its own mean, %g s; expected no "
                       "other",
                       order->nominal);
    if (s->mean == 0)
        return true; // PROBE finds it
    set_mean(order, isnan(s->mean) ? order->nominal : s->mean);
    double longest = mean_of(order, 0), finest = mean_of(order, s->halvings);
    if (longest > order->duration / 4)
        return vl_fail(error,
                       "the largest mean step is %g s, expected at most %g s, a quarter of the "
                       "duration",
                       longest, order->duration / 4);
    if (order->duration / finest > most_steps)
        return vl_fail(error, "that is %.2g steps in the finest run, expected at most %.0g",
                       order->duration / finest, most_steps);
    plan(order);
    return true;
}

vl_order *vl_order_create(const vl_scene *scene, const vl_order_settings *settings, vl_error *error)
{
    assert(settings->halvings >= VL_ORDER_LEAST_HALVINGS &&
           settings->halvings <= VL_ORDER_MOST_HALVINGS && settings->seeds >= 1);
    vl_order *order = vl_alloc(1, sizeof *order);
    order->settings = *settings;
    order->factor = (double)NAN;
    atomic_init(&order->published, 0);
    atomic_init(&order->per_mille, 0);
    atomic_init(&order->has_reference, false);
    order->scene = copy_scene(scene, error);
    if (!order->scene || !open_stream(order, settings, error)) {
        vl_order_free(order);
        return NULL;
    }
    order->seeds = vl_stream_is_random(order->stream) ? settings->seeds : 1;
    vl_truth_create(&order->truth, order->scene);
    if (!choose_integrators(order, settings, error) || !set_truth(order, error) ||
        !set_duration(order, error) || !set_range(order, error)) {
        vl_order_free(order);
        return NULL;
    }
    order->points =
        vl_alloc((size_t)(order->count * (settings->halvings + 1)), sizeof *order->points);
    return order;
}

void vl_order_free(vl_order *order)
{
    if (!order)
        return;
    vl_world_free(order->now.world);
    vl_truth_free(&order->truth);
    vl_truth_state_free(&order->before);
    vl_stream_free(order->stream);
    vl_scene_free(order->scene);
    vl_free(order->integrators);
    vl_free(order->points);
    vl_free(order);
}

// --- what is asked ---

double vl_order_progress(const vl_order *order)
{
    return atomic_load(&order->per_mille) / 1000.0;
}

int vl_order_integrator_count(const vl_order *order)
{
    return order->count;
}

const vl_integrator *vl_order_integrator(const vl_order *order, int index)
{
    return order->integrators[index];
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
                                       .least = points[i].least[quantity],
                                       .most = points[i].most[quantity],
                                       .diverged = points[i].diverged > 0};
    return vl_order_fit_samples(samples, count);
}

const char *vl_order_lacks(const vl_order *order, vl_order_quantity quantity, vl_order_when when)
{
    if (vl_truth_knows(&order->truth, quantity, when))
        return NULL;
    if (quantity == VL_ORDER_ENERGY && !order->truth.energy_exists)
        return "a force depends on time: there is no energy";
    return "no exact solution is known of this scene: there are errors at the end only";
}

const vl_stream *vl_order_stream(const vl_order *order)
{
    return order->stream;
}

const char *vl_order_against(const vl_order *order)
{
    return order->against;
}

double vl_order_duration(const vl_order *order)
{
    return order->duration;
}

int vl_order_seeds(const vl_order *order)
{
    return order->seeds;
}

bool vl_order_is_local(const vl_order *order)
{
    return order->settings.local;
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

const char *vl_order_links_note(const vl_order *order)
{
    const vl_world *world = order->truth.world;
    if (world->collider_count > 0)
        return "Contacts are events within a step, and have an order of their own.";
    if (world->links.hard_count == 0)
        return NULL;
    return world->solver.direction == VL_DIRECTION_NEW
               ? "Declared is the integrator alone: along the new direction rods and strings are "
                 "of "
                 "order 1."
               : "Declared is the integrator alone: rods and strings must be solved well enough, "
                 "too.";
}
