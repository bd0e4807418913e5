#include "lab/lane.h"

#include "base/clock.h"
#include "base/memory.h"
#include "lab/hand.h"
#include "physics/forces/forces.h"
#include "physics/math/axes.h"
#include "physics/world/world.h"
#include "scene/build.h"

#include <string.h>

typedef vl_lab_run run;

// --- readings ---

// Takes the result of the reference run where it has reached the present step.
static void take_track(run *r)
{
    if (!r->follower)
        return;
    vl_track track = vl_reference_run_track_at(r->follower, r->reading.step);
    if (track.state != VL_TRACK_FOLLOWS || track.step != r->reading.step)
        return;
    r->reading.position_error = track.error;
    r->reading.reference_error = track.own_error;
}

static bool estimates(const run *r)
{
    return r->estimator->behind || r->estimator->ahead;
}

// The parts of the energy gained since the start, which they add up to: `measured` by the ledger of
// the world until then, NULL where none is kept, and what was done between steps. The rest is that
// of the integrator.
static void close_ledger(run *r, const double *measured)
{
    double gained = r->energy - r->reference.energy, others = 0, *parts = r->reading.ledger;
    bool exists = measured && isfinite(gained);
    for (int c = 0; c < vl_cause_count; c++) {
        parts[c] = exists ? measured[c] + r->between_steps[c] : (double)NAN;
        others += c != VL_CAUSE_INTEGRATOR ? parts[c] : 0;
    }
    parts[VL_CAUSE_INTEGRATOR] = gained - others;
    r->shown = r->reading;
}

// The kinetic energy to show, J, where `right` is the right one.
static double shown_kinetic(run *r, double right, double h)
{
    if (r->misread)
        return r->misread_kinetic;
    return estimates(r) ? vl_estimate_kinetic(r->estimate, r->estimator, r->world, h) : right;
}

static void close_momentum(run *r, vl_momenta momenta)
{
    const vl_vec3 none = {(double)NAN, (double)NAN, (double)NAN};
    const vl_momenta nothing = {{none, none}, {none, none}};
    bool exists = r->momentum && isfinite(r->reading.kinetic);
    r->reading.momentum = exists ? momenta : nothing;
    r->shown = r->reading;
}

// `right` is the right kinetic energy, J; `h` the length of the substep to xₙ₊₁, s, for estimators
// that use it.
static void complete(run *r, double right, double h, const double *measured, vl_momenta momenta)
{
    take_track(r);
    vl_reading_complete(&r->reading, shown_kinetic(r, right, h), &r->reference);
    r->complete = true;
    r->energy = right + r->potential;
    close_ledger(r, measured);
    close_momentum(r, momenta);
}

static const double *measured_now(const run *r)
{
    return r->ledger ? vl_ledger_now(r->ledger) : NULL;
}

static vl_momenta momenta_now(const run *r)
{
    return r->momentum ? vl_momentum_now(r->momentum) : (vl_momenta){0};
}

static void complete_now(run *r, double h)
{
    complete(r, vl_energy_kinetic(r->world), h, measured_now(r), momenta_now(r));
}

static void take_positions(run *r, double dt)
{
    r->reading.dt = dt;
    r->reading.dt_ratio = r->ratio;
    r->reading.cpu = r->cpu;
    vl_reading_take_positions(&r->reading, r->world, &r->reference);
    r->potential = r->reading.potential;
    r->complete = r->sent = r->misread = false;
}

// Takes the reading of the present instant, which is complete where the velocity is known without a
// trial step.
static void take(run *r, double dt)
{
    take_positions(r, dt);
    if (r->world->links.hard_count == 0)
        vl_world_synchronise(r->world);
    if (estimates(r))
        vl_estimate_begin(r->estimate, r->world);
    if (r->world->now.velocity_is_current && !r->estimator->ahead)
        complete_now(r, 0);
}

// Takes the reading after a step in a world that may make the mistake of reading before its links
// are solved. The right velocity is known one step later, as always where links act.
static void take_step(run *r, double dt)
{
    const vl_mistake *mistake = r->world->mistake;
    bool early = mistake && mistake->reads_unsolved && r->world->links.hard_count > 0;
    if (!early) {
        take(r, dt);
        return;
    }
    double kinetic = vl_world_show_unsolved(r->world);
    take_positions(r, dt);
    vl_world_show_solved(r->world);
    r->misread = true;
    r->misread_kinetic = kinetic;
    r->potential = vl_energy_exists(r->world) ? vl_energy_potential(r->world) : (double)NAN;
}

void vl_lane_send(run *r)
{
    vl_lab *lab = r->lab;
    if (!r->complete || r->sent)
        return;
    if (lab->listener)
        lab->listener(lab->user, (int)(r - lab->runs), &r->reading, r->x);
    r->sent = lab->listener != NULL;
}

void vl_lane_keep_positions(run *r)
{
    if (r->lab->listener)
        vl_axes_copy(r->x, r->world->particles.x, r->world->particles.count);
}

void vl_lane_recognise(run *r)
{
    r->recognised++;
    vl_exact_free(r->reference.exact);
    r->reference.exact = vl_exact_recognise(r->world);
}

// A follower on a thread must be quick to create and to stop, so it refuses large worlds.
static const char *refusal(const run *r, vl_reference_mode mode)
{
    bool too_large = r->world->particles.count > VL_REFERENCE_MOST_LIVE;
    const char *reason = vl_best_refuses(r->world);
    return reason                                      ? reason
           : too_large && mode != VL_REFERENCE_AT_ONCE ? "too many particles"
                                                       : NULL;
}

// Follows a world from its present state on.
static void follow(run *r, vl_reference_mode mode)
{
    bool wanted = mode != VL_REFERENCE_NONE && !r->reference.exact;
    vl_reference_run_free(r->follower);
    r->follower = NULL;
    r->refused = wanted ? refusal(r, mode) : NULL;
    r->held = wanted && !r->refused && r->world->hold_count > 0;
    if (!wanted || r->refused || r->held)
        return;
    vl_look look = vl_world_look(r->world);
    r->follower = vl_reference_run_create(r->world, mode);
    vl_world_look_away(r->world, &look);
}

// --- the beginning and the end of a lane ---

static void make_arrays(run *r)
{
    const vl_particles *p = &r->world->particles;
    vl_axes_create(r->x, p->count);
    vl_axes_copy(r->x, p->x, p->count);
    vl_axes_create(r->started, p->count);
    vl_axes_create(r->before, p->count);
    vl_axes_copy(r->before, p->x, p->count);
    r->estimate = vl_alloc(1, sizeof *r->estimate);
}

static void begin(run *r, vl_lab *lab, vl_world *world)
{
    r->lab = lab;
    r->world = world;
    make_arrays(r);
    vl_lane_recognise(r);
    r->blown = r->ratio = r->cpu = (double)NAN;
    r->estimator = &vl_estimators[0];
}

// Links that cannot get their lengths begin as the solver leaves them, and solvers differ.
static bool begins_alike(const vl_world *a, const vl_world *b)
{
    size_t size = (size_t)a->particles.count * sizeof(double);
    bool alike = true;
    for (int axis = 0; axis < VL_AXES; axis++)
        alike &= memcmp(a->particles.x[axis], b->particles.x[axis], size) == 0 &&
                 memcmp(vl_world_velocity(a)[axis], vl_world_velocity(b)[axis], size) == 0;
    return alike;
}

void vl_lane_begin(run *r, vl_lab *lab, const vl_scene *scene, const run *other)
{
    vl_world *world = vl_scene_build(scene);
    r->reference.energy = vl_energy_kinetic(world) + vl_energy_potential(world);
    bool known = other && begins_alike(other->world, world);
    r->reference.scale = known ? other->reference.scale : vl_energy_scale_of(world);
    r->reference.rest =
        vl_length(world->gravity) > 0 ? r->reference.energy - r->reference.scale.joule : 0;
    r->hand = lab->hand_count > 0 ? VL_HAND_WAITS : VL_HAND_IS_OVER;
    r->engine = scene->lane.engine;
    begin(r, lab, world);
    take(r, (double)NAN);
}

static void copy_holds(vl_world *copy, const vl_world *world)
{
    for (int i = 0; i < world->hold_count; i++)
        if (vl_world_hold(copy, world->holds[i].slot))
            vl_world_carry(copy, world->holds[i].slot, world->holds[i].target);
}

// A start that is wrong on purpose is one of the scene, not of a branch.
static vl_world *branch_world(const vl_world *world, const vl_scene *scene)
{
    bool at_start = world->now.frames == 0;
    vl_world *copy = vl_world_copy(world, scene->integrator, &scene->solver);
    copy->threads = world->threads;
    copy->naive_start = at_start && scene->naive_start;
    if (scene->mistake && (at_start || !scene->mistake->at_start))
        vl_world_set_mistake(copy, scene->mistake);
    vl_world_set_solver(copy, &scene->solver); // its memory is for that many threads
    copy_holds(copy, world);
    return copy;
}

void vl_lane_branch(run *r, const run *like, const vl_scene *scene)
{
    r->reference.energy = like->reference.energy;
    r->reference.scale = like->reference.scale;
    r->reference.rest = like->reference.rest;
    r->hand = like->hand;
    r->in_hand = like->in_hand;
    r->now = like->now;
    r->engine = scene->lane.engine;
    begin(r, like->lab, branch_world(like->world, scene));
    take(r, like->reading.dt);
    vl_world_synchronise(r->world);
    if (like->ledger)
        vl_lane_keep_ledger(r);
    if (like->momentum)
        vl_lane_keep_momentum(r);
    if (like->watch)
        vl_lane_watch(r, like->watch->last.slot);
    for (int c = 0; c < vl_cause_count; c++)
        r->between_steps[c] = c != VL_CAUSE_INTEGRATOR && like->ledger ? like->shown.ledger[c] : 0;
    vl_lane_set_estimator(r, like->estimator);
    vl_lane_refer(r);
    r->sent = like->sent;
}

void vl_lane_free(run *r)
{
    vl_exact_free(r->reference.exact);
    vl_estimate_free(r->estimate);
    vl_free(r->estimate);
    vl_reference_run_free(r->follower);
    vl_axes_free(r->x);
    vl_axes_free(r->before);
    vl_axes_free(r->started);
    vl_ledger_free(r->ledger);
    vl_momentum_watch_free(r->momentum);
    vl_free(r->watch);
    vl_world_free(r->world);
    vl_lane_clock_free(&r->clock);
}

void vl_lane_put_away(run *r)
{
    vl_reference_run_free(r->follower);
    r->follower = NULL;
    vl_world_put_away(r->world);
}

// --- the recorded hand ---

static int slot_in_hand(const run *r)
{
    return r->world->particles.slot_of[r->lab->hand_number - 1];
}

bool vl_lane_is_in_hand(const run *r, int slot)
{
    return r->in_hand && slot_in_hand(r) == slot;
}

// A particle that the user holds is not taken by the recorded hand.
static void begin_hold(run *r)
{
    vl_lane_settle(r, 0);
    vl_lane_send(r);
    r->in_hand = vl_world_hold(r->world, slot_in_hand(r));
    r->hand = VL_HAND_HOLDS;
    vl_lane_disturbed(r, VL_CAUSE_HAND);
}

// Called before a step: the hand moves to its place at the end of the step.
static void move_hand(run *r)
{
    const vl_lab *lab = r->lab;
    double end = r->now.time + r->step;
    if (r->hand == VL_HAND_IS_OVER || end <= lab->hand[0].time)
        return;
    if (r->hand == VL_HAND_WAITS)
        begin_hold(r);
    if (r->in_hand)
        vl_world_carry(r->world, slot_in_hand(r), vl_hand_place(lab->hand, lab->hand_count, end));
}

// Called after the step: at its last sample the hand releases the particle with its velocity.
static void end_hold(run *r)
{
    const vl_lab *lab = r->lab;
    double end = lab->hand_count > 0 ? lab->hand[lab->hand_count - 1].time : HUGE_VAL;
    if (r->hand != VL_HAND_HOLDS || r->now.time < end)
        return;
    vl_lane_settle(r, 0);
    vl_lane_send(r);
    if (r->in_hand && !r->world->now.diverged)
        vl_world_release(
            r->world, slot_in_hand(r),
            vl_hand_speed(lab->hand, lab->hand_count, end, r->world->mistake, r->step));
    r->in_hand = false;
    r->hand = VL_HAND_IS_OVER;
    vl_lane_disturbed(r, VL_CAUSE_HAND);
}

// --- a step ---

// Links that may lack their lengths after something was done while the clock stood get them before
// the step, and the ledger books the change under what was done.
static void settle_links(run *r)
{
    vl_unsettled by = r->world->now.unsettled;
    if (by == VL_SETTLED)
        return;
    vl_world_settle(r->world);
    vl_lane_disturbed(r, by == VL_UNSETTLED_BY_HAND ? VL_CAUSE_HAND : VL_CAUSE_SETTING);
}

void vl_lane_prepare(run *r)
{
    settle_links(r);
    move_hand(r);
}

void vl_lane_step(run *r)
{
    double dt = r->step;
    r->dt_before = r->world->now.dt_old;
    if (r->clock.policy.kind->interpolates)
        vl_axes_copy(r->started, r->world->particles.x, r->world->particles.count);
    double begin = vl_clock_now();
    vl_world_step(r->world, dt);
    r->cpu = vl_clock_now() - begin;
}

static void take_started(run *r)
{
    double *before[VL_AXES];
    memcpy(before, r->before, sizeof before);
    memcpy(r->before, r->started, sizeof before);
    memcpy(r->started, before, sizeof before);
}

void vl_lane_complete(run *r)
{
    double h_old = r->dt_before, dt = r->step;
    r->ratio = h_old > 0 ? dt / r->world->solver.substeps / h_old : (double)NAN;
    bool there = !r->world->now.diverged;
    if (r->clock.policy.kind->interpolates)
        take_started(r);
    if (!r->complete)
        complete(r, r->world->now.kinetic_before, there ? dt / r->world->solver.substeps : 0,
                 r->ledger ? vl_ledger_before(r->ledger) : NULL,
                 r->momentum ? *vl_momentum_before(r->momentum) : (vl_momenta){0});
    if (r->follower && there)
        vl_reference_run_feed(r->follower, r->world, dt);
}

void vl_lane_take(run *r)
{
    if (r->world->now.diverged)
        return;
    vl_lane_keep_positions(r);
    take_step(r, r->step);
}

// Notes when the run blows up, and late frames until then, the frame in which it does so included.
static void follow_blow_up(run *r, double begin, double usual)
{
    const vl_moment *now = &r->world->now;
    bool goes_well = isnan(r->blown) && !(now->diverged && now->diverged_time < begin);
    if (goes_well && r->step > 2 * usual) {
        r->late = r->step;
        r->late_begin = begin;
    }
    if (isnan(r->blown) && fabs(r->shown.energy_error) > VL_BLOWN_UP)
        r->blown = r->shown.time;
}

void vl_lane_end(run *r)
{
    double begin = r->now.time;
    double usual = r->now.frames > 0 ? begin / (double)r->now.frames : HUGE_VAL;
    vl_moment_advance(&r->now, r->step);
    r->now.frames++;
    follow_blow_up(r, begin, usual);
    end_hold(r);
}

void vl_lab_tell_late(const run *r, vl_text *text)
{
    if (r->late > 0)
        vl_text_add(text, ", after a frame of %.4g ms at t = %.4g s", 1e3 * r->late, r->late_begin);
}

// --- between steps ---

void vl_lane_settle(run *r, double next_dt)
{
    if (r->world->now.diverged)
        return;
    r->world->next_dt = vl_lane_clock_look(&r->clock, next_dt);
    vl_world_synchronise(r->world);
    if (r->complete)
        return;
    double h = r->estimator->ahead ? vl_world_peek(r->world, r->estimate->next) : 0;
    complete_now(r, h);
}

void vl_lane_look(run *r, double looked, double next_dt)
{
    if (r->world->now.diverged)
        return;
    if (looked >= 0) {
        r->world->next_dt = looked;
        vl_world_synchronise(r->world);
    }
    if (r->world->now.velocity_is_current && !r->complete)
        complete_now(r, 0);
    r->world->next_dt = next_dt;
}

// The reading of the present instant is taken again; it is not sent twice.
static void take_again(run *r)
{
    bool sent = r->sent;
    vl_lane_keep_positions(r);
    take(r, r->reading.dt);
    r->sent = sent;
}

void vl_lane_equip(run *r, const vl_estimator *estimator)
{
    vl_world_remove_observer(r->world, r->estimate);
    vl_estimate_free(r->estimate);
    r->estimator = estimator;
    if (estimates(r))
        vl_estimate_create(r->estimate, r->world->particles.count);
    if (estimator->ahead)
        vl_world_add_observer(r->world, &vl_estimate_observer, r->estimate);
}

void vl_lane_set_estimator(run *r, const vl_estimator *estimator)
{
    vl_lane_equip(r, estimator);
    if (!r->world->now.diverged)
        take_again(r);
}

void vl_lane_keep_ledger(run *r)
{
    r->ledger = vl_ledger_create(r->world);
    close_ledger(r, measured_now(r));
}

void vl_lane_keep_momentum(run *r)
{
    r->momentum = vl_momentum_watch_create(r->world);
    close_momentum(r, momenta_now(r));
}

void vl_lane_watch(run *r, int slot)
{
    if (r->watch) {
        vl_step_watch_set(r->watch, slot);
        return;
    }
    r->watch = vl_alloc(1, sizeof *r->watch);
    vl_step_watch_begin(r->watch, r->world, slot);
}

void vl_lane_disturbed(run *r, vl_cause cause)
{
    if (r->world->now.diverged)
        return;
    double before = r->complete ? r->energy : (double)NAN;
    vl_lane_recognise(r);
    follow(r, r->lab->mode);
    take_again(r);
    double now = r->world->now.velocity_is_current ? vl_energy_kinetic(r->world) : (double)NAN;
    double change = now + r->reading.potential - before;
    r->between_steps[cause] += isfinite(change) ? change : 0;
    if (r->complete && r->momentum && r->world->now.velocity_is_current)
        close_momentum(r, momenta_now(r));
    if (r->complete)
        close_ledger(r, measured_now(r));
}

void vl_lane_refer(run *r)
{
    if (r->world->now.diverged)
        return;
    follow(r, r->lab->mode);
    take_track(r);
    r->shown = r->complete ? r->reading : r->shown;
}
