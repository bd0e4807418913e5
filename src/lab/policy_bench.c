#include "lab/policy_bench.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/worker.h"
#include "lab/run.h"
#include "physics/math/axes.h"
#include "physics/world/world.h"
#include "scene/build.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    SHORTEST_PARTS = 64 * VL_BEST_PARTS
}; // the shortest true step is the mean substep/SHORTEST_PARTS

typedef vl_policy_lane lane;
typedef vl_policy_run run;

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

// Reads whole frames only: a shortened last one would be one more change of dt.
static bool read_frames(vl_policy_bench *bench, vl_stream *stream, double duration, vl_error *error)
{
    int capacity = 0;
    vl_moment now = {0};
    double dt;
    while (vl_run_next_dt(stream, now.time, duration, &dt)) {
        if (!(dt > 0))
            continue;
        vl_moment_advance(&now, dt);
        if (!add_frame(bench, &capacity, dt, now.time))
            return vl_fail_usage(error,
                                 "more than %d frames, expected a shorter time or longer frames",
                                 VL_POLICY_BENCH_MOST_FRAMES);
    }
    if (bench->frame_count > 0)
        return true;
    if (!(dt > 0))
        return vl_fail(error,
                       "time steps %s: none of the file is greater than 0, expected one at least",
                       stream->text);
    return vl_fail_usage(error, "the first frame is %g s, expected at most the duration, %g s", dt,
                         duration);
}

static double last_time(const vl_policy_bench *bench)
{
    return bench->times[bench->frame_count - 1];
}

// Divides the same time into equal frames of about the stream's mean without a hitch.
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

// An interval shorter than this part of a step is left out: divided by it, the rounding of
// positions would give a large velocity.
static const double next_to_nothing = 1e-6;

// Whether it is a reference run, which takes time.
static bool runs_along(const vl_policy_truth *truth)
{
    return !truth->exact && !truth->none;
}

static vl_policy_truth create_truth(const vl_scene *scene, double longest)
{
    vl_policy_truth truth = {.start = vl_scene_build(scene), .horizon = (double)NAN};
    vl_world_set_mistake(truth.start, NULL);
    truth.none = scene->hand_count > 0 ? "a hand in it" : vl_best_refuses(truth.start);
    truth.exact = truth.none ? NULL : vl_exact_recognise(truth.start);
    if (runs_along(&truth))
        truth.pair = vl_best_pair_create(truth.start, longest);
    else
        truth.pair.own = truth.none ? (double)NAN : 0;
    return truth;
}

// Advances towards the time `t` (s, never less than before) by two steps of at most `step` s. True
// when `t` is reached.
static bool step_truth(vl_policy_truth *truth, double t, double step)
{
    if (!runs_along(truth) || !isnan(truth->horizon))
        return true;
    if (truth->left == 0) {
        double left = t - truth->pair.fine->now.time;
        if (left <= next_to_nothing * step)
            return true;
        truth->left = 2 * (int64_t)fmax(ceil(left / (2 * step) * (1 - 1e-9)), 1);
        truth->h = left / (double)truth->left;
    }
    vl_best_pair_step(&truth->pair, truth->h);
    truth->left -= 2;
    if (vl_best_pair_failed(&truth->pair))
        truth->left = 0;
    if (truth->left > 0)
        return false;
    vl_best_pair_judge(&truth->pair);
    truth->horizon = isnan(truth->pair.own) ? t : truth->horizon;
    return true;
}

// Copies the state at the time `t`, which has been reached, into `to`.
static void take_truth(const vl_policy_truth *truth, double t, vl_policy_truth_state *to)
{
    int count = truth->start->particles.count;
    if (runs_along(truth))
        vl_axes_copy(to->x, truth->pair.fine->particles.x, count);
    for (int i = 0; truth->exact && i < count; i++)
        vl_write(to->x, i, vl_exact_motion(truth->exact, i, t).x);
    to->own = runs_along(truth) ? vl_best_pair_bound(&truth->pair) : truth->pair.own;
}

// Length of the true steps in a frame, s; longer than steps that would measure only rounding.
static double fine_step(const vl_policy_bench *bench, int frame)
{
    int64_t steps = (int64_t)bench->most_steps[frame] * bench->substeps;
    double shortest = last_time(bench) / bench->frame_count / bench->substeps / SHORTEST_PARTS;
    return fmax(bench->frames[frame] / (double)vl_best_parts(steps), shortest);
}

static bool make_truth(vl_policy_bench *bench, const vl_scene *scene, vl_error *error)
{
    double longest = 0, steps = 0;
    for (int k = 0; k < bench->frame_count; k++) {
        double step = fine_step(bench, k);
        longest = fmax(longest, step);
        steps += ceil(bench->frames[k] / step);
    }
    bench->truth = create_truth(scene, longest);
    vl_axes_take(&bench->arena, bench->now.x, bench->truth.start->particles.count);
    if (runs_along(&bench->truth) && steps > VL_POLICY_BENCH_MOST_TRUE_STEPS)
        return vl_fail(error,
                       "no exact motion is known of this scene, and a run along would be %.2g "
                       "steps, expected at most %.0e: a shorter time, longer frames or less "
                       "substeps",
                       steps, VL_POLICY_BENCH_MOST_TRUE_STEPS);
    return true;
}

// Makes two steps of the truth towards the end of the present frame. It stops at the simulated ends
// of lanes before that, and after the last frame goes on to the ends that are left. True when the
// end of the frame, or the last one, is reached.
static bool follow(vl_policy_bench *bench)
{
    bool after = bench->done == bench->frame_count;
    double t = after ? HUGE_VAL : bench->times[bench->done];
    lane *l = bench->ends_done < bench->lane_count ? bench->by_end[bench->ends_done] : NULL;
    bool at_lane = l && l->end <= t;
    if (!at_lane && after)
        return true;
    double goal = at_lane ? l->end : t, step = fine_step(bench, bench->done - after);
    if (!step_truth(&bench->truth, goal, step))
        return false;
    take_truth(&bench->truth, goal, at_lane ? &l->truth : &bench->now);
    bench->ends_done += at_lane;
    return !at_lane;
}

// Distance from the truth, m. NaN where there is no truth, where the world has diverged, or where
// the error of the truth hides the distance.
static double distance(const vl_policy_bench *bench, run *r, const vl_world *world,
                       double *const x[VL_AXES], const vl_policy_truth_state *truth)
{
    if (isnan(truth->own) || world->now.diverged)
        return (double)NAN;
    double distance = vl_axes_distance(x, truth->x, world->particles.count);
    r->largest = fmax(r->largest, distance);
    return vl_best_pair_hides(&bench->truth.pair, r->largest) ? (double)NAN : distance;
}

// --- lanes ---

// Stores the energy of a step for all frames that ended with that step, over the scale at the end.
static void take_reading(void *user, int world, const vl_reading *reading, double *const x[VL_AXES])
{
    lane *l = user;
    run *r = &l->runs[world];
    const vl_energy_scale *scale = &l->lab->runs[world].reference.scale;
    double energy = reading->energy_error * (vl_energy_scale_at(scale, reading->time) /
                                             vl_energy_scale_most(scale, l->until));
    while (r->known < l->frames && l->last_step[r->known] <= reading->step)
        r->energy[r->known++] = energy;
}

// The simulated time at the end under a policy, s. It also counts the steps of the frames.
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

static void make_run(vl_policy_bench *bench, run *r, const vl_particles *p)
{
    size_t frames = (size_t)bench->frame_count;
    vl_axes_take(&bench->arena, r->before, p->count);
    vl_axes_take(&bench->arena, r->drawn, p->count);
    vl_axes_copy(r->before, p->x, p->count);
    r->distance = vl_arena_take(&bench->arena, frames, sizeof *r->distance);
    r->energy = vl_arena_take(&bench->arena, frames, sizeof *r->energy);
}

static lane *add_lane(vl_policy_bench *bench, const vl_scene *scene,
                      const vl_integrator *const *integrators, const char *text)
{
    vl_error error = {0};
    lane *l = vl_arena_take(&bench->arena, 1, sizeof *l);
    bool good = vl_policy_parse(&l->policy, text, &error);
    // the texts come from the table and from a checked scene
    assert(good && bench->lane_count < VL_POLICY_BENCH_MOST_LANES);
    (void)good;
    l->name = l->policy.text;
    l->lab = vl_lab_create(scene, integrators, bench->integrator_count);
    l->runs = vl_arena_take(&bench->arena, (size_t)bench->integrator_count, sizeof *l->runs);
    l->last_step = vl_arena_take(&bench->arena, (size_t)bench->frame_count, sizeof *l->last_step);
    const vl_particles *p = &l->lab->runs[0].world->particles;
    vl_axes_take(&bench->arena, l->truth.x, p->count);
    for (int i = 0; i < bench->integrator_count; i++)
        make_run(bench, &l->runs[i], p);
    l->end = simulated_end(bench, l->policy);
    l->until = last_time(bench);
    vl_lab_listen(l->lab, take_reading, l);

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
    bool another = true;
    for (int i = 0; i < vl_policy_kind_count; i++) {
        add_lane(bench, scene, integrators, vl_policy_kinds[i].form.example);
        another = another && strcmp(vl_policy_kinds[i].form.example, scene->policy) != 0;
    }
    if (another)
        add_lane(bench, scene, integrators, scene->policy);
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
    double part = vl_policy_part(&l->policy);
    l->last_step[k] = l->lab->now.frames;
    l->frames = k + 1;
    for (int i = 0; i < bench->integrator_count; i++) {
        run *r = &l->runs[i];
        const vl_world *world = l->lab->runs[i].world;
        // a reading that was complete at once was sent before its frame ended
        take_reading(l, i, &l->lab->runs[i].shown, NULL);
        vl_axes_mix(r->drawn, r->before, world->particles.x, part, world->particles.count);
        r->distance[k] = distance(bench, r, world, r->drawn, &bench->now);
    }
    bench->begun = false;
}

// Makes one step of the lane or ends its frame. True: the frame has ended.
static bool step_lane(vl_policy_bench *bench, lane *l)
{
    double dt;
    if (!bench->begun)
        begin_frame(bench, l);
    bool goes_on = vl_policy_next(&l->policy, &dt);
    for (int i = 0; goes_on && l->policy.kind->interpolates && i < bench->integrator_count; i++) {
        const vl_particles *p = &l->lab->runs[i].world->particles;
        vl_axes_copy(l->runs[i].before, p->x, p->count);
    }
    if (goes_on)
        vl_lab_advance(l->lab, dt);
    else
        end_frame(bench, l);
    return !goes_on;
}

// Takes the last readings and the distances at the simulated ends.
static void finish_lane(vl_policy_bench *bench, lane *l)
{
    vl_lab_settle(l->lab, 0);
    for (int i = 0; i < bench->integrator_count; i++) {
        run *r = &l->runs[i];
        const vl_world *world = l->lab->runs[i].world;
        take_reading(l, i, &l->lab->runs[i].shown, NULL);
        while (r->known < l->frames)
            r->energy[r->known++] = (double)NAN;
        r->at_own_time = distance(bench, r, world, world->particles.x, &l->truth);
    }
}

// --- the bench ---

static void describe_truth(vl_policy_bench *bench)
{
    const vl_policy_truth *truth = &bench->truth;
    char *text = bench->truth_text;
    size_t size = sizeof bench->truth_text;
    bool linked = truth->start->links.hard_count > 0;
    if (truth->none)
        snprintf(text, size, "nothing: with %s it comes near to no motion, however short its steps",
                 truth->none);
    else if (truth->exact)
        snprintf(text, size, "%s", vl_exact_name(truth->exact));
    else
        snprintf(text, size, "a run along in shorter steps, %s%s%s",
                 truth->pair.fine->integrator->name, linked ? " with " : "",
                 linked ? truth->pair.fine->solver.method->name : "");
}

static void prepare(vl_policy_bench *bench, const vl_scene *scene, int count)
{
    bench->integrator_count = count;
    bench->substeps = scene->solver.substeps;
    bench->most_steps =
        vl_arena_take(&bench->arena, (size_t)bench->frame_count, sizeof *bench->most_steps);
}

// It has a truth of its own, because its frames end at slightly other times: a truth for both would
// have to make extremely short steps between them.
static vl_policy_bench *create_even(const vl_policy_bench *bench, const vl_scene *scene,
                                    const vl_integrator *const *integrators, double mean)
{
    vl_policy_bench *even = vl_alloc(1, sizeof *even);
    make_even_frames(even, mean, last_time(bench));
    prepare(even, scene, bench->integrator_count);
    add_lane(even, scene, integrators, "raw")->name = VL_POLICY_BENCH_NONE;
    return even;
}

vl_policy_bench *vl_policy_bench_create(const vl_scene *scene,
                                        const vl_integrator *const *integrators, int count,
                                        vl_stream *stream, double duration, vl_error *error)
{
    vl_policy_bench *bench = vl_alloc(1, sizeof *bench);
    if (!read_frames(bench, stream, duration, error)) {
        vl_policy_bench_free(bench);
        return NULL;
    }
    prepare(bench, scene, count);
    add_lanes(bench, scene, integrators);
    bench->even = create_even(bench, scene, integrators, vl_stream_mean(stream, duration));
    if (!make_truth(bench, scene, error) || !make_truth(bench->even, scene, error)) {
        vl_policy_bench_free(bench);
        return NULL;
    }
    describe_truth(bench);
    return bench;
}

void vl_policy_bench_free(vl_policy_bench *bench)
{
    if (!bench)
        return;
    vl_policy_bench_free(bench->even);
    for (int p = 0; p < bench->lane_count; p++)
        vl_lab_free(bench->lanes[p]->lab);
    vl_best_pair_free(&bench->truth.pair);
    vl_exact_free(bench->truth.exact);
    vl_world_free(bench->truth.start);
    vl_arena_free(&bench->arena);
    vl_free(bench->frames);
    vl_free(bench->times);
    vl_free(bench);
}

// Makes two steps of the truth or one step of a lane, or ends a frame or the whole bench.
static void act(vl_policy_bench *bench)
{
    if (!bench->truth_is_there) {
        bench->truth_is_there = follow(bench);
    } else if (bench->done == bench->frame_count) {
        for (int p = 0; p < bench->lane_count; p++)
            finish_lane(bench, bench->lanes[p]);
        bench->over = true;
    } else if (bench->lane < bench->lane_count) {
        bench->lane += step_lane(bench, bench->lanes[bench->lane]);
    } else {
        bench->done++;
        bench->lane = 0;
        bench->truth_is_there = false;
    }
}

// The end of the frame under way, s.
static double time_of(const vl_policy_bench *bench)
{
    return bench->done < bench->frame_count ? bench->times[bench->done] : HUGE_VAL;
}

// The bench of the two that is behind in time; NULL: both are over.
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
    for (double end = vl_clock_now() + VL_PIECE; next && vl_clock_now() < end;) {
        act(next);
        next = next_of(bench);
    }
    return next;
}

double vl_policy_bench_progress(const vl_policy_bench *bench)
{
    double done = (double)bench->done + bench->even->done;
    return done / ((double)bench->frame_count + bench->even->frame_count);
}

// The largest change of the energy error over frames k and k + 1.
static double energy_jump(const vl_policy_bench *bench, const run *r)
{
    double largest = 0;
    for (int k = 0; k + 1 < bench->frame_count; k++)
        largest = fmax(largest, fabs(r->energy[k + 1] - (k > 0 ? r->energy[k - 1] : 0)));
    return isnan(r->energy[bench->frame_count - 1]) ? (double)NAN : largest;
}

vl_policy_result vl_policy_bench_result(const vl_policy_bench *bench, int index, int integrator)
{
    const lane *l = bench->lanes[index];
    const run *r = &l->runs[integrator];
    const vl_world *world = l->lab->runs[integrator].world;
    return (vl_policy_result){
        .policy = l->name,
        .integrator = world->integrator,
        .drift_real = r->distance[bench->frame_count - 1],
        .drift_simulated = r->at_own_time,
        .own_error = runs_along(&bench->truth) ? bench->now.own : (double)NAN,
        .energy_jump = energy_jump(bench, r),
        .lost = l->policy.lost,
        .added = l->policy.added,
        .behind = last_time(bench) - (l->end - vl_policy_behind(&l->policy)),
        .steps = (double)world->now.frames,
        .evaluations = (double)world->evaluations,
        .diverged = world->now.diverged,
    };
}
