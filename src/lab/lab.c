#include "lab/lab.h"

#include "base/clock.h"
#include "base/memory.h"
#include "lab/stability.h"
#include "physics/forces/forces.h"
#include "physics/solvers/solvers.h"
#include "physics/world/world.h"
#include "scene/build.h"
#include "scene/lanes.h"
#include "scene/warnings.h"

#include <assert.h>
#include <string.h>

typedef vl_lab_run run;

// --- the clock of a lane ---

// A step may end beyond the time by this part of itself: 300 steps of 0.0166667 s, which is 1/60 s
// in decimals, are 5.00001 s.
static const double rounding = 0.01;

bool vl_frame_fits(double dt, double left)
{
    return dt <= left + rounding * dt;
}

static bool begin_clock(vl_lane_clock *clock, const vl_scene *lane, const vl_moment *now,
                        vl_error *error)
{
    *clock = (vl_lane_clock){0};
    if (!vl_policy_parse(&clock->policy, lane->policy, error))
        return false;
    if (lane->lane.own_stream)
        clock->stream = vl_stream_parse(lane->timestep, lane->path, error);
    vl_stream_mismeasure(clock->stream, lane->mistake);
    clock->policy.now.time = now->time;
    clock->policy.now.compensation = now->compensation;
    return clock->stream || !lane->lane.own_stream;
}

// Whether it makes every common frame as one step of its length.
static bool is_plain(const vl_lane_clock *clock)
{
    return !clock->stream && vl_policy_is_raw(&clock->policy);
}

static bool read_next(vl_lane_clock *clock)
{
    if (clock->stream && !clock->has_next)
        clock->has_next = vl_stream_next(clock->stream, clock->policy.now.time, &clock->next);
    return clock->has_next;
}

// How far the own frames are behind `end`, s, where the next of them would fit; 0 where they have
// come as far as they can, or the frames are the common ones.
static double behind(vl_lane_clock *clock, double end)
{
    double left = end - clock->policy.now.time;
    return read_next(clock) && vl_frame_fits(clock->next, left) ? fmax(left, DBL_MIN) : 0;
}

// The next step, s: of the present common frame, or of own frames that end not later than `end`, s.
static bool next_step(vl_lane_clock *clock, double end, double *dt)
{
    while (!vl_policy_next(&clock->policy, dt)) {
        if (clock->made == VL_LANE_MOST_FRAMES || behind(clock, end) == 0)
            return false;
        clock->made++;
        clock->has_next = false;
        vl_policy_frame(&clock->policy, clock->next);
    }
    return true;
}

// The first step of the frame to come, s, where the common one is `dt` s long; 0 where it is not
// known or makes no step.
static double step_to_come(vl_lane_clock *clock, double dt)
{
    double own = read_next(clock) ? clock->next : 0;
    return vl_policy_first_step(&clock->policy, clock->stream ? own : dt);
}

// --- estimates ---

// The kinetic energy of the present instant by an estimator that is not the right one, J. Pinned
// and held particles count with the velocity at which they are moved. For v⁺ it looks ahead. NaN
// where v⁻ or v⁺ is needed and does not exist.
static double estimated_kinetic(run *r)
{
    const vl_estimator *estimator = r->lab->estimator;
    const vl_particles *p = &r->world->particles;
    double h = r->world->now.dt_old, dt = estimator->ahead ? vl_world_peek(r->world, r->next) : 0;
    if ((estimator->behind && !(h > 0)) || (estimator->ahead && !(dt > 0)))
        return (double)NAN;

    // both weighted by their times: (xₙ₊₁ − xₙ₋₁)/(dt + dt₋) = (dt₋ v⁻ + dt v⁺)/(dt + dt₋)
    double before = estimator->behind ? h : 0, sum = 0;
    for (int i = 0; i < p->count; i++) {
        vl_vec3 x = vl_read(p->x, i), d = vl_sub(x, vl_read(p->x_old, i)), displacement = {0};
        if (estimator->behind)
            displacement = vl_scale((vl_vec3){d.x / h, d.y / h, d.z / h}, h);
        if (estimator->ahead)
            displacement = vl_add(displacement, vl_sub(vl_read(r->next, i), x));
        vl_vec3 v = vl_scale(displacement, 1 / (before + dt));
        sum += p->mass[i] * vl_dot(v, v);
    }
    return 0.5 * sum;
}

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

// The parts of the energy gained since the start, which they add up to: what the ledger of the
// world has until now, or before the newest step, and what was done between steps. The rest is that
// of the integrator. What no cause explains is the error. And the momenta.
static void close_reading(run *r, bool before)
{
    const double *measured = !r->ledger ? NULL
                             : before   ? vl_ledger_before(r->ledger)
                                        : vl_ledger_now(r->ledger);
    double gained = r->energy - r->reference.energy, others = 0;
    double explained = measured ? measured[VL_EXPLAINED] : 0; // of contacts and links
    double *parts = r->reading.ledger;
    bool exists = measured && isfinite(gained);
    for (int c = 0; c < vl_cause_count; c++) {
        double part = (measured ? measured[c] : 0) + r->between_steps[c];
        bool either = c == VL_CAUSE_CONTACTS || c == VL_CAUSE_LINKS;
        explained += c != VL_CAUSE_INTEGRATOR && !either ? part : 0;
        others += c != VL_CAUSE_INTEGRATOR ? part : 0;
        parts[c] = exists ? part : (double)NAN;
    }
    parts[VL_CAUSE_INTEGRATOR] = exists ? gained - others : (double)NAN;
    double change = r->reading.energy - r->reference.energy;
    r->reading.energy_change = vl_energy_scale_share(&r->reference.scale, change);
    r->unexplained = gained - explained;
    bool held = r->world->hold_count > r->in_hand;
    double error = held ? (double)NAN : change - explained - r->unexplained_before;
    r->reading.energy_error = vl_energy_scale_share(&r->reference.scale, error);

    const vl_vec3 none = {(double)NAN, (double)NAN, (double)NAN};
    r->reading.momentum = !r->momentum || !isfinite(r->reading.kinetic)
                              ? (vl_momenta){{none, none}, {none, none}}
                          : before ? *vl_momentum_before(r->momentum)
                                   : vl_momentum_now(r->momentum);
    r->shown = r->reading;
}

void vl_lane_count_from_now(run *r)
{
    r->since = r->now.time;
    r->largest_error = 0;
    r->unexplained_before = r->unexplained;
    if (r->complete)
        close_reading(r, false);
}

// The reading is of now, or of the instant before the newest step.
static void complete(run *r, bool before)
{
    const vl_estimator *estimator = r->lab->estimator;
    bool estimates = estimator->behind || estimator->ahead;
    double right = before ? r->world->now.kinetic_before : vl_energy_kinetic(r->world);
    double shown = r->misread ? r->misread_kinetic : estimates ? r->estimated : right;
    take_track(r);
    r->reading.kinetic = shown;
    r->reading.energy = shown + r->reading.potential;
    r->complete = true;
    r->energy = right + r->potential;
    close_reading(r, before);
}

static void take_positions(run *r)
{
    vl_reading_take_positions(&r->reading, r->world, &r->reference);
    r->potential = r->reading.potential;
    r->complete = r->sent = r->misread = false;
}

// Takes the reading of the present instant, which is complete where the velocity is known without a
// trial step.
static void take(run *r)
{
    take_positions(r);
    if (r->world->links.hard_count == 0)
        vl_world_look(r->world);
    if (r->lab->estimator->ahead)
        return;
    if (r->lab->estimator->behind)
        r->estimated = estimated_kinetic(r);
    if (r->world->now.velocity_is_current)
        complete(r, false);
}

// Whether the reading depends on the length of the step to come, and is completed anew by another.
static bool foresees(const run *r)
{
    return r->world->now.looked || r->lab->estimator->ahead;
}

// Sends the reading to the listener if it is complete, once.
static void send(run *r)
{
    vl_lab *lab = r->lab;
    if (r->complete && !foresees(r))
        r->largest_error = fmax(r->largest_error, fabs(r->reading.energy_error));
    if (!r->complete || r->sent || !lab->listener)
        return;
    lab->listener(lab->user, (int)(r - lab->runs), &r->reading, r->x);
    r->sent = true;
}

// Takes the reading after a step in a world that may make the mistake of reading before its links
// are solved. The right velocity is known one step later, as always where links act.
static void take_after_step(run *r)
{
    if (r->world->now.diverged)
        return;
    vl_axes_copy(r->x, r->world->particles.x, r->world->particles.count);
    const vl_mistake *mistake = r->world->mistake;
    bool early = mistake && mistake->reads_unsolved && r->world->links.hard_count > 0;
    double first = r->step / r->world->solver.substeps, before = r->dt_before;
    r->reading.dt = r->step;
    r->reading.dt_ratio = before > 0 ? first / before : (double)NAN;
    r->reading.cpu = r->cpu;
    if (early) {
        r->misread_kinetic = vl_world_kinetic_unsolved(r->world);
        vl_world_swap_unsolved(r->world);
        take_positions(r);
        vl_world_swap_unsolved(r->world);
        r->misread = true;
        r->potential = vl_energy_exists(r->world) ? vl_energy_potential(r->world) : (double)NAN;
    } else
        take(r);
    r->troubles.divided += r->reading.solved.divided;
    r->troubles.failed += r->reading.solved.failed;
    r->troubles.unconverged += r->reading.solved.unconverged;
    r->troubles.residual = fmax(r->troubles.residual, r->reading.residual);
}

static bool wants_follower(const run *r)
{
    return r->lab->mode != VL_REFERENCE_NONE && !r->reference.exact;
}

// Follows a world from its present state on, once no hand holds a particle. A follower on a thread
// must be quick to create and to stop, so it refuses large worlds.
static void follow(run *r)
{
    vl_reference_mode mode = r->lab->mode;
    bool wanted = wants_follower(r);
    vl_reference_run_free(r->follower);
    r->follower = NULL;
    r->refused = wanted ? vl_best_refuses(r->world) : NULL;
    if (wanted && !r->refused && mode != VL_REFERENCE_AT_ONCE &&
        r->world->particles.count > VL_REFERENCE_MOST_LIVE)
        r->refused = "too many particles";
    if (!wanted || r->refused || r->world->hold_count > 0)
        return;
    bool known = r->world->now.velocity_is_current;
    vl_world_look(r->world);
    r->follower = vl_reference_run_create(r->world, mode);
    if (!known)
        vl_world_look_away(r->world);
}

static void refer(run *r)
{
    if (r->world->now.diverged)
        return;
    follow(r);
    take_track(r);
    r->shown = r->complete ? r->reading : r->shown;
}

// --- between steps ---

// Completes the reading of the present instant; `next_dt` as for vl_lab_complete().
static void complete_now(run *r, double next_dt)
{
    if (r->world->now.diverged)
        return;
    double next = step_to_come(&r->clock, next_dt);
    if (foresees(r) && r->world->next_dt != next) {
        vl_world_look_away(r->world);
        r->complete = false;
    }
    r->world->next_dt = next;
    vl_world_look(r->world);
    if (r->complete)
        return;
    if (r->lab->estimator->ahead)
        r->estimated = estimated_kinetic(r);
    complete(r, false);
}

void vl_lane_begin_change(run *r, double next_dt)
{
    if (r->world->now.diverged)
        return;
    r->complete = r->complete && !foresees(r);
    r->world->next_dt = step_to_come(&r->clock, next_dt);
    vl_world_synchronise(r->world);
    complete_now(r, next_dt);
    send(r);
}

// The reading of the present instant is taken again; it is not sent twice.
static void take_again(run *r)
{
    bool sent = r->sent;
    vl_axes_copy(r->x, r->world->particles.x, r->world->particles.count);
    take(r);
    r->sent = sent;
}

// The same by another estimator than before.
static void estimate_again(run *r)
{
    r->largest_error = 0;
    if (!r->world->now.diverged)
        take_again(r);
}

static void changed(run *r, vl_cause cause)
{
    if (r->world->now.diverged)
        return;
    double before = r->complete ? r->energy : (double)NAN;
    vl_exact_free(r->reference.exact);
    r->reference.exact = vl_exact_recognise(r->world);
    follow(r);
    take_again(r);
    double now = r->world->now.velocity_is_current ? vl_energy_kinetic(r->world) : (double)NAN;
    double change = now + r->reading.potential - before;
    r->between_steps[cause] += isfinite(change) ? change : 0;
    if (r->complete)
        close_reading(r, false);
}

// --- the beginning and the end of a lane ---

static void keep_ledger(run *r, bool links)
{
    vl_ledger_free(r->ledger);
    r->ledger = vl_ledger_create(r->world, links);
    close_reading(r, false);
}

// Of what lanes have ever been called, each text once.
static char *keep_text(vl_lab *lab, const char *text)
{
    for (int i = 0; i < lab->text_count; i++)
        if (text && strcmp(lab->texts[i], text) == 0)
            return lab->texts[i];
    if (!text)
        return NULL;
    int capacity = lab->text_count;
    lab->texts = vl_grow(lab->texts, &capacity, capacity + 1, sizeof *lab->texts);
    return lab->texts[lab->text_count++] = vl_copy_text(text);
}

static void take_lane(run *r, vl_lab *lab, const vl_lane *lane)
{
    r->lane = *lane;
    r->lane.timestep = keep_text(lab, lane->own_stream ? lane->timestep : NULL);
    r->lane.policy = keep_text(lab, lane->policy);
    r->lane.name = keep_text(lab, lane->name);
}

// A lane at the start of its scene; its clock is there.
static void begin_lane(vl_lab *lab, int index, const vl_scene *scene, const vl_energy_scale *scale)
{
    run *r = &lab->runs[index];
    r->reference.scale = *scale;
    vl_world *world = r->world = vl_scene_build(scene);
    const vl_particles *p = &world->particles;
    r->lab = lab;
    r->id = ++lab->last_id;
    take_lane(r, lab, &scene->lane);
    r->reference.energy = vl_energy_kinetic(world) + vl_energy_potential(world);
    r->hand_is_over = lab->hand_count == 0;
    vl_axes_take(&r->arena, r->x, p->count);
    vl_axes_copy(r->x, p->x, p->count);
    vl_axes_take(&r->arena, r->drawn, p->count);
    vl_axes_take(&r->arena, r->before, p->count);
    vl_axes_copy(r->before, p->x, p->count);
    vl_axes_take(&r->arena, r->next, p->count);
    r->reference.exact = vl_exact_recognise(world);
    r->blown = r->reading.dt = r->reading.dt_ratio = r->reading.cpu = (double)NAN;
    if (lab->hand_count > 0 || !vl_energy_is_conserved(world))
        keep_ledger(r, lab->hand_count > 0);
    take(r);
}

void vl_lane_free(run *r)
{
    vl_exact_free(r->reference.exact);
    vl_reference_run_free(r->follower);
    vl_arena_free(&r->arena);
    vl_ledger_free(r->ledger);
    vl_momentum_meter_free(r->momentum);
    vl_free(r->watch);
    vl_world_free(r->world);
    vl_stream_free(r->clock.stream);
}

void vl_lane_put_away(run *r)
{
    vl_reference_run_free(r->follower);
    r->follower = NULL;
    vl_world_put_away(r->world);
}

// --- making and freeing ---

// What is left is put away where the log may bring it back.
static void drop_lane(vl_lab *lab, run *r)
{
    if (!lab->keeps_lanes) {
        vl_lane_free(r);
        return;
    }
    int count = lab->removed_count, capacity = count;
    lab->removed = vl_grow(lab->removed, &capacity, count + 1, sizeof *lab->removed);
    vl_lane_put_away(r);
    lab->removed[lab->removed_count++] = *r;
}

void vl_lab_take_hand(vl_lab *lab, const vl_scene *scene)
{
    vl_free(lab->hand);
    lab->hand_count = scene->hand_count;
    lab->hand_number = scene->hand_holds;
    lab->hand = vl_alloc((size_t)scene->hand_count, sizeof *lab->hand);
    for (int i = 0; i < scene->hand_count; i++)
        lab->hand[i] = scene->hand[i];
}

bool vl_lab_restart(vl_lab *lab, const vl_energy_scale *known, const vl_scene *lanes, int count,
                    vl_error *error)
{
    const vl_moment start = {0};
    run *runs = vl_alloc((size_t)count, sizeof *runs);
    int begun = 0;
    while (begun < count && begin_clock(&runs[begun].clock, &lanes[begun], &start, error))
        begun++;
    for (int i = 0; i < begun && begun < count; i++)
        vl_stream_free(runs[i].clock.stream);
    if (begun < count) {
        vl_free(runs);
        return false;
    }
    for (int i = 0; i < lab->count; i++)
        drop_lane(lab, &lab->runs[i]);
    vl_free(lab->runs);
    lab->runs = runs;
    lab->count = count;
    lab->now = start;
    lab->shown = (vl_shown_time){.turned_at = -1};
    lab->frame_is_open = false;
    lab->listener = NULL;
    lab->mode = VL_REFERENCE_NONE;
    vl_lab_take_hand(lab, lanes);
    // its worlds are gone before those of the lanes come
    const vl_energy_scale scale = known ? *known : vl_energy_scale_of_scene(&lanes[0]);
    for (int i = 0; i < count; i++)
        begin_lane(lab, i, &lanes[i], &scale);
    return true;
}

vl_lab *vl_lab_create(const vl_energy_scale *known, const vl_scene *lanes, int count,
                      vl_error *error)
{
    vl_lab *lab = vl_alloc(1, sizeof *lab);
    lab->estimator = vl_estimators;
    if (vl_lab_restart(lab, known, lanes, count, error))
        return lab;
    vl_lab_free(lab);
    return NULL;
}

void vl_lab_free(vl_lab *lab)
{
    if (!lab)
        return;
    for (int i = 0; i < lab->count; i++)
        vl_lane_free(&lab->runs[i]);
    assert(lab->removed_count == 0); // the log has gone before
    for (int i = 0; i < lab->text_count; i++)
        vl_free(lab->texts[i]);
    vl_free((void *)lab->texts);
    for (int i = 0; i < lab->labelled_count; i++)
        vl_text_free(&lab->labels[i]);
    vl_free(lab->removed);
    vl_free(lab->hand);
    vl_free(lab->runs);
    vl_free(lab);
}

// --- other lanes in mid-run ---

void vl_lab_take_lane(vl_lab *lab, vl_lab *made)
{
    lab->runs = vl_grow(lab->runs, &(int){lab->count}, lab->count + 1, sizeof *lab->runs);
    run *r = &lab->runs[lab->count++];
    *r = made->runs[0];
    r->lab = lab;
    r->id = ++lab->last_id;
    take_lane(r, lab, &made->runs[0].lane);
    made->count = 0;
    vl_lab_free(made);
    if (lab->runs->watch)
        vl_step_watch_set(&r->watch, r->world, lab->runs->watch->last.slot);
    estimate_again(r);
    refer(r);
}

void vl_lab_remove_lane(vl_lab *lab, int index)
{
    drop_lane(lab, &lab->runs[index]);
    lab->count--;
    memmove(&lab->runs[index], &lab->runs[index + 1],
            (size_t)(lab->count - index) * sizeof *lab->runs);
}

bool vl_lab_set_lane(vl_lab *lab, int index, const vl_scene *lane, vl_error *error)
{
    run *r = &lab->runs[index];
    vl_world *world = r->world;
    vl_lane_clock clock;
    const char *stream = lane->lane.own_stream ? lane->timestep : "";
    bool keeps = strcmp(r->lane.policy, lane->policy) == 0 &&
                 strcmp(r->lane.own_stream ? r->lane.timestep : "", stream) == 0;
    if (!keeps && !begin_clock(&clock, lane, &lab->now, error))
        return false;
    if (!keeps) {
        vl_stream_free(r->clock.stream);
        r->clock = clock;
        vl_lane_count_from_now(r);
        vl_axes_copy(r->before, world->particles.x, world->particles.count);
    }
    bool other_method = lane->integrator != vl_world_method(world);
    bool other_solver = !vl_solver_same_settings(&lane->solver, &world->solver);
    const vl_lane before = r->lane;
    take_lane(r, lab, &lane->lane);
    r->lane.engine = before.engine; // with its start and without its mistake
    r->lane.naive_start = before.naive_start;
    r->lane.mistake = before.mistake;
    if (!other_method && !other_solver)
        return true;
    vl_lane_begin_change(r, 0);
    if (other_method)
        vl_world_set_integrator(world, lane->integrator);
    if (other_solver)
        vl_world_set_solver(world, &lane->solver);
    vl_world_synchronise(world);
    changed(r, VL_CAUSE_SETTING);
    vl_lane_count_from_now(r);
    return true;
}

// --- the recorded hand ---

// Linear between two samples, constant before the first and after the last.
static vl_vec3 place_of(const vl_hand_sample *s, int count, double time)
{
    time = fmax(time, s[0].time);
    for (int i = 1; i < count; i++)
        if (time <= s[i].time)
            return vl_lerp(s[i - 1].at, s[i].at,
                           (time - s[i - 1].time) / (s[i].time - s[i - 1].time));
    return s[count - 1].at;
}

vl_vec3 vl_hand_speed(const vl_hand_sample *samples, int count, double time,
                      const vl_mistake *mistake, double frame)
{
    double span = mistake && mistake->hand_of_last_frame ? frame : VL_HAND_TIME;
    double begin = fmax(time - span, samples[0].time);
    if (!(time > begin))
        return (vl_vec3){0, 0, 0};
    vl_vec3 displacement = vl_sub(place_of(samples, count, time), place_of(samples, count, begin));
    return vl_scale(displacement, 1 / (time - begin));
}

static int slot_in_hand(const run *r)
{
    return r->world->particles.slot_of[r->lab->hand_number - 1];
}

bool vl_lane_is_in_hand(const run *r, int slot)
{
    return r->in_hand && slot_in_hand(r) == slot;
}

// Called before a step: the hand moves to its place at the end of the step.
static void move_hand(run *r)
{
    const vl_lab *lab = r->lab;
    double end = r->now.time + r->step;
    if (r->hand_is_over || end <= lab->hand[0].time)
        return;
    if (!r->in_hand) { // a particle that the user holds is not taken
        vl_lane_begin_change(r, 0);
        r->in_hand = vl_world_hold(r->world, slot_in_hand(r));
        r->hand_is_over = !r->in_hand;
        changed(r, VL_CAUSE_HAND);
    }
    if (r->in_hand)
        vl_world_carry(r->world, slot_in_hand(r), place_of(lab->hand, lab->hand_count, end));
}

// Called after the step: at its last sample the hand releases the particle with its velocity.
static void end_hold(run *r)
{
    const vl_lab *lab = r->lab;
    double end = r->in_hand ? lab->hand[lab->hand_count - 1].time : HUGE_VAL;
    if (r->now.time < end)
        return;
    vl_lane_begin_change(r, 0);
    if (!r->world->now.diverged)
        vl_world_release(
            r->world, slot_in_hand(r),
            vl_hand_speed(lab->hand, lab->hand_count, end, r->world->mistake, r->step));
    r->in_hand = false;
    r->hand_is_over = true;
    changed(r, VL_CAUSE_HAND);
}

// --- a step ---

// Links that may lack their lengths after something was done while the clock stood get them before
// the step, and the ledger books the change under what was done.
static void restore_lengths(run *r)
{
    vl_unsettled by = r->world->now.unsettled;
    if (by == VL_SETTLED)
        return;
    vl_world_settle(r->world);
    changed(r, by == VL_UNSETTLED_BY_HAND ? VL_CAUSE_HAND : VL_CAUSE_SETTING);
}

// Steps the world, and touches nothing but its own lane.
static void step(run *r)
{
    r->dt_before = r->world->now.dt_old;
    r->complete = r->complete && !foresees(r);
    if (r->clock.policy.kind->interpolates)
        vl_axes_copy(r->before, r->world->particles.x, r->world->particles.count);
    r->world->next_dt = r->step;
    if (r->lab->estimator->ahead)
        r->estimated = estimated_kinetic(r);
    double begin = vl_clock_now();
    vl_world_step(r->world, r->step);
    r->cpu = vl_clock_now() - begin;
}

// Completes the reading before the step, and sends it.
static void complete_before_step(run *r)
{
    if (!r->complete)
        complete(r, true);
    if (r->follower && !r->world->now.diverged)
        vl_reference_run_feed(r->follower, r->world, r->step);
    send(r);
}

// Moves the clock of the lane to the end of the step, and ends the recorded hand there.
static void end_step(run *r)
{
    vl_moment_advance(&r->now, r->step);
    r->now.frames++;
    if (isnan(r->blown))
        r->longest = fmax(r->longest, r->step / r->world->solver.substeps);
    if (isnan(r->blown) && fabs(r->shown.energy_error) > VL_BLOWN_UP)
        r->blown = r->shown.time;
    end_hold(r);
}

// --- frames and steps ---

void vl_lab_listen(vl_lab *lab, vl_lab_listener *listener, void *user)
{
    lab->listener = listener;
    lab->user = user;
}

// Either all worlds that make the common frames as they are make this one, or none does.
bool vl_lab_begin_frame(vl_lab *lab, double dt)
{
    bool begins = dt > 0 && isfinite(dt);
    for (int i = 0; i < lab->count && begins; i++)
        begins = !is_plain(&lab->runs[i].clock) || vl_world_can_step(lab->runs[i].world, dt);
    lab->frame_steps = 0;
    lab->frame_is_open = begins;
    for (int i = 0; i < lab->count; i++) {
        run *r = &lab->runs[i];
        r->clock.made = begins ? 0 : r->clock.made;
        if (begins && !r->clock.stream)
            vl_policy_frame(&r->clock.policy, dt);
        else if (!begins && is_plain(&r->clock))
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
           next_step(&r->clock, lab->now.time, &r->step)) {
        r->stepping = vl_world_can_step(r->world, r->step);
        if (!r->stepping)
            vl_world_skip(r->world, r->step);
    }
    return r->stepping;
}

// Calls `act` for each lane that makes a step now.
static void for_each_stepping(vl_lab *lab, void (*act)(run *lane))
{
    for (int i = 0; i < lab->count; i++)
        if (lab->runs[i].stepping)
            act(&lab->runs[i]);
}

bool vl_lab_has_step(vl_lab *lab)
{
    for (int i = 0; i < lab->count; i++) {
        const run *r = &lab->runs[i];
        if ((!r->world->now.diverged && r->clock.policy.left > 0) || vl_lab_behind(lab, i) > 0)
            return true;
    }
    return false;
}

// Works at the reference of a lane that has no thread: a moment, or until it has made the step.
static void turn(vl_lab *lab, int lane)
{
    static const double budget = 0.002; // s
    const run *r = &lab->runs[lane];
    for (double part = r->follower ? 0 : 1; part < 1;) {
        part = vl_reference_run_turn(r->follower, budget / lab->count);
        double all = (lane + part) / lab->count, time = r->now.time + all * r->step;
        if (lab->progress)
            (void)lab->progress(lab->waiter, time, (double)r->now.frames + all);
        part = lab->mode == VL_REFERENCE_AT_ONCE ? part : 1;
    }
}

bool vl_lab_step(vl_lab *lab)
{
    bool any = false;
    for (int i = 0; i < lab->count; i++)
        any |= take_step(lab, &lab->runs[i]);
    lab->frame_is_open = any;
    if (!any)
        return false;
    for_each_stepping(lab, restore_lengths);
    for_each_stepping(lab, move_hand);
    for_each_stepping(lab, step);
    lab->frame_steps++;
    for_each_stepping(lab, complete_before_step);
    for (int i = 0; i < lab->count; i++)
        turn(lab, i);
    for_each_stepping(lab, take_after_step);
    for_each_stepping(lab, end_step);
    return true;
}

double vl_lab_shown_time(const vl_lab *lab, double time)
{
    return lab->shown.offset + (lab->shown.back ? -time : time);
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
    return r->world->now.diverged ? 0 : behind(&r->clock, lab->now.time);
}

void vl_lab_show(vl_lab *lab, int lane, bool drawn)
{
    run *r = &lab->runs[lane];
    vl_particles *p = &r->world->particles;
    if (!r->clock.policy.kind->interpolates)
        return;
    if (drawn)
        vl_axes_mix(r->drawn, r->before, p->x, vl_policy_part(&r->clock.policy), p->count);
    for (int axis = 0; axis < VL_AXES; axis++) {
        double *other = p->x[axis];
        p->x[axis] = r->drawn[axis];
        r->drawn[axis] = other;
    }
}

void vl_lab_tell_cause(const run *r, const vl_scene *scene, vl_text *text)
{
    vl_world *start = vl_scene_build(scene);
    const vl_frequency_found all = vl_frequency_highest(start);
    const vl_frequency_found parts[] = {
        {.omega = all.omega}, {.damper.rate = all.damper.rate}, all};
    double grows[3];
    vl_world_free(start);
    for (int i = 0; i < 3; i++)
        grows[i] = vl_stability_of(scene->integrator, &parts[i], &r->longest, 1).factor;
    bool damps = grows[1] > 0 && !(grows[0] >= grows[1]);
    if (grows[2] > 1 + VL_STABILITY_ROUNDING)
        vl_text_add(text, ": substeps of %.4g s are too long for %s of up to %.4g %s", r->longest,
                    damps ? "dampers" : "oscillations", damps ? all.damper.rate : all.omega,
                    damps ? "/s" : "rad/s");
}

const char *vl_lab_label(vl_lab *lab, int lane)
{
    bool same = lab->labelled_count == lab->count;
    for (int i = 0; i < lab->count && same; i++)
        same = vl_schema_equal(&vl_schema_lane, &lab->labelled[i], &lab->runs[i].lane);
    for (int i = 0; i < VL_SCENE_MOST_LANES && !same; i++) {
        vl_text_free(&lab->labels[i]);
        lab->labelled[i] = i < lab->count ? lab->runs[i].lane : (vl_lane){0};
    }
    if (!same)
        vl_lane_labels(lab->labelled, lab->count, lab->labels);
    lab->labelled_count = lab->count;
    return lab->labels[lane].data;
}

// --- between frames ---

void vl_lab_complete(vl_lab *lab, double next_dt)
{
    for (int i = 0; i < lab->count; i++) {
        complete_now(&lab->runs[i], next_dt);
        send(&lab->runs[i]);
    }
}

void vl_lab_set_estimator(vl_lab *lab, const vl_estimator *estimator)
{
    lab->estimator = estimator;
    for (int i = 0; i < lab->count; i++)
        estimate_again(&lab->runs[i]);
}

bool vl_lab_is_held(const vl_lab *lab)
{
    for (int i = 0; i < lab->count; i++)
        if (lab->runs[i].world->hold_count > lab->runs[i].in_hand)
            return true;
    return false;
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
        keep_ledger(&lab->runs[i], true);
}

void vl_lab_keep_momentum(vl_lab *lab)
{
    for (int i = 0; i < lab->count; i++) {
        lab->runs[i].momentum = vl_momentum_meter_create(lab->runs[i].world);
        close_reading(&lab->runs[i], false);
    }
}

void vl_lab_watch(vl_lab *lab, int slot)
{
    for (int i = 0; i < lab->count; i++)
        vl_step_watch_set(&lab->runs[i].watch, lab->runs[i].world, slot);
}

void vl_lab_changed(vl_lab *lab, int world, vl_cause cause)
{
    run *r = &lab->runs[world];
    vl_axes_copy(r->before, r->world->particles.x, r->world->particles.count);
    changed(r, cause);
}

// --- a run ---

bool vl_run_has_ended(double time, double duration)
{
    return isfinite(duration) && duration - time <= 4 * DBL_EPSILON * duration;
}

bool vl_run_next_dt(vl_stream *stream, double time, double duration, double *dt)
{
    bool there = vl_stream_next(stream, time, dt);
    *dt = there ? *dt : 0;
    return there && !vl_run_has_ended(time, duration) && vl_frame_fits(*dt, duration - time);
}

// --- references ---

void vl_lab_refer(vl_lab *lab, vl_reference_mode mode)
{
    lab->mode = mode;
    for (int i = 0; i < lab->count; i++)
        refer(&lab->runs[i]);
}

vl_track vl_lab_track(const vl_lab *lab, int world, int64_t step, double most)
{
    const run *r = &lab->runs[world];
    if (r->follower) {
        vl_reference_run_wait(r->follower, step, most);
        return vl_reference_run_track_at(r->follower, step);
    }
    return (vl_track){.state = r->refused                                      ? VL_TRACK_REFUSED
                               : wants_follower(r) && r->world->hold_count > 0 ? VL_TRACK_HELD
                                                                               : VL_TRACK_NONE,
                      .time = (double)NAN,
                      .error = (double)NAN,
                      .own_error = (double)NAN,
                      .touched = (double)NAN,
                      .since = (double)NAN,
                      .horizon = (double)NAN,
                      .behind = (double)NAN};
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
    vl_reference_run_wait(r->follower, now->frames, most);
    return vl_reference_run_positions(r->follower, now->frames, x);
}
