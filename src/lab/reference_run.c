#include "lab/reference_run.h"

#include "base/memory.h"
#include "base/worker.h"
#include "physics/axes.h"
#include "physics/link_block.h"
#include "physics/sparse.h"

#include <math.h>

// Rods and strings of a net that are solved at once; of more a step would take too long.
static const int most_links_at_once = 400;

// Of the others: a sweep costs some nanoseconds a link.
static const int most_sweeps = 200;
static const double sweep_tolerance = 1e-10;

// An explicit method is taken where ω h is no more than this in a frame of longest_frame, s.
static const double gentle = 0.5, longest_frame = 1 / 30.0;

// A frame of the world that waits for the run to come.
typedef struct frame {
    double dt, time; // s; the time at its end
    int64_t step;
    double *x[VL_AXES]; // m, of the world at its end
} frame;

struct vl_reference_run {
    vl_world *fine, *coarse;
    int count, parts; // particles; steps of the fine run in a frame
    int made;         // of those, in the present frame
    bool smooth;
    vl_reference_way way;
    vl_worker *worker;
    double low[VL_AXES], high[VL_AXES]; // m, box of the motion so far
    double largest;                     // m, error so far

    // behind the lock
    int capacity, first, waiting; // of the ring of frames
    frame *frames;
    bool stop; // given up, or beyond the horizon
    double fed_time;
    vl_track track;
    vl_track kept[VL_REFERENCE_KEPT]; // by step, the last ones
    double *x[VL_AXES];               // m, of the fine run at the step of `track`
};

// --- which method ---

static bool tears_hard_links(const vl_world *world)
{
    const vl_links *links = &world->links;
    for (int i = 0; i < links->hard_count; i++)
        if (links->tear[i] > 0 && links->compliance[i] == 0)
            return true;
    return false;
}

const char *vl_reference_run_refuses(const vl_world *world)
{
    if (world->damping_per_step > 0)
        return "damping per step";
    if (tears_hard_links(world))
        return "rods that tear";
    return NULL;
}

// s⁻², a bound of ω² of the springs: twice the largest Σ k/m of a particle (Gershgorin's theorem).
static double stiffest(const vl_world *world)
{
    const vl_links *links = &world->links;
    double *sum = vl_alloc((size_t)world->particles.count, sizeof *sum), most = 0;
    for (int i = links->hard_count; i < links->count; i++) {
        sum[links->from[i]] += links->stiffness[i];
        sum[links->to[i]] += links->stiffness[i];
    }
    for (int i = 0; i < world->particles.count; i++)
        most = fmax(most, 2 * sum[i] * world->particles.inverse_mass[i]);
    vl_free(sum);
    return most;
}

// The method of highest order that the world allows: impacts and links leave the second.
static const vl_integrator *method_for(const vl_world *world, int parts)
{
    const vl_integrator *implicit = vl_integrator_find("implicit-midpoint");
    bool free = world->links.hard_count == 0 && world->collider_count == 0;
    bool stiff = sqrt(stiffest(world)) * longest_frame / parts > gentle;
    if (stiff && free && !vl_integrator_lacks(implicit))
        return implicit;
    return vl_integrator_find(free && !stiff ? "rk4" : "velocity-verlet");
}

// Directions in which the particles can move.
static int64_t freedoms(const vl_world *world)
{
    int64_t movers = 0;
    for (int i = 0; i < world->particles.count; i++)
        movers += world->particles.inverse_mass[i] > 0;
    return VL_AXES * movers;
}

// At once along the old direction, which is of second order and keeps the energy, wherever that
// is affordable and there is a solution; else swept until nothing is left.
static vl_solver_settings solver_for(const vl_world *world)
{
    int links = world->links.hard_count;
    bool net = links <= most_links_at_once && links <= freedoms(world) && vl_sparse_available();
    vl_solver_settings settings = vl_solver_defaults();
    settings.direction = VL_DIRECTION_OLD;
    settings.iterations = most_sweeps;
    settings.tolerance = sweep_tolerance;
    if (links > 0 && (net || vl_block_is_path(world))) {
        settings.method = &vl_solver_direct;
        settings.iterations = 30;
        settings.tolerance = 0;
    }
    return settings;
}

// Whether nothing happens in the world from one moment to the next.
static bool is_smooth(const vl_world *world)
{
    const vl_links *links = &world->links;
    bool smooth = world->collider_count == 0 && !links->may_tear;
    for (int i = 0; i < links->hard_count; i++)
        smooth = smooth && links->kind[i] == VL_ROD && links->compliance[i] == 0;
    return smooth;
}

// Steps of a frame: 64 of each substep, but not without end.
static int parts_for(const vl_world *world)
{
    int substeps = world->solver.substeps;
    int wanted = substeps > VL_REFERENCE_PARTS_MOST / VL_REFERENCE_PARTS
                     ? VL_REFERENCE_PARTS_MOST
                     : VL_REFERENCE_PARTS * substeps;
    int least = VL_REFERENCE_PARTS_LEAST * substeps;
    return wanted > least ? wanted : least;
}

// --- a frame of it ---

// Grows the box by where the fine run is; its diagonal, m.
static double size_of_motion(vl_reference_run *run)
{
    double sum = 0;
    for (int axis = 0; axis < VL_AXES; axis++) {
        const double *x = run->fine->particles.x[axis];
        for (int i = 0; i < run->count; i++) {
            run->low[axis] = fmin(run->low[axis], x[i]);
            run->high[axis] = fmax(run->high[axis], x[i]);
        }
        sum += (run->high[axis] - run->low[axis]) * (run->high[axis] - run->low[axis]);
    }
    return sqrt(sum);
}

// m, of the particle for which it is largest.
static double largest_distance(double *const a[VL_AXES], double *const b[VL_AXES], int count)
{
    double most = 0;
    for (int i = 0; i < count; i++)
        most = fmax(most, vl_length(vl_sub(vl_read(a, i), vl_read(b, i))));
    return most;
}

// Whether a run went wrong in the frame just made.
static bool failed(const vl_world *world)
{
    return world->now.diverged || world->solved.failed > 0;
}

static bool is_beyond(const vl_reference_run *run, double own, double size)
{
    bool large = own > VL_HORIZON_OF_SIZE * size;
    bool near = own > VL_HORIZON_OF_ERROR * run->largest && own > VL_HORIZON_FLOOR * size;
    return large || near || failed(run->fine) || failed(run->coarse);
}

// What the frame just made tells.
static vl_track find(vl_reference_run *run, const frame *f)
{
    double *const *x = run->fine->particles.x;
    double between = largest_distance(x, run->coarse->particles.x, run->count);
    double own = run->smooth ? between / 3 : between, size = size_of_motion(run);
    vl_track track = {
        .state = VL_TRACK_FOLLOWS,
        .step = f->step,
        .time = f->time,
        .error = largest_distance(x, f->x, run->count),
        .own_error = own,
        .since = run->track.since,
        .horizon = (double)NAN,
    };
    run->largest = fmax(run->largest, track.error);
    if (!is_beyond(run, own, size))
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
    run->kept[track.step % VL_REFERENCE_KEPT] = run->track;
    vl_axes_copy(run->x, run->fine->particles.x, run->count);
    run->first = (run->first + 1) % run->capacity;
    run->waiting--;
    run->stop = run->stop || track.state == VL_TRACK_BEYOND;
    vl_worker_unlock(run->worker);
}

// The steps 1/32 and 1/64 long that end at the same moment, as one piece.
static void step_both(vl_reference_run *run, double dt)
{
    double h = dt / run->parts;
    vl_world_step(run->coarse, 2 * h);
    for (int i = 0; i < 2; i++)
        vl_world_step(run->fine, h);
    run->made += 2;
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

    step_both(run, f->dt);
    bool over = run->made == run->parts || failed(run->fine) || failed(run->coarse);
    if (over) {
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

static void make_worlds(vl_reference_run *run, const vl_world *world)
{
    vl_solver_settings solver = solver_for(world);
    const vl_integrator *method = method_for(world, run->parts);
    run->fine = vl_world_copy(world, method, &solver);
    run->coarse = vl_world_copy(world, method, &solver);
    vl_world_straighten(run->fine);
    vl_world_straighten(run->coarse);
    run->fine->naive_start = run->coarse->naive_start = false;
}

vl_reference_run *vl_reference_run_create(const vl_world *world, vl_reference_way way)
{
    vl_reference_run *run = vl_alloc(1, sizeof *run);
    run->count = world->particles.count;
    run->parts = parts_for(world);
    run->smooth = is_smooth(world);
    run->way = way;
    make_worlds(run, world);
    run->capacity = way == VL_REFERENCE_AT_ONCE ? 1 : capacity_for(run->count);
    run->frames = vl_alloc((size_t)run->capacity, sizeof *run->frames);
    for (int axis = 0; axis < VL_AXES; axis++) {
        run->low[axis] = HUGE_VAL;
        run->high[axis] = -HUGE_VAL;
    }
    size_of_motion(run);
    run->largest = largest_distance(run->fine->particles.x, world->particles.x, run->count);
    vl_axes_create(run->x, run->count);
    vl_axes_copy(run->x, run->fine->particles.x, run->count);
    run->fed_time = world->now.time;
    run->track = (vl_track){.state = VL_TRACK_FOLLOWS,
                            .step = world->now.frames,
                            .time = world->now.time,
                            .since = world->now.time,
                            .error = run->largest,
                            .horizon = (double)NAN};
    run->kept[run->track.step % VL_REFERENCE_KEPT] = run->track;
    run->worker = vl_worker_start_in_turns(piece, run);
    if (way == VL_REFERENCE_BESIDE)
        vl_worker_give_thread(run->worker); // the first frame wakes it
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

// The place of the next frame. NULL, and it gives up, where there is none.
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
    if (run->way == VL_REFERENCE_AT_ONCE)
        vl_worker_wait(run->worker);
}

void vl_reference_run_turn(vl_reference_run *run, double budget)
{
    vl_worker_turn(run->worker, budget);
}

void vl_reference_run_wait(vl_reference_run *run, double most)
{
    vl_worker_wait_for(run->worker, most);
}

vl_track vl_reference_run_track(vl_reference_run *run)
{
    return vl_reference_run_track_at(run, -1);
}

vl_track vl_reference_run_track_at(vl_reference_run *run, int64_t step)
{
    vl_worker_lock(run->worker);
    const vl_track *kept = &run->kept[step >= 0 ? step % VL_REFERENCE_KEPT : 0];
    bool found = run->track.state == VL_TRACK_FOLLOWS && kept->state == VL_TRACK_FOLLOWS &&
                 kept->step == step;
    vl_track track = found ? *kept : run->track;
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
