#include "lab/lab.h"

#include "base/hash.h"
#include "base/memory.h"
#include "lab/journal.h"
#include "lab/lane.h"
#include "physics/math/axes.h"
#include "physics/solvers/solvers.h"
#include "physics/world/world.h"

#include <assert.h>
#include <string.h>

typedef vl_lab_run run;

// --- making and freeing ---

static vl_lab *create(const vl_scene *scene, int count)
{
    vl_lab *lab = vl_alloc(1, sizeof *lab);
    lab->count = count;
    lab->edition = scene->edition;
    lab->runs = vl_alloc((size_t)count, sizeof *lab->runs);
    lab->hand_count = scene->hand_count;
    lab->hand_number = scene->hand_holds;
    lab->hand = vl_alloc((size_t)scene->hand_count, sizeof *lab->hand);
    for (int i = 0; i < scene->hand_count; i++)
        lab->hand[i] = scene->hand[i];
    return lab;
}

static void begin_lane(vl_lab *lab, int index, const vl_scene *scene)
{
    vl_lane_begin(&lab->runs[index], lab, scene, index > 0 ? &lab->runs[0] : NULL);
}

vl_lab *vl_lab_create(const vl_scene *scene, const vl_integrator *const *integrators, int count)
{
    vl_lab *lab = create(scene, count);
    vl_scene lane = *scene;
    for (int i = 0; i < count; i++) {
        lane.integrator = integrators ? integrators[i] : scene->integrator;
        lab->runs[i].clock.policy = vl_policy_raw();
        begin_lane(lab, i, &lane);
    }
    return lab;
}

vl_lab *vl_lab_create_lanes(const vl_scene *lanes, int count, vl_error *error)
{
    vl_lab *lab = create(lanes, count);
    for (int i = 0; i < count; i++) {
        if (!vl_lane_clock_begin(&lab->runs[i].clock, &lanes[i], &lab->now, error)) {
            lab->count = i;
            vl_lab_free(lab);
            return NULL;
        }
        begin_lane(lab, i, &lanes[i]);
    }
    return lab;
}

void vl_lab_free(vl_lab *lab)
{
    if (!lab)
        return;
    for (int i = 0; i < lab->count; i++)
        vl_lane_free(&lab->runs[i]);
    assert(!lab->snapshots); // so no lane is put away
    vl_free(lab->removed);
    vl_free(lab->hand);
    vl_free(lab->runs);
    vl_free(lab);
}

// --- other lanes in mid-run ---

bool vl_lab_add_lane(vl_lab *lab, const vl_scene *lane, int like, vl_error *error)
{
    run fresh = {0};
    assert(lab->runs[like].world->now.velocity_is_current && lab->runs[like].complete);
    if (!vl_lane_clock_begin(&fresh.clock, lane, &lab->now, error))
        return false;
    vl_note_lane(lab, "add", like, lane);
    run *runs = vl_alloc((size_t)lab->count + 1, sizeof *runs);
    memcpy(runs, lab->runs, (size_t)lab->count * sizeof *runs);
    runs[lab->count] = fresh;
    vl_free(lab->runs);
    lab->runs = runs;
    vl_lane_branch(&runs[lab->count], &runs[like], lane);
    lab->count++;
    return true;
}

// A snapshot may bring it back.
static void put_away(vl_lab *lab, int index)
{
    run *removed = vl_alloc((size_t)lab->removed_count + 1, sizeof *removed);
    if (lab->removed_count > 0)
        memcpy(removed, lab->removed, (size_t)lab->removed_count * sizeof *removed);
    vl_free(lab->removed);
    lab->removed = removed;
    vl_lane_put_away(&lab->runs[index]);
    removed[lab->removed_count++] = lab->runs[index];
}

void vl_lab_remove_lane(vl_lab *lab, int index)
{
    assert(lab->count > 1);
    vl_note(lab, "remove %d", index);
    if (lab->snapshots)
        put_away(lab, index);
    else
        vl_lane_free(&lab->runs[index]);
    lab->count--;
    memmove(&lab->runs[index], &lab->runs[index + 1],
            (size_t)(lab->count - index) * sizeof *lab->runs);
}

// Whether the clock has the policy and the stream of `lane`.
static bool keeps_clock(const vl_lane_clock *clock, const vl_scene *lane)
{
    bool own = lane->lane.own_stream;
    return strcmp(clock->policy.text, lane->policy) == 0 && own == (clock->stream != NULL) &&
           (!own || strcmp(clock->stream->text, lane->timestep) == 0);
}

static bool set_clock(vl_lab *lab, run *r, const vl_scene *lane, vl_error *error)
{
    vl_lane_clock clock;
    bool keeps = keeps_clock(&r->clock, lane);
    if (!keeps && !vl_lane_clock_begin(&clock, lane, &lab->now, error))
        return false;
    vl_note_lane(lab, "lane", (int)(r - lab->runs), lane);
    if (keeps)
        return true;
    vl_lane_clock_free(&r->clock);
    r->clock = clock;
    vl_axes_copy(r->before, r->world->particles.x, r->world->particles.count);
    return true;
}

bool vl_lab_set_lane(vl_lab *lab, int index, const vl_scene *lane, vl_error *error)
{
    run *r = &lab->runs[index];
    vl_world *world = r->world;
    assert(!world->now.diverged);
    if (!set_clock(lab, r, lane, error))
        return false;
    bool other_method = lane->integrator != vl_world_method(world);
    bool other_solver = !vl_solver_same_settings(&lane->solver, &world->solver);
    if (!other_method && !other_solver)
        return true;
    vl_lane_settle(r, 0);
    vl_lane_send(r);
    vl_world_set_integrator(world, lane->integrator);
    if (other_solver)
        vl_world_set_solver(world, &lane->solver);
    vl_world_synchronise(world);
    vl_lane_disturbed(r, VL_CAUSE_SETTING);
    return true;
}

// --- frames and steps ---

void vl_lab_listen(vl_lab *lab, vl_lab_listener *listener, void *user)
{
    lab->listener = listener;
    lab->user = user;
    for (int i = 0; i < lab->count; i++)
        vl_lane_keep_positions(&lab->runs[i]);
}

// Either all worlds that make the common frames as they are make this one, or none does.
static bool can_begin(const vl_lab *lab, double dt)
{
    for (int i = 0; i < lab->count; i++)
        if (vl_lane_clock_is_plain(&lab->runs[i].clock) &&
            !vl_world_can_step(lab->runs[i].world, dt))
            return false;
    return dt > 0 && isfinite(dt);
}

bool vl_lab_begin_frame(vl_lab *lab, double dt)
{
    vl_note_frame(lab, dt);
    bool begins = can_begin(lab, dt);
    lab->rounds = 0;
    for (int i = 0; i < lab->count; i++) {
        run *r = &lab->runs[i];
        if (begins)
            vl_lane_clock_frame(&r->clock, dt);
        else if (vl_lane_clock_is_plain(&r->clock))
            vl_world_skip(r->world, dt);
    }
    if (!begins)
        return false;
    vl_moment_advance(&lab->now, dt);
    lab->now.frames++;
    return true;
}

// Takes the next step of a lane from its clock. One that its world cannot make is skipped.
static bool take_step(const vl_lab *lab, run *r)
{
    r->stepping = false;
    while (!r->world->now.diverged && !r->stepping &&
           vl_lane_clock_next(&r->clock, lab->now.time, &r->step)) {
        r->stepping = vl_world_can_step(r->world, r->step);
        if (!r->stepping)
            vl_world_skip(r->world, r->step);
    }
    return r->stepping;
}

// Gives time to reference runs that have no thread.
static void give_turns(vl_lab *lab)
{
    static const double budget = 0.002; // s, shared by all worlds

    for (int i = 0; i < lab->count; i++)
        if (lab->runs[i].follower)
            vl_reference_run_turn(lab->runs[i].follower, budget / lab->count);
}

// Calls `act` for each lane that makes a step now.
static void for_each_stepping(vl_lab *lab, void (*act)(run *lane))
{
    for (int i = 0; i < lab->count; i++)
        if (lab->runs[i].stepping)
            act(&lab->runs[i]);
}

bool vl_lab_step(vl_lab *lab)
{
    bool any = false;
    for (int i = 0; i < lab->count; i++)
        any |= take_step(lab, &lab->runs[i]);
    if (!any) {
        vl_note_frame_ends(lab, true);
        return false;
    }
    for_each_stepping(lab, vl_lane_prepare);
    for_each_stepping(lab, vl_lane_step);
    lab->rounds++;
    for_each_stepping(lab, vl_lane_complete);
    for_each_stepping(lab, vl_lane_send);
    for_each_stepping(lab, vl_lane_take);
    give_turns(lab);
    for_each_stepping(lab, vl_lane_end);
    return true;
}

bool vl_lab_advance(vl_lab *lab, double dt)
{
    if (!vl_lab_begin_frame(lab, dt))
        return false;
    while (vl_lab_step(lab))
        ;
    return true;
}

int64_t vl_lab_steps(const vl_lab *lab)
{
    int64_t most = 0;
    for (int i = 0; i < lab->count; i++)
        most = lab->runs[i].now.frames > most ? lab->runs[i].now.frames : most;
    return most;
}

double vl_lab_behind(vl_lab *lab, int lane)
{
    run *r = &lab->runs[lane];
    return r->world->now.diverged ? 0 : vl_lane_clock_behind(&r->clock, lab->now.time);
}

bool vl_lab_draws_between(const vl_lab *lab, int lane)
{
    return lab->runs[lane].clock.policy.kind->interpolates;
}

void vl_lab_drawn_positions(const vl_lab *lab, int lane, double *const x[VL_AXES])
{
    const run *r = &lab->runs[lane];
    const vl_particles *p = &r->world->particles;
    if (vl_lab_draws_between(lab, lane))
        vl_axes_mix(x, r->before, p->x, vl_policy_part(&r->clock.policy), p->count);
    else
        vl_axes_copy(x, p->x, p->count);
}

// --- between frames ---

void vl_lab_set_mistake(vl_lab *lab, const vl_mistake *mistake)
{
    vl_note(lab, "mistake %s", mistake ? mistake->name : "-");
    vl_lab_settle(lab, 0);
    for (int i = 0; i < lab->count; i++) {
        vl_world_set_mistake(lab->runs[i].world, mistake);
        vl_lane_disturbed(&lab->runs[i], VL_CAUSE_SETTING);
    }
}

void vl_lab_settle(vl_lab *lab, double next_dt)
{
    for (int i = 0; i < lab->count; i++)
        vl_lane_settle(&lab->runs[i], next_dt);
    for (int i = 0; i < lab->count; i++)
        vl_lane_send(&lab->runs[i]);
}

void vl_lab_set_estimator(vl_lab *lab, const vl_estimator *estimator)
{
    for (int i = 0; i < lab->count; i++)
        vl_lane_set_estimator(&lab->runs[i], estimator);
}

uint64_t vl_lab_hash(const vl_lab *lab)
{
    uint64_t hash = VL_HASH_START;
    for (int i = 0; i < lab->count; i++)
        hash = vl_hash_word(hash, vl_world_hash(lab->runs[i].world));
    return hash;
}

bool vl_lab_all_diverged(const vl_lab *lab)
{
    for (int i = 0; i < lab->count; i++)
        if (!lab->runs[i].world->now.diverged)
            return false;
    return true;
}

void vl_lab_keep_ledger(vl_lab *lab)
{
    for (int i = 0; i < lab->count; i++)
        vl_lane_keep_ledger(&lab->runs[i]);
}

void vl_lab_keep_momentum(vl_lab *lab)
{
    for (int i = 0; i < lab->count; i++)
        vl_lane_keep_momentum(&lab->runs[i]);
}

void vl_lab_watch(vl_lab *lab, int slot)
{
    for (int i = 0; i < lab->count; i++)
        vl_lane_watch(&lab->runs[i], slot);
}

void vl_lab_disturbed(vl_lab *lab, int world, vl_cause cause)
{
    vl_note(lab, "booked %d %s", world, vl_causes[cause].name);
    vl_lane_disturbed(&lab->runs[world], cause);
}

// --- references ---

void vl_lab_refer(vl_lab *lab, vl_reference_mode mode)
{
    lab->mode = mode;
    for (int i = 0; i < lab->count; i++)
        vl_lane_refer(&lab->runs[i]);
}

vl_track vl_lab_track(const vl_lab *lab, int world)
{
    const run *r = &lab->runs[world];
    double none = (double)NAN;
    vl_track track = {.time = none, .error = none, .own_error = none, .since = none};
    track.horizon = track.behind = track.touched = none;
    track.state = r->held ? VL_TRACK_HELD : r->refused ? VL_TRACK_REFUSED : VL_TRACK_NONE;
    return r->follower ? vl_reference_run_track_at(r->follower, -1) : track;
}

// Waits for a small lag only, which takes a moment.
static void wait_where_near(vl_reference_run *follower, int64_t step, double most)
{
    enum { NEAR = VL_REFERENCE_KEPT };

    int64_t lag = step - vl_reference_run_track_at(follower, -1).step;
    if (lag > 0 && lag <= NEAR)
        vl_reference_run_wait(follower, most);
}

vl_track vl_lab_track_at(const vl_lab *lab, int world, int64_t step, double most)
{
    vl_reference_run *follower = lab->runs[world].follower;
    if (!follower)
        return vl_lab_track(lab, world);
    wait_where_near(follower, step, most);
    return vl_reference_run_track_at(follower, step);
}

bool vl_lab_true_positions(vl_lab *lab, int world, double most, double *const x[VL_AXES])
{
    run *r = &lab->runs[world];
    const vl_moment *now = &r->world->now;
    if (r->reference.exact) {
        for (int i = 0; i < r->world->particles.count; i++)
            vl_write(x, i, vl_exact_motion(r->reference.exact, i, now->time).x);
        return true;
    }
    if (!r->follower)
        return false;
    wait_where_near(r->follower, now->frames, most);
    return vl_reference_run_positions(r->follower, now->frames, x);
}
