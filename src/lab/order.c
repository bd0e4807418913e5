#include "lab/order.h"

#include "base/clock.h"
#include "base/elementary.h"
#include "base/memory.h"
#include "base/worker.h"
#include "lab/lab.h"
#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "physics/world/world.h"
#include "scene/build.h"

#include <assert.h>
#include <string.h>

const char *const vl_order_quantity_names[VL_ORDER_QUANTITIES] = {"position", "velocity", "energy"};
static const char *const units[][VL_ORDER_QUANTITIES] = {{"m", "m/s", ""}, {"rad", "rad/s", ""}};

static const double most_steps = 1e8;       // in a run
static const double next_to_nothing = 1e-9; // a difference below this part is rounding
static const double clear = 10; // an error this many times that of the reference is the method's
static const double near_enough = 0.05; // error of the first mean, relative to the motion

enum {
    FIRST_STEPS = 50,     // of the coarsest probe
    PROBE_DOUBLES = 7,    // how often they are doubled at most
    REFERENCE_PARTS = 16, // steps of the reference in the finest substep
};

typedef vl_order_run run;

static void make_reference(vl_order *order);
static void measure(vl_order *order);

// --- the truth ---

static double energy_of(const vl_world *world)
{
    bool exists = vl_energy_exists(world);
    return exists ? vl_energy_kinetic(world) + vl_energy_potential(world) : (double)NAN;
}

// Updates size, farthest and speed with one particle.
static void include(vl_order *order, int slot, vl_motion now)
{
    order->size = fmax(order->size, vl_length(now.x));
    order->farthest = fmax(order->farthest, vl_length(vl_sub(now.x, vl_read(order->start, slot))));
    order->speed = fmax(order->speed, vl_length(now.v));
}

static void include_world(vl_order *order, const vl_world *world)
{
    double *const *v = vl_world_velocity(world);
    for (int i = 0; i < world->particles.count; i++)
        include(order, i, (vl_motion){vl_read(world->particles.x, i), vl_read(v, i)});
}

// The truth makes no mistake, as the start of the scene has none.
static void begin_truth(vl_order *order)
{
    const vl_world *begin = order->begin;
    vl_world *world = order->world = vl_world_copy(begin, begin->integrator, &begin->solver);
    order->exact = vl_exact_recognise(world);
    order->units = units[strcmp(vl_unit_of_places(world), "rad") == 0];
    order->energy_exists = vl_energy_exists(world);
    order->energy_is_conserved = vl_energy_is_conserved(world);
    order->energy = energy_of(world);
    order->scale = vl_energy_scale_of(world);
    order->energy_parts = vl_energy_kinetic(world) + fabs(vl_energy_gravity(world)) +
                          vl_energy_springs(world) + vl_energy_contacts(world);
    for (int k = 0; k < world->force_count; k++)
        order->energy_parts += fabs(vl_energy_force(world, k));
    for (int q = 0; q < VL_ORDER_QUANTITIES; q++)
        order->own_error[q] = (double)NAN;
    vl_axes_take(&order->arena, order->start, world->particles.count);
    vl_axes_take(&order->arena, order->end.x, world->particles.count);
    vl_axes_take(&order->arena, order->end.v, world->particles.count);
    vl_axes_copy(order->start, world->particles.x, world->particles.count);
    include_world(order, world);
}

// Puts the exact state at time `t`, s, into the particles of a world of the same scene.
static void set_exact_state(const vl_order *order, vl_world *world, double t)
{
    vl_particles *p = &world->particles;
    for (int i = 0; i < p->count; i++) {
        vl_motion there = vl_exact_motion(order->exact, i, t);
        vl_write(p->x, i, there.x);
        vl_write(p->v, i, there.v);
    }
}

// Errors of a synchronised world against the exact solution at its time or, without one, against
// the reference run at `end`; NaN where there is neither.
static void find_errors(vl_order *order, const vl_world *world, const vl_order_end *end,
                        double errors[VL_ORDER_QUANTITIES])
{
    const vl_particles *p = &world->particles;
    double *const *x = end ? end->x : NULL, *const *v = end ? end->v : NULL;
    double energy = order->energy_is_conserved ? order->energy : end ? end->energy : (double)NAN;
    if (order->exact) {
        set_exact_state(order, order->world, world->now.time);
        x = order->world->particles.x;
        v = order->world->particles.v;
        energy = order->energy_is_conserved ? order->energy : energy_of(order->world);
    }
    errors[VL_ORDER_POSITION] = x ? vl_axes_distance(p->x, x, p->count) : (double)NAN;
    errors[VL_ORDER_VELOCITY] =
        v ? vl_axes_distance(vl_world_velocity(world), v, p->count) : (double)NAN;
    errors[VL_ORDER_ENERGY] =
        order->energy_exists ? vl_energy_scale_share(&order->scale, fabs(energy_of(world) - energy))
                             : (double)NAN;
}

// --- a run ---

// Finds the next step, which the world needs as well for its velocity at tₙ. A step that reaches
// the duration but for rounding ends there exactly.
static void find_next(const vl_order *order, run *r)
{
    double time = r->world->now.time, left = order->duration - time;
    r->more = vl_run_next_dt(r->stream, time, order->duration, &r->dt);
    if (r->more && fabs(left - r->dt) < next_to_nothing * r->dt)
        r->dt = left;
    r->world->next_dt = fmax(r->dt, 0);
}

static void begin_run(vl_order *order, vl_world *world, vl_stream *stream)
{
    order->now = (run){.world = world, .stream = stream};
    vl_stream_rewind(stream);
    find_next(order, &order->now);
}

// The steps are equal, at most `longest` s, and fill the duration.
static void begin_equal(vl_order *order, vl_world *world, double longest)
{
    double steps = ceil(order->duration / longest * (1 - next_to_nothing));
    vl_stream_scale(order->equal, order->duration / steps);
    begin_run(order, world, order->equal);
}

// The scene at its start, for a method.
static vl_world *world_for(const vl_order *order, const vl_integrator *integrator)
{
    vl_world *world = vl_world_copy(order->begin, integrator, &order->begin->solver);
    vl_world_set_mistake(world, order->mistake);
    return world;
}

static void end_run(vl_order *order)
{
    order->done += (double)order->now.steps;
    vl_world_free(order->now.world);
    order->now = (run){0};
}

// Makes steps until the run or a piece of the work ends, and has each observed. True: the run has
// ended.
static bool go_on(vl_order *order, void (*observe)(vl_order *order, run *r))
{
    run *r = &order->now;
    for (double end = vl_clock_now() + VL_PIECE; r->more && vl_clock_now() < end;) {
        r->steps += vl_world_step(r->world, r->dt);
        r->more = !r->world->now.diverged;
        if (r->more)
            find_next(order, r);
        observe(order, r);
    }
    return !r->more;
}

static void take_errors(vl_order *order, run *r)
{
    bool wanted = !r->more || order->settings.local || order->exact || order->energy_is_conserved;
    if (r->world->now.diverged || !wanted)
        return;
    vl_world_synchronise(r->world);
    find_errors(order, r->world, !r->more && order->end.known ? &order->end : NULL, r->last);
    for (int q = 0; q < VL_ORDER_QUANTITIES; q++)
        r->sums[q] += r->last[q] * r->last[q];
}

// In local mode each step begins at the exact state, whatever the step before made.
static void observe_errors(vl_order *order, run *r)
{
    take_errors(order, r);
    if (!order->settings.local || !r->more)
        return;
    set_exact_state(order, r->world, r->world->now.time);
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
    return mean_of(order, order->settings.halvings) / order->begin->solver.substeps;
}

// The range of steps is known, and so is how many are left.
static void plan(vl_order *order)
{
    double reference = order->exact ? 0 : 1.5 * REFERENCE_PARTS / finest_step(order);
    order->total = order->done + order->duration * reference;
    for (int level = 0; level <= order->settings.halvings; level++)
        order->total += order->settings.integrator_count * order->settings.seeds * order->duration /
                        mean_of(order, level);
    order->work = order->exact ? measure : make_reference;
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
    if (order->exact)
        return r->last[VL_ORDER_POSITION] < near_enough * order->farthest ? order->round : -1;
    const vl_particles *p = &world->particles;
    bool first = !order->before[0];
    if (first)
        vl_axes_take(&order->arena, order->before, p->count);
    double apart = first ? HUGE_VAL : vl_axes_distance(order->before, p->x, p->count);
    vl_axes_copy(order->before, p->x, p->count);
    return apart < near_enough * r->farthest ? order->round - 1 : -1;
}

static void observe_motion(vl_order *order, run *r)
{
    const vl_particles *p = &r->world->particles;
    r->farthest = fmax(r->farthest, vl_axes_distance(order->start, p->x, p->count));
    if (!r->more)
        take_errors(order, r);
}

// Velocity Verlet with equal steps, which are halved until its error is small.
static void probe(vl_order *order)
{
    double coarsest = order->duration / FIRST_STEPS;
    if (!order->now.world) {
        set_mean(order, coarsest / vl_pow(2, order->round));
        begin_equal(order, world_for(order, vl_integrator_find("velocity-verlet")),
                    coarsest / vl_pow(2, order->round));
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

// Whether whole steps may be stretched until they fill any time.
static bool stretches(const vl_stream *stream)
{
    const vl_stream_kind *kind = stream->kind;
    return !kind->changes && !kind->takes_path && !stream->ends;
}

void vl_order_stretch(vl_stream *stream, double duration)
{
    bool repeats = vl_stream_period(stream) > 0; // then the mean was chosen so
    if (!repeats && stretches(stream)) {
        vl_moment now = {0};
        double before = 0, dt;
        while (now.time < duration && vl_stream_next(stream, now.time, &dt)) {
            before = now.time;
            vl_moment_advance(&now, dt);
        }
        bool earlier = before > 0 && duration - before < now.time - duration;
        double nearest = earlier ? before : now.time;
        vl_stream_scale(stream, stream->factor * duration / nearest);
    }
    vl_stream_rewind(stream);
}

// Gives the stream the steps of a run.
static void set_stream(const vl_order *order, int level, int seed)
{
    vl_stream_scale(order->stream, order->factor * vl_pow(0.5, level));
    vl_stream_reseed(order->stream, seed);
    vl_order_stretch(order->stream, order->duration);
}

// The size of the motion comes from the finer run, once in REFERENCE_PARTS steps. The state at the
// end is kept: the distance of the second run from the first is the reference's own error.
static void observe_reference(vl_order *order, run *r)
{
    vl_order_end *end = &order->end;
    unsigned smooth = 1u << VL_RESPONSE_PROJECTION; // impacts between two steps
    bool failed = vl_best_failed(r->world);
    order->lost = order->lost || failed || (r->world->now.touched & ~smooth) != 0 ||
                  vl_best_regime(r->world) != order->regime;
    bool sizes = order->round == 1 && r->steps % REFERENCE_PARTS == 0;
    bool ends = !r->more && !failed;
    if (r->world->now.diverged || !(sizes || ends))
        return;
    vl_world_synchronise(r->world);
    if (sizes)
        include_world(order, r->world);
    if (!ends)
        return;
    if (order->round == 1 && end->known && !order->lost)
        find_errors(order, r->world, end, order->own_error);
    vl_axes_copy(end->x, r->world->particles.x, r->world->particles.count);
    vl_axes_copy(end->v, vl_world_velocity(r->world), r->world->particles.count);
    end->energy = energy_of(r->world);
    end->known = true;
}

// Two runs, the second with half the steps of the first: their distance bounds the reference's
// error. Both use the method chosen for the longer of their two steps, and no mistake.
static void make_reference(vl_order *order)
{
    if (!order->now.world) {
        double shorter = finest_step(order) / REFERENCE_PARTS;
        vl_world *world = vl_best_world(order->world, 2 * shorter);
        order->regime = vl_best_regime(world);
        begin_equal(order, world, order->round == 0 ? 2 * shorter : shorter);
    }
    if (!go_on(order, observe_reference))
        return;
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
    return &order->points[order->level * order->settings.integrator_count + order->integrator];
}

// Sets the errors that rounding may cause. After n steps the rounding of x is about ε √n, or ε
// n^(3/2) where the method keeps a difference of positions instead of v; over the time τ of the
// run, or of a step, it causes an error of v. The bounds are four times as large.
static void set_bounds(const vl_order *order, vl_order_point *point)
{
    bool local = order->settings.local;
    bool positions = order->settings.integrators[order->integrator]->keeps_positions;
    double n = local ? 1 : point->steps, tau = local ? point->mean_dt : order->duration;
    double noise = 4 * 0x1p-52 * vl_pow(n, positions ? 1.5 : 0.5);
    double of_x = positions ? order->size / tau : 0;
    point->lower_bound[VL_ORDER_POSITION] = noise * order->size;
    point->lower_bound[VL_ORDER_VELOCITY] = noise * (order->speed + of_x);
    point->lower_bound[VL_ORDER_ENERGY] =
        noise * fmax(1, vl_energy_scale_share(&order->scale, order->energy_parts)) *
        (1 + (order->speed > 0 ? of_x / order->speed : 0));
    for (int q = 0; q < VL_ORDER_QUANTITIES; q++)
        if (!vl_order_is_of_run(order, (vl_order_quantity)q)) {
            double own = order->own_error[q], rounding = point->lower_bound[q];
            point->lower_bound[q] = isnan(own) ? HUGE_VAL : fmax(rounding, clear * own);
        }
    point->upper_bound[VL_ORDER_POSITION] = order->farthest;
    point->upper_bound[VL_ORDER_VELOCITY] = order->speed;
    point->upper_bound[VL_ORDER_ENERGY] = 1;
}

static void complete_point(vl_order *order)
{
    vl_order_point *point = point_under_way(order);
    point->steps /= order->settings.seeds;
    for (int q = 0; q < VL_ORDER_QUANTITIES; q++) {
        bool known = !point->diverged && !vl_order_lacks(order, (vl_order_quantity)q);
        point->error[q] = known ? sqrt(point->error[q] / order->settings.seeds) : (double)NAN;
    }
    set_bounds(order, point);
    atomic_fetch_add(&order->published, 1);

    order->round = 0;
    order->integrator = (order->integrator + 1) % order->settings.integrator_count;
    order->level += order->integrator == 0;
    if (order->level > order->settings.halvings)
        order->work = NULL;
}

// Runs of one point: one for each seed.
static void measure(vl_order *order)
{
    const run *r = &order->now;
    vl_order_point *point = point_under_way(order);
    if (!r->world) {
        if (order->round == 0)
            *point = (vl_order_point){.mean_dt = mean_of(order, order->level)};
        set_stream(order, order->level, order->round);
        begin_run(order, world_for(order, order->settings.integrators[order->integrator]),
                  order->stream);
    }
    if (!go_on(order, observe_errors))
        return;
    point->diverged += r->world->now.diverged;
    point->steps += (double)r->steps;
    for (int q = 0; q < VL_ORDER_QUANTITIES; q++)
        point->error[q] += vl_order_is_of_run(order, (vl_order_quantity)q)
                               ? r->sums[q] / (double)r->steps
                               : r->last[q] * r->last[q];
    end_run(order);
    if (++order->round == order->settings.seeds)
        complete_point(order);
}

bool vl_order_work(void *user)
{
    vl_order *order = user;
    for (double end = vl_clock_now() + VL_PIECE; order->work && vl_clock_now() < end;)
        order->work(order);
    double done = order->done + (double)order->now.steps;
    double part = order->total > 0 ? done / order->total : 0;
    atomic_store(&order->part, order->work ? fmin(part, 0.999) : 1);
    return order->work;
}

// --- making one ---

static bool set_truth(vl_order *order, vl_error *error)
{
    const vl_world *world = order->world;
    const vl_exact *exact = order->exact;
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
        return vl_fail_usage(error,
                             "no exact solution is known of this scene, and the error of a single "
                             "step needs the exact state before it; expected the global error");
    snprintf(order->against, sizeof order->against, "%s%s",
             exact ? "the exact solution: " : "a reference run", exact ? vl_exact_name(exact) : "");
    return true;
}

// Sets the duration, and finds how large the exact motion is on the way.
static bool set_duration(vl_order *order, vl_error *error)
{
    enum { SAMPLES = 64 };

    double length = vl_stream_length(order->stream), change = vl_stream_change(order->stream);
    double usual = order->exact ? 5 : 1;
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
    for (int k = 0; order->exact && k <= SAMPLES; k++)
        for (int i = 0; i < order->world->particles.count; i++)
            include(order, i, vl_exact_motion(order->exact, i, order->duration * k / SAMPLES));
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
    set_mean(order, isnan(s->mean) ? order->nominal
                    : s->mean == 0 ? order->duration / FIRST_STEPS
                                   : s->mean);
    double period = order->factor * vl_stream_period(order->stream);
    if (!order->exact && !(period > 0 ? period <= order->duration : stretches(order->stream)))
        return vl_fail_usage(error,
                             "no exact solution is known of this scene, and the steps of '%s' do "
                             "not fill the duration, at whose end a reference run stands for it; "
                             "expected other steps, such as fixed:0.01",
                             order->stream->text);
    order->work = probe;
    if (s->mean == 0)
        return true;
    double longest = mean_of(order, 0), finest = mean_of(order, s->halvings);
    if (longest > order->duration / 4)
        return vl_fail_usage(
            error,
            "the largest mean step is %g s, expected at most %g s, a quarter of the "
            "duration",
            longest, order->duration / 4);
    double first;
    set_stream(order, 0, 0);
    if (!vl_run_next_dt(order->stream, 0, order->duration, &first))
        return vl_fail_usage(error, "the first step is %g s, expected at most the duration, %g s",
                             first, order->duration);
    if (order->duration / finest > most_steps)
        return vl_fail_usage(error, "that is %.2g steps in the finest run, expected at most %.0g",
                             order->duration / finest, most_steps);
    order->work = plan;
    return true;
}

static bool prepare(vl_order *order, const vl_scene *scene, const vl_order_settings *settings,
                    vl_error *error)
{
    vl_scene right = *scene;
    right.mistake = NULL;
    order->begin = vl_scene_build(&right);
    order->mistake = scene->mistake;
    order->stream = vl_stream_parse(settings->stream, settings->beside, error);
    if (!order->stream)
        return false;
    if (order->stream->kind->is_frame)
        return vl_fail(error, "'frame' is measured on a display, expected another stream of time "
                              "steps, such as fixed:0.01");
    vl_stream_mismeasure(order->stream, order->mistake);
    order->settings.seeds = order->stream->kind->is_random ? settings->seeds : 1;
    order->equal = vl_stream_parse("fixed:1", NULL, error);
    begin_truth(order);
    return set_truth(order, error) && set_duration(order, error) && set_range(order, error);
}

vl_order *vl_order_create(const vl_scene *scene, const vl_order_settings *settings, vl_error *error)
{
    assert(settings->halvings >= VL_ORDER_LEAST_HALVINGS &&
           settings->halvings <= VL_ORDER_MOST_HALVINGS && settings->seeds >= 1);
    vl_order *order = vl_alloc(1, sizeof *order);
    order->settings = *settings;
    atomic_init(&order->published, 0);
    atomic_init(&order->part, 0);
    atomic_init(&order->has_reference, false);
    if (!prepare(order, scene, settings, error)) {
        vl_order_free(order);
        return NULL;
    }
    int points = order->settings.integrator_count * (settings->halvings + 1);
    order->points = vl_alloc((size_t)points, sizeof *order->points);
    return order;
}

void vl_order_free(vl_order *order)
{
    if (!order)
        return;
    vl_world_free(order->now.world);
    vl_exact_free(order->exact);
    vl_world_free(order->world);
    vl_arena_free(&order->arena);
    vl_stream_free(order->stream);
    vl_stream_free(order->equal);
    vl_world_free(order->begin);
    vl_free(order->points);
    vl_free(order);
}

// --- results ---

int vl_order_points(const vl_order *order, int integrator,
                    vl_order_point points[VL_ORDER_MOST_MEANS])
{
    int published = atomic_load(&order->published), count = 0;
    for (int i = integrator; i < published; i += order->settings.integrator_count)
        points[count++] = order->points[i];
    return count;
}

bool vl_order_is_of_run(const vl_order *order, vl_order_quantity quantity)
{
    return order->exact || (quantity == VL_ORDER_ENERGY && order->energy_is_conserved);
}

const char *vl_order_lacks(const vl_order *order, vl_order_quantity quantity)
{
    bool lacks = quantity == VL_ORDER_ENERGY && !order->energy_exists;
    return lacks ? "a force is given over time, so there is no energy" : NULL;
}

bool vl_order_is_lost(const vl_order *order, vl_order_quantity quantity)
{
    return !vl_order_is_of_run(order, quantity) && atomic_load(&order->has_reference) &&
           isnan(order->own_error[quantity]);
}

double vl_order_reference_error(const vl_order *order, vl_order_quantity quantity)
{
    const double own = order->own_error[quantity], scale[] = {order->size, order->speed, 1};
    if (!atomic_load(&order->has_reference) || isnan(own))
        return (double)NAN;
    double steps = order->duration / finest_step(order) * REFERENCE_PARTS;
    return fmax(own, 4 * 0x1p-52 * sqrt(steps) * scale[quantity]); // rounding, as in set_bounds()
}

void vl_order_add_notes(const vl_order *order, const char *end, vl_text *text)
{
    const vl_world *world = order->world;
    bool new = world->solver.direction == VL_DIRECTION_NEW;
    if (vl_forces_see_velocity(world))
        vl_text_add(text,
                    "Some forces look at the velocity: declared is the order with them, for which "
                    "methods that know it half a step late evaluate a twice.%s",
                    end);
    if (world->links.hard_count > 0)
        vl_text_add(text, "Declared is the integrator alone: %s%s",
                    new ? "along the new direction rods and strings are of order 1."
                        : "rods and strings must be solved well enough, too.",
                    end);
}

// --- the fit ---

// With fewer points the standard error means little.
enum { LEAST_FITTED = 4 };

static vl_order_fate classify(const vl_order_point *point, vl_order_quantity quantity)
{
    double error = point->error[quantity], least = point->lower_bound[quantity];
    if (least == HUGE_VAL && !point->diverged)
        return VL_ORDER_UNKNOWN;
    if (!isfinite(error))
        return VL_ORDER_DIVERGED;
    if (error > point->upper_bound[quantity])
        return VL_ORDER_LARGE;
    return error > least ? VL_ORDER_FITTED : VL_ORDER_SMALL;
}

typedef struct line {
    double slope, standard_error;
} line;

// The line through so many points (x, y).
static line line_through(const double *x, const double *y, int count)
{
    double mean_x = 0, mean_y = 0, xx = 0, xy = 0, residuals = 0;
    for (int i = 0; i < count; i++) {
        mean_x += x[i];
        mean_y += y[i];
    }
    mean_x /= count;
    mean_y /= count;
    for (int i = 0; i < count; i++) {
        xx += (x[i] - mean_x) * (x[i] - mean_x);
        xy += (x[i] - mean_x) * (y[i] - mean_y);
    }
    for (int i = 0; i < count; i++) {
        double rest = y[i] - mean_y - xy / xx * (x[i] - mean_x);
        residuals += rest * rest;
    }
    return (line){xy / xx, sqrt(residuals / ((count - 2) * xx))};
}

// Whether the first, the coarsest point, is off the line of the finer ones.
static bool is_early(const double *x, const double *y, int count)
{
    const double curvature = 0.25;
    double finer = line_through(x + 1, y + 1, count - 1).slope;
    return fabs((y[0] - y[1]) / (x[0] - x[1]) - finer) > curvature;
}

vl_order_fit vl_order_fit_points(const vl_order_point *points, int count,
                                 vl_order_quantity quantity)
{
    assert(count <= VL_ORDER_MOST_MEANS);
    double x[VL_ORDER_MOST_MEANS], y[VL_ORDER_MOST_MEANS]; // of those that are fitted
    int of[VL_ORDER_MOST_MEANS] = {0}, n = 0, first = 0, large = 0;
    vl_order_fit fit = {
        .slope = (double)NAN, .standard_error = (double)NAN, .uncertainty = (double)NAN};
    for (int i = 0; i < count; i++) {
        fit.fates[i] = classify(&points[i], quantity);
        large += fit.fates[i] == VL_ORDER_LARGE;
        if (fit.fates[i] != VL_ORDER_FITTED)
            continue;
        x[n] = vl_log(points[i].mean_dt);
        y[n] = vl_log(points[i].error[quantity]);
        of[n++] = i;
    }
    while (n - first > LEAST_FITTED && is_early(x + first, y + first, n - first))
        fit.fates[of[first++]] = VL_ORDER_EARLY;
    fit.count = n - first;
    fit.stuck = fit.count < LEAST_FITTED && large >= 2;
    if (fit.count < LEAST_FITTED)
        return fit;

    int half = (fit.count + 1) / 2;
    line all = line_through(x + first, y + first, fit.count);
    double coarser = line_through(x + first, y + first, half).slope;
    double finer = line_through(x + n - half, y + n - half, half).slope;
    fit.slope = all.slope;
    fit.standard_error = all.standard_error;
    fit.uncertainty = fmax(fit.standard_error, fabs(coarser - finer));
    return fit;
}

// Two digits as in "1.02", and never "−0.00".
const char *vl_order_slope_text(const vl_order_fit *fit, char text[VL_ORDER_TEXT])
{
    if (isnan(fit->slope))
        snprintf(text, VL_ORDER_TEXT, "%s", fit->stuck ? "none" : "–");
    else
        snprintf(text, VL_ORDER_TEXT, "%s%.2f ± %.2f", fit->slope <= -0.005 ? "−" : "",
                 fabs(fit->slope), ceil(100 * fit->uncertainty) / 100);
    return text;
}

// --- declared orders ---

int vl_order_declared(const vl_order *order, const vl_integrator *integrator)
{
    bool equal = vl_stream_steps_of(order->stream) == VL_STEPS_EQUAL;
    return (equal ? integrator->order : integrator->order_random_dt) + order->settings.local;
}
