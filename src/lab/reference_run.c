#include "lab/reference_run.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/worker.h"
#include "physics/contacts/contacts.h"
#include "physics/forces/frequency.h"
#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "physics/world/world.h"

#include <float.h>

// With more rods and strings than these, a net is not solved directly: a step would take too long.
static const int most_links_at_once = 400;

// Limits of the Gauss–Seidel sweeps for larger nets; a sweep takes some nanoseconds per link.
static const int most_sweeps = 200;
static const double sweep_tolerance = 1e-10;

// --- convergence ---

const char *vl_best_refuses(const vl_world *world)
{
    const vl_links *links = &world->links;
    if (vl_world_rules(world).damping_per_step > 0)
        return "damping per step";
    for (int i = 0; i < links->hard_count; i++)
        if (links->tear[i] > 0 && links->compliance[i] == 0)
            return "rods that tear";
    if (vl_contacts_respond_by(world, VL_RESPONSE_MOVE_OUT))
        return "the response move-out";
    return NULL;
}

// Bits: d, m, from what attracts or turns, is within the cutoff (of a string: slack), or `moved` in
// the last step by more than a fourth of itself: in such a step no method is of its order.
static uint64_t nearness(vl_vec3 d, vl_vec3 moved, double cutoff)
{
    double r = vl_length(d);
    return r <= cutoff ? 1 : 4 * vl_length(moved) > r ? 2 : 0;
}

uint64_t vl_best_regime(const vl_world *world)
{
    const vl_links *links = &world->links;
    const vl_particles *p = &world->particles;
    double *const *x = p->x, *const *old = world->now.begun ? p->x_old : p->x;
    uint64_t hash = vl_hash_word(VL_HASH_START, (uint64_t)links->count);
    for (int i = 0; i < links->count; i++) {
        int a = links->from[i], b = links->to[i];
        vl_vec3 d = vl_sub(vl_read(x, b), vl_read(x, a));
        vl_vec3 was = vl_sub(vl_read(old, b), vl_read(old, a));
        double slack = links->kind[i] == VL_STRING ? links->length[i] * (1 - 1e-6) : 0;
        bool turns = links->length[i] > 0 && !p->dial[a];
        hash = vl_hash_word(hash, nearness(d, vl_scale(vl_sub(d, was), turns), slack));
    }
    for (int k = 0; k < world->force_count; k++) {
        const vl_force *force = &world->forces[k];
        bool pairs = force->kind == &vl_force_gravitation;
        bool none = !pairs && force->kind != &vl_force_central && !(force->cutoff > 0);
        for (int i = 0; !none && i < p->count; i++)
            for (int j = 0; j < (pairs ? i : 1) && !p->dial[i]; j++) {
                vl_vec3 d = vl_sub(vl_read(x, i), pairs ? vl_read(x, j) : force->center);
                vl_vec3 was = vl_sub(vl_read(old, i), pairs ? vl_read(old, j) : force->center);
                bool at = !(pairs && p->dial[j]); // a dial is at no place
                hash = vl_hash_word(hash, at ? nearness(d, vl_sub(d, was), force->cutoff) : 0);
            }
    }
    return hash;
}

// --- which method ---

// The method of highest order that the world allows. With links that move particles no method has
// an order above 2. Without forces that differ from place to place contacts need none.
static const vl_integrator *method_for(const vl_world *world, double step)
{
    static const double gentle = 0.5; // largest ω h for an explicit method

    bool even = world->force_count == 0 && world->links.count == 0 && world->damping == 0;
    bool free = world->links.hard_count == 0 && !(world->contact_memory && even);
    bool stiff = free && vl_frequency_highest(world).omega * step > gentle;
    return vl_integrator_find(stiff ? "implicit-midpoint" : free ? "rk4" : "velocity-verlet");
}

// Solves directly along the old direction, which is of second order and conserves the energy, where
// that is affordable and the links are not overdetermined; else by sweeps down to a tolerance.
static vl_solver_settings solver_for(const vl_world *world)
{
    int links = world->links.hard_count;
    int64_t freedoms = 0;
    for (int i = 0; i < world->particles.count; i++)
        freedoms += world->particles.inverse_mass[i] > 0 ? VL_AXES : 0;
    bool net = links <= most_links_at_once && links <= freedoms;
    vl_solver_settings settings = vl_solver_defaults();
    settings.direction = VL_DIRECTION_OLD;
    settings.iterations = most_sweeps;
    settings.tolerance = sweep_tolerance;
    if (links > 0 && (net || vl_direct_is_tridiagonal(world))) {
        settings.method = &vl_solver_direct;
        settings.iterations = 30;
        settings.tolerance = 0;
    }
    return settings;
}

vl_world *vl_best_world(const vl_world *world, double step)
{
    vl_solver_settings solver = solver_for(world);
    vl_world *best = vl_world_copy(world, method_for(world, step), &solver);
    vl_world_straighten(best);
    best->naive_start = false;
    return best;
}

bool vl_best_failed(const vl_world *world)
{
    return world->now.diverged || world->solved.failed > 0;
}

// --- a run: two worlds from one start; `fine` makes two steps for each of `coarse` ---

enum {
    PARTS = 64,        // steps of `fine` in one step of the world, up to the limit below
    PARTS_MOST = 1024, // in a frame
    PARTS_LEAST = 4    // but never fewer than these in one step
};

// The method is chosen for frames up to this length, s.
static const double longest_frame = 1 / 30.0;

// A frame that the world has made and the run has not yet made.
typedef struct frame {
    double dt, time; // s; `time` is that at its end
    int64_t step;
    double *x[VL_AXES]; // m, positions of the world at its end
} frame;

struct vl_reference_run {
    vl_world *fine, *coarse;
    uint64_t regime;                    // at the start, vl_best_regime()
    double low[VL_AXES], high[VL_AXES]; // m, box of the motion so far
    int count, parts;                   // particles; steps of `fine` in a frame
    int made;                           // of them in the present frame
    vl_reference_mode mode;
    vl_worker *worker;
    double touched; // s, time of the first event; NaN before
    double largest; // m, largest error so far

    // guarded by the lock of the worker
    int capacity, first, waiting; // ring buffer of frames
    frame *frames;
    bool stop; // the run gave up or is beyond the horizon
    double fed_time;
    vl_track track;
    vl_track recent[VL_REFERENCE_KEPT]; // the newest results, by step
    double *x[VL_AXES];                 // m, positions of the fine run at the step of `track`
};

static double distance_to(const vl_reference_run *run, double *const x[VL_AXES])
{
    return vl_axes_distance(run->fine->particles.x, x, run->count);
}

// Extends the box by the present positions. Returns its diagonal, m; `far`: its largest coordinate.
static double size_of(vl_reference_run *run, double *far)
{
    double sum = *far = 0;
    for (int axis = 0; axis < VL_AXES; axis++) {
        const double *x = run->fine->particles.x[axis];
        for (int i = 0; i < run->count; i++) {
            run->low[axis] = fmin(run->low[axis], x[i]);
            run->high[axis] = fmax(run->high[axis], x[i]);
        }
        sum += (run->high[axis] - run->low[axis]) * (run->high[axis] - run->low[axis]);
        *far = fmax(*far, fmax(-run->low[axis], run->high[axis]));
    }
    return sqrt(sum);
}

// Whether the last step had an event: a particle touched a collider or is inside a penalty, or the
// regime changed.
static bool has_event(const vl_reference_run *run, const vl_world *world)
{
    return world->contacts > 0 || vl_best_regime(world) != run->regime ||
           (world->collider_count > 0 && vl_energy_contacts(world) > 0);
}

// Makes two fine steps of `h` s and one coarse step of 2 h.
static void step(vl_reference_run *run, double h)
{
    vl_world_step(run->coarse, 2 * h);
    bool touched = has_event(run, run->coarse);
    for (int i = 0; i < 2; i++) {
        vl_world_step(run->fine, h);
        touched = touched || has_event(run, run->fine);
    }
    if (touched && isnan(run->touched))
        run->touched = run->fine->now.time;
    run->made += 2;
}

static bool failed(const vl_reference_run *run)
{
    return vl_best_failed(run->fine) || vl_best_failed(run->coarse);
}

// Compares the run with the world after the frame just made. Its own error is a bound before the
// first event alone: what an event adds to the errors of both worlds may be far larger than their
// distance.
static vl_track find(vl_reference_run *run, const frame *f)
{
    double far, own = distance_to(run, run->coarse->particles.x), size = size_of(run, &far);
    double rounding = DBL_EPSILON * (double)run->fine->now.frames * far; // half of it by velocities
    vl_track track = {
        .state = VL_TRACK_FOLLOWS,
        .step = f->step,
        .time = f->time,
        .error = distance_to(run, f->x),
        .own_error = isnan(run->touched) ? 2 * own + rounding : (double)NAN,
        .touched = run->touched,
        .since = run->track.since,
        .horizon = (double)NAN,
    };
    run->largest = fmax(run->largest, track.error);
    bool lost = isnan(own) || own > VL_HORIZON_OF_SIZE * size || failed(run);
    bool hides = own > VL_HORIZON_OF_ERROR * run->largest && own > VL_HORIZON_FLOOR * size;
    if (!lost && !hides)
        return track;
    track.state = VL_TRACK_BEYOND;
    track.error = track.own_error = (double)NAN;
    track.horizon = f->time;
    return track;
}

static bool piece(void *user)
{
    vl_reference_run *run = user;
    vl_worker_lock(run->worker);
    bool there = run->waiting > 0 && !run->stop;
    const frame *f = &run->frames[run->first];
    vl_worker_unlock(run->worker);
    if (!there)
        return false;

    step(run, f->dt / run->parts);
    if (run->made < run->parts && !failed(run))
        return true;
    run->made = 0;
    vl_track track = find(run, f);
    vl_worker_lock(run->worker);
    run->track = run->stop ? run->track : track;
    run->recent[track.step % VL_REFERENCE_KEPT] = run->track;
    vl_axes_copy(run->x, run->fine->particles.x, run->count);
    run->first = (run->first + 1) % run->capacity;
    run->waiting--;
    run->stop = run->stop || track.state == VL_TRACK_BEYOND;
    vl_worker_unlock(run->worker);
    return true;
}

// --- the caller's side ---

vl_reference_run *vl_reference_run_create(const vl_world *world, vl_reference_mode mode)
{
    vl_reference_run *run = vl_alloc(1, sizeof *run);
    run->count = world->particles.count;
    int steps = world->solver.substeps, least = PARTS_LEAST * steps;
    run->parts = steps > PARTS_MOST / PARTS ? PARTS_MOST : PARTS * steps;
    run->parts = run->parts < least ? least : run->parts;
    run->mode = mode;
    run->fine = vl_best_world(world, longest_frame / run->parts);
    run->coarse = vl_best_world(world, longest_frame / run->parts);
    run->regime = vl_best_regime(run->fine);
    run->touched = (double)NAN;
    for (int axis = 0; axis < VL_AXES; axis++) {
        run->low[axis] = HUGE_VAL;
        run->high[axis] = -HUGE_VAL;
    }
    size_of(run, &(double){0});
    size_t fit = VL_REFERENCE_MOST_BYTES / ((size_t)run->count * VL_AXES * sizeof(double));
    int frames = fit > VL_REFERENCE_MOST_FRAMES ? VL_REFERENCE_MOST_FRAMES : fit > 4 ? (int)fit : 4;
    run->capacity = mode == VL_REFERENCE_AT_ONCE ? 1 : frames;
    run->frames = vl_alloc((size_t)run->capacity, sizeof *run->frames);
    run->largest = distance_to(run, world->particles.x);
    vl_axes_create(run->x, run->count);
    vl_axes_copy(run->x, run->fine->particles.x, run->count);
    run->fed_time = world->now.time;
    run->track = (vl_track){.state = VL_TRACK_FOLLOWS,
                            .step = world->now.frames,
                            .time = world->now.time,
                            .since = world->now.time,
                            .error = run->largest,
                            .touched = (double)NAN,
                            .horizon = (double)NAN};
    run->recent[run->track.step % VL_REFERENCE_KEPT] = run->track;
    run->worker = vl_worker_create(piece, run);
    if (mode == VL_REFERENCE_BESIDE)
        vl_worker_start(run->worker); // the first frame wakes it
    return run;
}

void vl_reference_run_free(vl_reference_run *run)
{
    if (!run)
        return;
    vl_worker_free(run->worker);
    vl_world_free(run->fine);
    vl_world_free(run->coarse);
    for (int i = 0; i < run->capacity; i++)
        vl_axes_free(run->frames[i].x);
    vl_free(run->frames);
    vl_axes_free(run->x);
    vl_free(run);
}

void vl_reference_run_feed(vl_reference_run *run, const vl_world *world, double dt)
{
    vl_worker_lock(run->worker);
    frame *place = &run->frames[(run->first + run->waiting) % run->capacity];
    if (run->waiting == run->capacity && !run->stop) {
        run->stop = true;
        run->track.state = VL_TRACK_GAVE_UP;
    }
    bool stopped = run->stop;
    vl_worker_unlock(run->worker);
    if (stopped)
        return;
    if (!place->x[0])
        vl_axes_create(place->x, run->count);
    vl_axes_copy(place->x, world->particles.x, run->count);
    place->dt = dt;
    place->time = world->now.time;
    place->step = world->now.frames;

    vl_worker_lock(run->worker);
    run->waiting++;
    run->fed_time = world->now.time;
    vl_worker_unlock(run->worker);
    vl_worker_wake(run->worker);
}

double vl_reference_run_turn(vl_reference_run *run, double budget)
{
    vl_worker_turn(run->worker, budget);
    bool here = run->mode != VL_REFERENCE_BESIDE && !vl_worker_has_finished(run->worker);
    return here && run->made > 0 ? (double)run->made / run->parts : 1;
}

void vl_reference_run_wait(vl_reference_run *run, int64_t step, double most)
{
    int64_t lag = step - vl_reference_run_track_at(run, -1).step;
    if (lag > 0 && lag <= VL_REFERENCE_KEPT)
        vl_worker_wait(run->worker, most);
}

vl_track vl_reference_run_track_at(vl_reference_run *run, int64_t step)
{
    vl_worker_lock(run->worker);
    const vl_track *recent = &run->recent[step >= 0 ? step % VL_REFERENCE_KEPT : 0];
    bool found = run->track.state == VL_TRACK_FOLLOWS && recent->state == VL_TRACK_FOLLOWS &&
                 recent->step == step;
    vl_track track = found ? *recent : run->track;
    track.behind = run->fed_time - track.time;
    vl_worker_unlock(run->worker);
    return track;
}

bool vl_reference_run_positions(vl_reference_run *run, int64_t step, double *const x[VL_AXES])
{
    vl_worker_lock(run->worker);
    bool there = run->track.state == VL_TRACK_FOLLOWS && run->track.step == step;
    if (there)
        vl_axes_copy(x, run->x, run->count);
    vl_worker_unlock(run->worker);
    return there;
}
