#include "lab/lab.h"

#include "base/clock.h"
#include "base/memory.h"
#include "lab/best_method.h"
#include "lab/hand.h"
#include "physics/forces/forces.h"
#include "physics/math/axes.h"
#include "physics/world/world.h"
#include "scene/build.h"

typedef vl_lab_run run;

// Takes the result of the reference run where it has reached the present step.
static void take_track(run *r)
{
    if (!r->follower)
        return;
    vl_track track = vl_reference_run_track_at(r->follower, r->now.step);
    if (track.state != VL_TRACK_FOLLOWS || track.step != r->now.step)
        return;
    r->now.position_error = track.error;
    r->now.reference_error = track.own_error;
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
    double gained = r->energy - r->reference.energy, others = 0, *parts = r->now.ledger;
    bool exists = measured && isfinite(gained);
    for (int c = 0; c < vl_cause_count; c++) {
        parts[c] = exists ? measured[c] + r->between_steps[c] : (double)NAN;
        others += c != VL_CAUSE_INTEGRATOR ? parts[c] : 0;
    }
    parts[VL_CAUSE_INTEGRATOR] = gained - others;
    r->shown = r->now;
}

// The kinetic energy to show, J, where `right` is the right one.
static double shown_kinetic(run *r, double right, double h)
{
    if (r->misread)
        return r->misread_kinetic;
    return estimates(r) ? vl_estimate_kinetic(&r->estimate, r->estimator, r->world, h) : right;
}

// `known`: the momenta of the instant, or NULL where they are not kept.
static void close_momentum(run *r, const vl_momenta *known)
{
    const vl_vec3 none = {(double)NAN, (double)NAN, (double)NAN};
    const vl_momenta nothing = {{none, none}, {none, none}};
    r->now.momentum = known && isfinite(r->now.kinetic) ? *known : nothing;
    r->shown = r->now;
}

// `right` is the right kinetic energy, J; `h` the length of the substep to xₙ₊₁, s, for estimators
// that use it.
static void complete(run *r, double right, double h, const double *measured,
                     const vl_momenta *momenta)
{
    take_track(r);
    vl_reading_complete(&r->now, shown_kinetic(r, right, h), &r->reference);
    r->complete = true;
    r->energy = right + r->potential;
    close_ledger(r, measured);
    close_momentum(r, momenta);
}

static const double *measured_now(const run *r)
{
    return r->ledger ? vl_ledger_now(r->ledger) : NULL;
}

static void complete_now(run *r, double h)
{
    vl_momenta momenta = {0};
    if (r->momentum)
        momenta = vl_momentum_now(r->momentum);
    complete(r, vl_energy_kinetic(r->world), h, measured_now(r), r->momentum ? &momenta : NULL);
}

static void take_positions(run *r, double dt)
{
    r->now.dt = dt;
    r->now.dt_ratio = r->ratio;
    r->now.cpu = r->cpu;
    vl_reading_take_positions(&r->now, r->world, &r->reference);
    r->potential = r->now.potential;
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
        vl_estimate_begin(&r->estimate, r->world);
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

static void send(vl_lab *lab, int index)
{
    run *r = &lab->runs[index];
    if (!r->complete || r->sent)
        return;
    if (lab->listener)
        lab->listener(lab->user, index, &r->now, r->x);
    r->sent = lab->listener != NULL;
}

static void keep_positions(vl_lab *lab, run *r)
{
    if (lab->listener)
        vl_axes_copy(r->x, r->world->particles.x, r->world->particles.count);
}

static void recognise(run *r)
{
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

// Follows a synchronised world from its present state on.
static void follow(run *r, vl_reference_mode mode)
{
    bool wanted = mode != VL_REFERENCE_NONE && !r->reference.exact;
    vl_reference_run_free(r->follower);
    r->follower = NULL;
    r->refused = wanted ? refusal(r, mode) : NULL;
    r->held = wanted && !r->refused && r->world->hold_count > 0;
    if (!wanted || r->refused || r->held)
        return;
    vl_world_synchronise(r->world);
    r->follower = vl_reference_run_create(r->world, mode);
}

// `known`: the scale of another world of the same scene, or NULL.
static void begin_run(run *r, const vl_scene *scene, const vl_integrator *integrator,
                      const vl_energy_scale *known)
{
    r->world = vl_scene_build(scene);
    vl_world_set_integrator(r->world, integrator);
    r->reference.energy = vl_energy_kinetic(r->world) + vl_energy_potential(r->world);
    r->reference.scale = known ? *known : vl_energy_scale_of(r->world);
    vl_axes_create(r->x, r->world->particles.count);
    vl_axes_copy(r->x, r->world->particles.x, r->world->particles.count);
    recognise(r);
    vl_late_frame_begin(&r->late, r->world);
    r->ratio = r->cpu = (double)NAN;
    r->estimator = &vl_estimators[0];
    take(r, (double)NAN);
}

vl_lab *vl_lab_create(const vl_scene *scene, const vl_integrator *const *integrators, int count)
{
    vl_lab *lab = vl_alloc(1, sizeof *lab);
    lab->count = count;
    lab->runs = vl_alloc((size_t)count, sizeof *lab->runs);
    lab->hand_count = scene->hand_count;
    lab->hand_number = scene->hand_holds;
    lab->hand = vl_alloc((size_t)scene->hand_count, sizeof *lab->hand);
    for (int i = 0; i < scene->hand_count; i++)
        lab->hand[i] = scene->hand[i];
    for (int i = 0; i < count; i++)
        begin_run(&lab->runs[i], scene, integrators ? integrators[i] : scene->integrator,
                  i > 0 ? &lab->runs[0].reference.scale : NULL);
    return lab;
}

void vl_lab_free(vl_lab *lab)
{
    if (!lab)
        return;
    for (int i = 0; i < lab->count; i++) {
        vl_exact_free(lab->runs[i].reference.exact);
        vl_estimate_free(&lab->runs[i].estimate);
        vl_reference_run_free(lab->runs[i].follower);
        vl_axes_free(lab->runs[i].x);
        vl_ledger_free(lab->runs[i].ledger);
        vl_momentum_watch_free(lab->runs[i].momentum);
        vl_world_free(lab->runs[i].world);
    }
    vl_free(lab->hand);
    vl_free(lab->runs);
    vl_free(lab);
}

void vl_lab_listen(vl_lab *lab, vl_lab_listener *listener, void *user)
{
    lab->listener = listener;
    lab->user = user;
    for (int i = 0; i < lab->count; i++)
        keep_positions(lab, &lab->runs[i]);
}

static void step(run *r, double dt)
{
    double h_old = r->world->now.dt_old;
    vl_late_frame_take(&r->late, r->world, dt);
    double begin = vl_clock_now();
    vl_world_step(r->world, dt);
    r->cpu = vl_clock_now() - begin;
    r->ratio = h_old > 0 ? dt / r->world->solver.substeps / h_old : (double)NAN;
    bool there = !r->world->now.diverged;
    if (!r->complete)
        complete(r, r->world->now.kinetic_before, there ? dt / r->world->solver.substeps : 0,
                 r->ledger ? vl_ledger_before(r->ledger) : NULL,
                 r->momentum ? vl_momentum_before(r->momentum) : NULL);
    if (r->follower && there)
        vl_reference_run_feed(r->follower, r->world, dt);
}

// --- the recorded hand ---

static int slot_in_hand(const vl_lab *lab, const vl_world *world)
{
    return world->particles.slot_of[lab->hand_number - 1];
}

// A particle that the user holds is not taken by the recorded hand.
static void begin_hold(vl_lab *lab)
{
    vl_lab_settle(lab, 0);
    for (int i = 0; i < lab->count; i++) {
        run *r = &lab->runs[i];
        r->in_hand =
            !r->world->now.diverged && vl_world_hold(r->world, slot_in_hand(lab, r->world));
        vl_lab_disturbed(lab, i, VL_CAUSE_HAND);
    }
    lab->hand_holds = true;
}

// Called before a frame of `dt` s: the hand moves to its place at the end of the frame.
static void move_hand(vl_lab *lab, double dt)
{
    if (lab->hand_count == 0 || lab->now.time + dt <= lab->hand[0].time)
        return;
    if (!lab->hand_holds)
        begin_hold(lab);
    vl_vec3 target = vl_hand_place(lab->hand, lab->hand_count, lab->now.time + dt);
    for (int i = 0; i < lab->count; i++)
        if (lab->runs[i].in_hand)
            vl_world_carry(lab->runs[i].world, slot_in_hand(lab, lab->runs[i].world), target);
}

// Called after the frame: at its last sample the hand releases the particle with its velocity.
static void end_hold(vl_lab *lab, double dt)
{
    double end = lab->hand_count > 0 ? lab->hand[lab->hand_count - 1].time : HUGE_VAL;
    if (!lab->hand_holds || lab->now.time < end)
        return;
    vl_lab_settle(lab, 0);
    for (int i = 0; i < lab->count; i++) {
        run *r = &lab->runs[i];
        if (r->in_hand && !r->world->now.diverged)
            vl_world_release(r->world, slot_in_hand(lab, r->world),
                             vl_hand_speed(lab->hand, lab->hand_count, end, r->world->mistake, dt));
        r->in_hand = false;
        vl_lab_disturbed(lab, i, VL_CAUSE_HAND);
    }
    lab->hand_count = 0;
    lab->hand_holds = false;
}

// Links that may lack their lengths after something was done while the clock stood get them before
// the step, and the ledger books the change under what was done.
static void settle_links(vl_lab *lab, int index)
{
    vl_world *world = lab->runs[index].world;
    vl_unsettled by = world->now.unsettled;
    if (by == VL_SETTLED || world->now.diverged)
        return;
    (void)vl_world_settle(world);
    vl_lab_disturbed(lab, index, by == VL_UNSETTLED_BY_HAND ? VL_CAUSE_HAND : VL_CAUSE_SETTING);
}

// Either all worlds make the step or none does.
static bool can_step(const vl_lab *lab, double dt)
{
    for (int i = 0; i < lab->count; i++)
        if (!vl_world_can_step(lab->runs[i].world, dt))
            return false;
    return true;
}

// Gives time to reference runs that have no thread.
static void give_turns(vl_lab *lab)
{
    static const double budget = 0.002; // s, shared by all worlds

    for (int i = 0; i < lab->count; i++)
        if (lab->runs[i].follower)
            vl_reference_run_turn(lab->runs[i].follower, budget / lab->count);
}

bool vl_lab_advance(vl_lab *lab, double dt)
{
    if (!can_step(lab, dt)) {
        for (int i = 0; i < lab->count; i++)
            vl_world_skip(lab->runs[i].world, dt);
        return false;
    }

    for (int i = 0; i < lab->count; i++)
        settle_links(lab, i);
    move_hand(lab, dt);
    for (int i = 0; i < lab->count; i++)
        if (!lab->runs[i].world->now.diverged)
            step(&lab->runs[i], dt);
    for (int i = 0; i < lab->count; i++)
        send(lab, i);
    for (int i = 0; i < lab->count; i++)
        if (!lab->runs[i].world->now.diverged) {
            keep_positions(lab, &lab->runs[i]);
            take_step(&lab->runs[i], dt);
        }
    vl_moment_advance(&lab->now, dt);
    lab->now.frames++;
    give_turns(lab);
    end_hold(lab, dt);
    return true;
}

void vl_lab_set_mistake(vl_lab *lab, const vl_mistake *mistake)
{
    vl_lab_settle(lab, 0);
    for (int i = 0; i < lab->count; i++) {
        vl_world_set_mistake(lab->runs[i].world, mistake);
        vl_lab_disturbed(lab, i, VL_CAUSE_SETTING);
    }
}

static void settle(run *r, double next_dt)
{
    if (r->world->now.diverged)
        return;
    r->world->next_dt = next_dt;
    vl_world_synchronise(r->world);
    if (r->complete)
        return;
    double h = r->estimator->ahead ? vl_world_peek(r->world, r->estimate.next) : 0;
    complete_now(r, h);
}

void vl_lab_settle(vl_lab *lab, double next_dt)
{
    for (int i = 0; i < lab->count; i++)
        settle(&lab->runs[i], next_dt);
    for (int i = 0; i < lab->count; i++)
        send(lab, i);
}

// The reading of the present instant is taken again; it is not sent twice.
static void take_again(vl_lab *lab, run *r)
{
    bool sent = r->sent;
    keep_positions(lab, r);
    take(r, r->now.dt);
    r->sent = sent;
}

void vl_lab_set_estimator(vl_lab *lab, const vl_estimator *estimator)
{
    for (int i = 0; i < lab->count; i++) {
        run *r = &lab->runs[i];
        vl_world_remove_observer(r->world, &r->estimate);
        vl_estimate_free(&r->estimate);
        r->estimator = estimator;
        if (estimates(r))
            vl_estimate_create(&r->estimate, r->world->particles.count);
        if (estimator->ahead)
            vl_world_add_observer(r->world, &vl_estimate_observer, &r->estimate);
        if (!r->world->now.diverged)
            take_again(lab, r);
    }
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
    for (int i = 0; i < lab->count; i++) {
        lab->runs[i].ledger = vl_ledger_create(lab->runs[i].world);
        close_ledger(&lab->runs[i], measured_now(&lab->runs[i]));
    }
}

void vl_lab_keep_momentum(vl_lab *lab)
{
    for (int i = 0; i < lab->count; i++) {
        run *r = &lab->runs[i];
        r->momentum = vl_momentum_watch_create(r->world);
        vl_momenta momenta = vl_momentum_now(r->momentum);
        close_momentum(r, &momenta);
    }
}

void vl_lab_disturbed(vl_lab *lab, int world, vl_cause cause)
{
    run *r = &lab->runs[world];
    if (r->world->now.diverged)
        return;
    double before = r->complete ? r->energy : (double)NAN;
    recognise(r);
    follow(r, lab->mode);
    take_again(lab, r);
    double now = r->world->now.velocity_is_current ? vl_energy_kinetic(r->world) : (double)NAN;
    double change = now + r->now.potential - before;
    r->between_steps[cause] += isfinite(change) ? change : 0;
    if (r->complete)
        close_ledger(r, measured_now(r));
}

void vl_lab_refer(vl_lab *lab, vl_reference_mode mode)
{
    lab->mode = mode;
    for (int i = 0; i < lab->count; i++)
        if (!lab->runs[i].world->now.diverged) {
            follow(&lab->runs[i], mode);
            take_track(&lab->runs[i]);
            lab->runs[i].shown = lab->runs[i].complete ? lab->runs[i].now : lab->runs[i].shown;
        }
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
