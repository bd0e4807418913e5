#include "lab/policy_bench.h"

#include "base/clock.h"
#include "base/memory.h"
#include "lab/policy_truth.h"
#include "lab/run.h"
#include "physics/math/axes.h"
#include "physics/model/model.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double piece = 0.004; // s of real time

enum {
    MOST_POLICIES = 16,
    SHORTEST_PARTS = 64 * VL_BEST_PARTS, // of the mean substep
};

// One world: an integrator under a policy.
typedef struct seat {
    double *before[VL_AXES]; // m, of the state before the last step
    double *drawn[VL_AXES];
    double *distance;   // m, by frame
    double *energy;     // error, by frame
    int known;          // frames whose energy is known
    double largest;     // m, distance so far
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
    double own;             // m, how far that may be off
} lane;

struct vl_policy_bench {
    int frame_count, done;
    double *frames, *times; // s
    int lane_count, seat_count;
    lane *lanes[MOST_POLICIES];
    lane *by_end[MOST_POLICIES]; // in the order of their simulated ends
    int ends_done;
    int *most_steps; // of a policy, by frame
    int substeps;    // of each of them
    vl_policy_truth truth;
    char truth_text[160];
    double *now[VL_AXES];  // m, the truth at the end of the present frame
    bool arrived;          // it is there
    int lane;              // the one under way within the frame
    bool begun;            // its frame
    double own;            // m, how far the truth may be off then
    bool over;             // nothing is left to do
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

// s, the steps of a run along in a frame; not so short that rounding is all they measure.
static double fine_step(const vl_policy_bench *bench, int frame)
{
    int64_t steps = (int64_t)bench->most_steps[frame] * bench->substeps;
    double mean = bench->times[bench->frame_count - 1] / bench->frame_count;
    double least = mean / bench->substeps / SHORTEST_PARTS;
    return fmax(bench->frames[frame] / (double)vl_best_parts(steps), least);
}

static bool make_truth(vl_policy_bench *bench, const vl_scene *scene, vl_error *error)
{
    double longest = 0, steps = 0;
    for (int k = 0; k < bench->frame_count; k++) {
        double step = fine_step(bench, k);
        longest = fmax(longest, step);
        steps += ceil(bench->frames[k] / step);
    }
    bench->truth = vl_policy_truth_create(scene, longest);
    if (vl_policy_truth_runs(&bench->truth) && steps > VL_POLICY_BENCH_MOST_TRUE_STEPS)
        return vl_fail(error,
                       "no exact motion is known of this scene, and a run along would be %.2g "
                       "steps, expected at most %.0e: a shorter time, longer frames or less "
                       "substeps",
                       steps, VL_POLICY_BENCH_MOST_TRUE_STEPS);
    vl_axes_create(bench->now, bench->truth.start->particles.count);
    return true;
}

// The end of a lane that the truth comes by up to the time `t`; NULL: none.
static lane *next_end(const vl_policy_bench *bench, double t)
{
    lane *l = bench->ends_done < bench->lane_count ? bench->by_end[bench->ends_done] : NULL;
    return l && l->end <= t ? l : NULL;
}

// Two steps of the truth towards the end of the present frame, by the ends of lanes on the way;
// behind the last frame to those that are left. True when it has arrived.
static bool follow(vl_policy_bench *bench)
{
    bool behind = bench->done == bench->frame_count;
    double t = behind ? HUGE_VAL : bench->times[bench->done];
    double step = fine_step(bench, behind ? bench->done - 1 : bench->done);
    lane *l = next_end(bench, t);
    if (!l && behind)
        return true;
    double goal = l ? l->end : t;
    if (!vl_policy_truth_step(&bench->truth, goal, step))
        return false;
    vl_policy_truth_take(&bench->truth, goal, l ? l->truth : bench->now);
    if (!l) {
        bench->own = bench->truth.own;
        return true;
    }
    l->own = bench->truth.own;
    bench->ends_done++;
    return false;
}

// m. NaN where there is nothing to compare, no number any more, or where the own error of the truth
// hides it.
static double distance(const vl_policy_bench *bench, seat *s, const vl_world *world,
                       double *const x[VL_AXES], double *const truth[VL_AXES], double own)
{
    if (isnan(own) || world->now.diverged)
        return (double)NAN;
    double distance = vl_axes_distance(x, truth, world->particles.count);
    s->largest = fmax(s->largest, distance);
    return vl_best_hides(own, bench->truth.size, s->largest) ? (double)NAN : distance;
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

// s, the simulated time at the end; counts the steps of the frames.
static double simulated_end(vl_policy_bench *bench, vl_policy policy)
{
    double dt;
    vl_moment now = {0};
    for (int k = 0; k < bench->frame_count; k++) {
        int steps = 0;
        vl_policy_frame(&policy, bench->frames[k]);
        for (; vl_policy_next(&policy, &dt); steps++)
            vl_moment_advance(&now, dt);
        bench->most_steps[k] = steps > bench->most_steps[k] ? steps : bench->most_steps[k];
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
    vl_axes_create(l->truth, vl_lab_world(l->lab, 0)->particles.count);
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
        add_lane(bench, scene, integrators, vl_policy_kinds[i].form.example);
        own = own && strcmp(vl_policy_kinds[i].form.example, scene->policy) != 0;
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

static void begin_frame(vl_policy_bench *bench, lane *l)
{
    int k = bench->done;
    l->last_step[k] = INT64_MAX; // not ended yet
    l->frames = k;
    vl_policy_frame(&l->policy, bench->frames[k]);
    bench->begun = true;
}

static void end_frame(vl_policy_bench *bench, lane *l)
{
    int k = bench->done;
    l->last_step[k] = vl_lab_steps(l->lab);
    l->frames = k + 1;
    for (int i = 0; i < bench->seat_count; i++) {
        // a reading that was complete at once has been heard before its frame ended
        const vl_reading *newest = vl_lab_reading(l->lab, i);
        hear(l, i, newest, NULL);
    }
    bench->begun = false;
}

static void measure(vl_policy_bench *bench, lane *l)
{
    double part = vl_policy_part(&l->policy);
    for (int i = 0; i < bench->seat_count; i++) {
        seat *s = &l->seats[i];
        const vl_world *world = vl_lab_world(l->lab, i);
        int count = world->particles.count;
        vl_axes_mix(s->drawn, s->before, world->particles.x, part, count);
        s->distance[bench->done] = distance(bench, s, world, s->drawn, bench->now, bench->own);
    }
}

// One step of the lane, or the end of its frame. True: that.
static bool step_lane(vl_policy_bench *bench, lane *l)
{
    double dt;
    if (!bench->begun)
        begin_frame(bench, l);
    if (vl_policy_next(&l->policy, &dt)) {
        if (l->policy.kind->interpolates)
            keep_before(l, bench->seat_count);
        vl_lab_advance(l->lab, dt);
        return false;
    }
    end_frame(bench, l);
    measure(bench, l);
    return true;
}

// The last readings, and the distances at the simulated ends.
static void finish(vl_policy_bench *bench)
{
    for (int p = 0; p < bench->lane_count; p++) {
        lane *l = bench->lanes[p];
        vl_lab_settle(l->lab, 0);
        for (int i = 0; i < bench->seat_count; i++) {
            seat *s = &l->seats[i];
            const vl_world *world = vl_lab_world(l->lab, i);
            hear(l, i, vl_lab_reading(l->lab, i), NULL);
            while (s->known < l->frames)
                s->energy[s->known++] = (double)NAN;
            s->at_own_time = distance(bench, s, world, world->particles.x, l->truth, l->own);
        }
    }
}

// --- the bench ---

static void describe_truth(vl_policy_bench *bench)
{
    const vl_policy_truth *truth = &bench->truth;
    char *text = bench->truth_text;
    size_t size = sizeof bench->truth_text;
    if (truth->none)
        snprintf(text, size, "nothing: with %s it comes near to no motion, however short its steps",
                 truth->none);
    else if (truth->exact)
        snprintf(text, size, "%s", vl_exact_name(truth->exact));
    else
        snprintf(text, size, "a run along in shorter steps, %s%s%s",
                 truth->pair.fine->integrator->name,
                 truth->start->links.hard_count > 0 ? " with " : "",
                 truth->start->links.hard_count > 0 ? truth->pair.fine->solver.method->name : "");
}

static void prepare(vl_policy_bench *bench, const vl_scene *scene)
{
    bench->substeps = scene->solver.substeps;
    bench->most_steps = vl_alloc((size_t)bench->frame_count, sizeof *bench->most_steps);
}

// What is there without any disturbance. It has a truth of its own: the ends of its frames are not
// quite those of the others, and a truth that stopped at both would have to make steps of next to
// nothing.
static vl_policy_bench *create_even(const vl_policy_bench *bench, const vl_scene *scene,
                                    const vl_integrator *const *integrators, double mean)
{
    vl_policy_bench *even = vl_alloc(1, sizeof *even);
    even->seat_count = bench->seat_count;
    make_even_frames(even, mean, bench->times[bench->frame_count - 1]);
    prepare(even, scene);
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
    prepare(bench, scene);
    add_lanes(bench, scene, integrators);
    bench->even = create_even(bench, scene, integrators, vl_stream_mean(stream, duration));
    if (!make_truth(bench, scene, error) || !make_truth(bench->even, scene, error)) {
        vl_policy_bench_free(bench);
        return NULL;
    }
    describe_truth(bench);
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
    vl_policy_truth_free(&bench->truth);
    vl_free(bench->most_steps);
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

// One act of the frame under way: two steps of the truth, or one of a lane.
static void act(vl_policy_bench *bench)
{
    if (!bench->arrived) {
        bench->arrived = follow(bench);
    } else if (bench->done == bench->frame_count) {
        finish(bench);
        bench->over = true;
    } else if (bench->lane < bench->lane_count) {
        bench->lane += step_lane(bench, bench->lanes[bench->lane]);
    } else {
        bench->done++;
        bench->lane = 0;
        bench->arrived = false;
    }
}

// s, the end of the frame under way.
static double time_of(const vl_policy_bench *bench)
{
    return bench->done < bench->frame_count ? bench->times[bench->done] : HUGE_VAL;
}

// That of the two which is behind; NULL: both are over.
static vl_policy_bench *next_of(vl_policy_bench *bench)
{
    vl_policy_bench *even = bench->even;
    if (!even->over && (bench->over || time_of(even) <= time_of(bench)))
        return even;
    return bench->over ? NULL : bench;
}

bool vl_policy_bench_work(void *user)
{
    vl_policy_bench *bench = user, *next = next_of(bench);
    for (double begin = vl_clock_now(); next && vl_clock_now() < begin + piece;) {
        act(next);
        next = next_of(bench);
    }
    return next;
}

int vl_policy_bench_done(const vl_policy_bench *bench)
{
    return bench->done;
}

int vl_policy_bench_frames(const vl_policy_bench *bench)
{
    return bench->frame_count;
}

double vl_policy_bench_progress(const vl_policy_bench *bench)
{
    double done = (double)bench->done + bench->even->done;
    return done / ((double)bench->frame_count + bench->even->frame_count);
}

const char *vl_policy_bench_truth(const vl_policy_bench *bench)
{
    return bench->truth_text;
}

double vl_policy_bench_horizon(const vl_policy_bench *bench)
{
    return bench->truth.horizon;
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
        .own_error = vl_policy_truth_runs(&bench->truth) ? bench->own : (double)NAN,
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
