#include "lab/reference_run.h"

#include "base/memory.h"
#include "base/worker.h"
#include "lab/best_method.h"
#include "physics/math/axes.h"

#include <math.h>

// The method is chosen for frames up to this length, s.
static const double longest_frame = 1 / 30.0;

// A frame that the world has made and the run has not yet made.
typedef struct frame {
    double dt, time; // s; `time` is that at its end
    int64_t step;
    double *x[VL_AXES]; // m, positions of the world at its end
} frame;

struct vl_reference_run {
    vl_best_pair pair;
    int count, parts; // particles; steps of the fine run in a frame
    int made;         // steps of the fine run made in the present frame
    vl_reference_mode mode;
    vl_worker *worker;
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

// --- a frame of it ---

// Compares the run with the world after the frame just made.
static vl_track find(vl_reference_run *run, const frame *f)
{
    vl_best_pair_judge(&run->pair);
    vl_track track = {
        .state = VL_TRACK_FOLLOWS,
        .step = f->step,
        .time = f->time,
        .error = vl_axes_distance(run->pair.fine->particles.x, f->x, run->count),
        .own_error = vl_best_pair_bound(&run->pair),
        .touched = run->pair.touched,
        .since = run->track.since,
        .horizon = (double)NAN,
    };
    run->largest = fmax(run->largest, track.error);
    if (!isnan(run->pair.own) && !vl_best_pair_hides(&run->pair, run->largest))
        return track;
    track.state = VL_TRACK_BEYOND;
    track.error = track.own_error = (double)NAN;
    track.horizon = f->time;
    return track;
}

static void complete(vl_reference_run *run, const frame *f)
{
    vl_track track = find(run, f);
    vl_worker_lock(run->worker);
    run->track = run->stop ? run->track : track;
    run->recent[track.step % VL_REFERENCE_KEPT] = run->track;
    vl_axes_copy(run->x, run->pair.fine->particles.x, run->count);
    run->first = (run->first + 1) % run->capacity;
    run->waiting--;
    run->stop = run->stop || track.state == VL_TRACK_BEYOND;
    vl_worker_unlock(run->worker);
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

    vl_best_pair_step(&run->pair, f->dt / run->parts);
    run->made += 2;
    if (run->made == run->parts || vl_best_pair_failed(&run->pair)) {
        run->made = 0;
        complete(run, f);
    }
    return true;
}

// --- the caller's side ---

static int capacity_for(int particles)
{
    size_t bytes = (size_t)particles * VL_AXES * sizeof(double);
    size_t fit = VL_REFERENCE_MOST_BYTES / bytes;
    return fit > VL_REFERENCE_MOST_FRAMES ? VL_REFERENCE_MOST_FRAMES : fit > 4 ? (int)fit : 4;
}

vl_reference_run *vl_reference_run_create(const vl_world *world, vl_reference_mode mode)
{
    vl_reference_run *run = vl_alloc(1, sizeof *run);
    run->count = world->particles.count;
    run->parts = (int)vl_best_parts(world->solver.substeps);
    run->mode = mode;
    run->pair = vl_best_pair_create(world, longest_frame / run->parts);
    run->capacity = mode == VL_REFERENCE_AT_ONCE ? 1 : capacity_for(run->count);
    run->frames = vl_alloc((size_t)run->capacity, sizeof *run->frames);
    run->largest = vl_axes_distance(run->pair.fine->particles.x, world->particles.x, run->count);
    vl_axes_create(run->x, run->count);
    vl_axes_copy(run->x, run->pair.fine->particles.x, run->count);
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
    vl_best_pair_free(&run->pair);
    for (int i = 0; i < run->capacity; i++)
        vl_axes_free(run->frames[i].x);
    vl_free(run->frames);
    vl_axes_free(run->x);
    vl_free(run);
}

// The place of the next frame in the ring. Where the ring is full it is NULL, and the run gives up.
static frame *next_place(vl_reference_run *run)
{
    vl_worker_lock(run->worker);
    frame *place = &run->frames[(run->first + run->waiting) % run->capacity];
    if (run->waiting == run->capacity && !run->stop) {
        run->stop = true;
        run->track.state = VL_TRACK_GAVE_UP;
    }
    if (run->stop)
        place = NULL;
    vl_worker_unlock(run->worker);
    return place;
}

void vl_reference_run_feed(vl_reference_run *run, const vl_world *world, double dt)
{
    frame *place = next_place(run);
    if (!place)
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
    if (run->mode == VL_REFERENCE_AT_ONCE)
        vl_worker_wait(run->worker, VL_FOREVER);
}

void vl_reference_run_turn(vl_reference_run *run, double budget)
{
    vl_worker_turn(run->worker, budget);
}

void vl_reference_run_wait(vl_reference_run *run, double most)
{
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
