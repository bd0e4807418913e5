#include "lab/policy_bench.h"

#include "base/memory.h"
#include "lab/run.h"
#include "physics/axes.h"
#include "scene/build.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { FINE_PARTS = 16, MOST_POLICIES = 16 };

// One world: an integrator under a policy.
typedef struct seat {
    double *before[VL_AXES]; // m, of the state before the last step
    double *drawn[VL_AXES];
    double *distance;   // m, by frame
    double *energy;     // error, by frame
    int known;          // frames whose energy is known
    double at_own_time; // m
} seat;

// A policy with its worlds.
typedef struct lane {
    const char *name;
    vl_policy policy;
    vl_lab *lab;
    seat *seats;
    int64_t *last_step; // by frame
    int frames;
    double end;             // s, simulated time at the end
    double *truth[VL_AXES]; // m, then
} lane;

struct vl_policy_bench {
    int frame_count, done;
    double *frames, *times; // s
    int lane_count, seat_count;
    lane *lanes[MOST_POLICIES];
    lane *by_end[MOST_POLICIES]; // in the order of their simulated ends
    int ends_done;
    vl_world *fine; // a run along, or the world of the exact motion
    vl_exact *exact;
    bool none;            // friction per step is another one in every other step: there is no truth
    double fine_step;     // s
    double *now[VL_AXES]; // m, the truth at the present frame
    vl_policy_bench *even; // equal frames, raw; NULL in that one itself
};

// --- frames ---

static bool add_frame(vl_policy_bench *bench, int *capacity, double dt, double end)
{
    int before = *capacity;
    bench->frames = vl_grow(bench->frames, capacity, bench->frame_count + 1, sizeof *bench->frames);
    bench->times = vl_grow(bench->times, &before, bench->frame_count + 1, sizeof *bench->times);
    bench->frames[bench->frame_count] = dt;
    bench->times[bench->frame_count++] = end;
    return bench->frame_count <= VL_POLICY_BENCH_MOST_FRAMES;
}

// Rounding may leave a little less than the whole of a frame.
static bool fits(double dt, double left)
{
    return dt <= left + 1e-9 * dt;
}

// Whole frames alone: a last one that is shortened is a change of dt that nobody asked for.
static bool read_frames(vl_policy_bench *bench, vl_stream *stream, double duration, vl_error *error)
{
    int capacity = 0;
    vl_moment now = {0};
    double dt;
    while (vl_stream_next(stream, now.time, &dt) && fits(dt, duration - now.time)) {
        if (!(dt > 0))
            continue;
        vl_moment_advance(&now, dt);
        if (!add_frame(bench, &capacity, dt, now.time))
            return vl_fail(error, "more than %d frames, expected a shorter time or longer frames",
                           VL_POLICY_BENCH_MOST_FRAMES);
    }
    return bench->frame_count > 0 || vl_fail(error, "no whole frame in that time");
}

// The same time in equal frames, of about the mean that the stream has but for a hitch.
static void make_even_frames(vl_policy_bench *even, double mean, double end)
{
    int capacity = 0, count = (int)fmin(fmax(round(end / mean), 1), VL_POLICY_BENCH_MOST_FRAMES);
    vl_moment now = {0};
    for (int k = 0; k < count; k++) {
        vl_moment_advance(&now, end / count);
        (void)add_frame(even, &capacity, end / count, now.time);
    }
}

// --- the truth ---

static void settings_of_fine(vl_scene *scene)
{
    bool links = vl_scene_total_links(scene) > 0;
    scene->integrator = vl_integrator_find(links ? "velocity-verlet" : "rk4");
    scene->mistake = NULL;
    scene->solver = vl_solver_defaults();
    scene->solver.method = &vl_solver_direct;
    scene->solver.direction = VL_DIRECTION_OLD;
    scene->solver.iterations = 32;
    scene->solver.tolerance = 1e-10;
}

static void make_truth(vl_policy_bench *bench, const vl_scene *scene)
{
    vl_scene fine = *scene;
    bench->none = scene->damping_per_step > 0;
    settings_of_fine(&fine);
    bench->fine = vl_scene_build(&fine);
    bench->exact = vl_exact_recognise(bench->fine);
    bench->fine_step = bench->frames[0] / FINE_PARTS;
    // a build may lack what direct takes for a net: then as the scene has it, in shorter steps
    if (vl_solver_refuses(bench->fine, &fine.solver)) {
        vl_world_free(bench->fine);
        fine.solver = scene->solver;
        bench->fine = vl_scene_build(&fine);
    }
    vl_axes_create(bench->now, bench->fine->particles.count);
}

// Equal steps to the time `end`.
static void run_fine(vl_policy_bench *bench, double end)
{
    double way = end - bench->fine->now.time;
    int parts = (int)fmax(ceil(way / bench->fine_step * (1 - 1e-9)), 1);
    for (int i = 0; i < parts && way > 1e-12; i++)
        vl_world_step(bench->fine, way / parts);
}

static void take_truth(vl_policy_bench *bench, double t, double *const to[VL_AXES])
{
    if (bench->none)
        return;
    if (!bench->exact)
        run_fine(bench, t);
    for (int i = 0; i < bench->fine->particles.count; i++)
        vl_write(to, i,
                 bench->exact ? vl_exact_position(bench->exact, i, t)
                              : vl_read(bench->fine->particles.x, i));
}

// The truth at the ends that come up to the time `t`, in their order.
static void take_ends(vl_policy_bench *bench, double t)
{
    while (bench->ends_done < bench->lane_count && bench->by_end[bench->ends_done]->end <= t) {
        lane *l = bench->by_end[bench->ends_done++];
        take_truth(bench, l->end, l->truth);
    }
}

static double largest_distance(double *const a[VL_AXES], double *const b[VL_AXES], int count)
{
    double largest = 0;
    for (int i = 0; i < count; i++)
        largest = fmax(largest, vl_length(vl_sub(vl_read(a, i), vl_read(b, i))));
    return largest;
}

// NaN where there is nothing to compare, or no number any more.
static double distance(const vl_policy_bench *bench, const vl_world *world,
                       double *const x[VL_AXES], double *const truth[VL_AXES])
{
    bool there = !bench->none && !world->now.diverged;
    return there ? largest_distance(x, truth, world->particles.count) : (double)NAN;
}

// --- lanes ---

// The energy of step n belongs to all frames that ended with it.
static void hear(void *user, int world, const vl_reading *reading, double *const x[VL_AXES])
{
    lane *l = user;
    seat *s = &l->seats[world];
    while (s->known < l->frames && l->last_step[s->known] <= reading->step)
        s->energy[s->known++] = reading->energy_error;
}

static double simulated_end(const vl_policy_bench *bench, vl_policy policy)
{
    double dt;
    vl_moment now = {0};
    for (int k = 0; k < bench->frame_count; k++) {
        vl_policy_frame(&policy, bench->frames[k]);
        while (vl_policy_next(&policy, &dt))
            vl_moment_advance(&now, dt);
    }
    return now.time;
}

static void make_seat(const vl_policy_bench *bench, seat *s, const vl_world *world)
{
    const vl_particles *p = &world->particles;
    vl_axes_create(s->before, p->count);
    vl_axes_create(s->drawn, p->count);
    vl_axes_copy(s->before, p->x, p->count);
    s->distance = vl_alloc((size_t)bench->frame_count, sizeof *s->distance);
    s->energy = vl_alloc((size_t)bench->frame_count, sizeof *s->energy);
}

static lane *add_lane(vl_policy_bench *bench, const vl_scene *scene,
                      const vl_integrator *const *integrators, const char *text)
{
    vl_error error = {0};
    lane *l = vl_alloc(1, sizeof *l);
    bool good = vl_policy_parse(&l->policy, text, &error);
    assert(good && bench->lane_count < MOST_POLICIES); // texts of the table and of a checked scene
    (void)good;
    l->name = l->policy.text;
    l->lab = vl_lab_create(scene, integrators, bench->seat_count);
    l->seats = vl_alloc((size_t)bench->seat_count, sizeof *l->seats);
    l->last_step = vl_alloc((size_t)bench->frame_count, sizeof *l->last_step);
    for (int i = 0; i < bench->seat_count; i++)
        make_seat(bench, &l->seats[i], vl_lab_world(l->lab, i));
    l->end = simulated_end(bench, l->policy);
    vl_axes_create(l->truth, bench->fine->particles.count);
    vl_lab_listen(l->lab, hear, l);

    int place = bench->lane_count;
    for (; place > 0 && bench->by_end[place - 1]->end > l->end; place--)
        bench->by_end[place] = bench->by_end[place - 1];
    bench->by_end[place] = l;
    bench->lanes[bench->lane_count++] = l;
    return l;
}

static void add_lanes(vl_policy_bench *bench, const vl_scene *scene,
                      const vl_integrator *const *integrators)
{
    bool own = true;
    for (int i = 0; i < vl_policy_kind_count; i++) {
        add_lane(bench, scene, integrators, vl_policy_kinds[i].form);
        own = own && strcmp(vl_policy_kinds[i].form, scene->policy) != 0;
    }
    if (own)
        add_lane(bench, scene, integrators, scene->policy);
}

static void keep_before(lane *l, int count)
{
    for (int i = 0; i < count; i++) {
        const vl_particles *p = &vl_lab_world(l->lab, i)->particles;
        vl_axes_copy(l->seats[i].before, p->x, p->count);
    }
}

static void make_frame(vl_policy_bench *bench, lane *l)
{
    int k = bench->done;
    double dt;
    l->last_step[k] = INT64_MAX; // not ended yet
    l->frames = k;
    vl_policy_frame(&l->policy, bench->frames[k]);
    while (vl_policy_next(&l->policy, &dt)) {
        if (l->policy.kind->interpolates)
            keep_before(l, bench->seat_count);
        vl_lab_advance(l->lab, dt);
    }
    l->last_step[k] = vl_lab_steps(l->lab);
    l->frames = k + 1;
    for (int i = 0; i < bench->seat_count; i++) {
        // a reading that was complete at once has been heard before its frame ended
        const vl_reading *newest = vl_lab_reading(l->lab, i);
        hear(l, i, newest, NULL);
    }
}

static void measure(vl_policy_bench *bench, lane *l)
{
    double part = vl_policy_part(&l->policy);
    for (int i = 0; i < bench->seat_count; i++) {
        seat *s = &l->seats[i];
        const vl_world *world = vl_lab_world(l->lab, i);
        int count = world->particles.count;
        vl_axes_mix(s->drawn, s->before, world->particles.x, part, count);
        s->distance[bench->done] = distance(bench, world, s->drawn, bench->now);
    }
}

// The last readings, and the distances at the simulated ends.
static void finish(vl_policy_bench *bench)
{
    take_ends(bench, HUGE_VAL);
    for (int p = 0; p < bench->lane_count; p++) {
        lane *l = bench->lanes[p];
        vl_lab_settle(l->lab, 0);
        for (int i = 0; i < bench->seat_count; i++) {
            seat *s = &l->seats[i];
            const vl_world *world = vl_lab_world(l->lab, i);
            hear(l, i, vl_lab_reading(l->lab, i), NULL);
            while (s->known < l->frames)
                s->energy[s->known++] = (double)NAN;
            s->at_own_time = distance(bench, world, world->particles.x, l->truth);
        }
    }
}

// --- the bench ---

// What is there without any disturbance. It has a truth of its own: the ends of its frames are not
// quite those of the others, and a truth that stopped at both would have to make steps of next to
// nothing.
static vl_policy_bench *create_even(const vl_policy_bench *bench, const vl_scene *scene,
                                    const vl_integrator *const *integrators, double mean)
{
    vl_policy_bench *even = vl_alloc(1, sizeof *even);
    even->seat_count = bench->seat_count;
    make_even_frames(even, mean, bench->times[bench->frame_count - 1]);
    make_truth(even, scene);
    add_lane(even, scene, integrators, "raw")->name = VL_POLICY_BENCH_NONE;
    return even;
}

vl_policy_bench *vl_policy_bench_create(const vl_scene *scene,
                                        const vl_integrator *const *integrators, int count,
                                        vl_stream *stream, double duration, vl_error *error)
{
    vl_policy_bench *bench = vl_alloc(1, sizeof *bench);
    bench->seat_count = count;
    if (!read_frames(bench, stream, duration, error)) {
        vl_policy_bench_free(bench);
        return NULL;
    }
    make_truth(bench, scene);
    add_lanes(bench, scene, integrators);
    bench->even = create_even(bench, scene, integrators, vl_stream_mean(stream, duration));
    return bench;
}

static void free_lane(lane *l, int seats)
{
    for (int i = 0; i < seats; i++) {
        vl_axes_free(l->seats[i].before);
        vl_axes_free(l->seats[i].drawn);
        vl_free(l->seats[i].distance);
        vl_free(l->seats[i].energy);
    }
    vl_axes_free(l->truth);
    vl_free(l->seats);
    vl_free(l->last_step);
    vl_lab_free(l->lab);
    vl_free(l);
}

static void free_bench(vl_policy_bench *bench)
{
    for (int p = 0; p < bench->lane_count; p++)
        free_lane(bench->lanes[p], bench->seat_count);
    vl_axes_free(bench->now);
    vl_exact_free(bench->exact);
    if (bench->fine)
        vl_world_free(bench->fine);
    vl_free(bench->frames);
    vl_free(bench->times);
    vl_free(bench);
}

void vl_policy_bench_free(vl_policy_bench *bench)
{
    if (!bench)
        return;
    if (bench->even)
        free_bench(bench->even);
    free_bench(bench);
}

static void next_frame(vl_policy_bench *bench)
{
    double t = bench->times[bench->done];
    take_ends(bench, t);
    take_truth(bench, t, bench->now);
    for (int p = 0; p < bench->lane_count; p++) {
        make_frame(bench, bench->lanes[p]);
        measure(bench, bench->lanes[p]);
    }
    if (bench->done + 1 == bench->frame_count)
        finish(bench);
    bench->done++;
}

bool vl_policy_bench_frame(vl_policy_bench *bench)
{
    if (bench->done >= bench->frame_count)
        return false;
    vl_policy_bench *even = bench->even;
    bool last = bench->done + 1 == bench->frame_count;
    double t = bench->times[bench->done];
    while (even->done < even->frame_count && (last || even->times[even->done] <= t))
        next_frame(even);
    next_frame(bench);
    return !last;
}

int vl_policy_bench_done(const vl_policy_bench *bench)
{
    return bench->done;
}

int vl_policy_bench_frames(const vl_policy_bench *bench)
{
    return bench->frame_count;
}

const char *vl_policy_bench_truth(const vl_policy_bench *bench)
{
    if (bench->none)
        return "nothing: friction per step has no limit of short steps";
    if (bench->exact)
        return vl_exact_name(bench->exact);
    return bench->fine->links.hard_count > 0 ? "a run in steps of 1/16 of the first frame, "
                                               "velocity-verlet with direct"
                                             : "a run in steps of 1/16 of the first frame, rk4";
}

const vl_policy_bench *vl_policy_bench_even(const vl_policy_bench *bench)
{
    return bench->even;
}

int vl_policy_bench_policies(const vl_policy_bench *bench)
{
    return bench->lane_count;
}

const vl_policy *vl_policy_bench_policy(const vl_policy_bench *bench, int policy)
{
    return &bench->lanes[policy]->policy;
}

// Over frames k and k + 1.
static double energy_jump(const vl_policy_bench *bench, const seat *s)
{
    double largest = 0;
    for (int k = 0; k + 1 < bench->frame_count; k++)
        largest = fmax(largest, fabs(s->energy[k + 1] - (k > 0 ? s->energy[k - 1] : 0)));
    return isnan(s->energy[bench->frame_count - 1]) ? (double)NAN : largest;
}

vl_policy_result vl_policy_bench_result(const vl_policy_bench *bench, int policy, int integrator)
{
    const lane *l = bench->lanes[policy];
    const seat *s = &l->seats[integrator];
    const vl_world *world = vl_lab_world(l->lab, integrator);
    double real = bench->times[bench->frame_count - 1];
    return (vl_policy_result){
        .policy = l->name,
        .integrator = world->integrator,
        .drift_real = s->distance[bench->frame_count - 1],
        .drift_simulated = s->at_own_time,
        .energy_jump = energy_jump(bench, s),
        .lost = l->policy.lost,
        .added = l->policy.added,
        .behind = real - (l->end - vl_policy_behind(&l->policy)),
        .steps = world->now.frames,
        .evaluations = world->evaluations,
        .diverged = world->now.diverged,
    };
}

double vl_policy_bench_time(const vl_policy_bench *bench, int frame)
{
    return bench->times[frame];
}

double vl_policy_bench_error(const vl_policy_bench *bench, int policy, int integrator, int frame)
{
    return bench->lanes[policy]->seats[integrator].distance[frame];
}
