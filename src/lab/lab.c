#include "lab/lab.h"

#include "base/clock.h"
#include "base/memory.h"
#include "lab/best_method.h"
#include "lab/hand.h"
#include "lab/ledger.h"
#include "physics/forces/forces.h"
#include "physics/math/axes.h"
#include "physics/world/world.h"
#include "scene/build.h"

// A world and its reading of the present instant.
typedef struct seat {
    vl_world *world;
    vl_reference reference;
    vl_exact *exact;
    vl_reference_run *run; // NULL where there is none
    bool held;             // by a hand: the run begins when that lets go
    const char *refused;   // why there is no run; NULL
    vl_reading now;        // of the present instant
    bool complete;         // `now` has its kinetic energy
    bool sent;             // to the listener
    vl_reading shown;      // the newest complete one
    double *x[VL_AXES];    // positions of `now`
    double ratio, cpu;     // of the step just made
    bool in_hand;          // the recorded hand holds its particle
    const vl_estimator *estimator;
    vl_estimate estimate; // of `now`; made for an estimator that is not the right one
    vl_ledger *ledger;    // NULL where nobody asked for it
    vl_ledger_book book;
    bool misread;           // `now`, by a mistake
    double misread_kinetic; // J, what that finds
    double potential;       // J, of `now`, which it does not touch
    double energy;          // J, of `now`, which the ledger is of however it is read
} seat;

// The hand that the scene has recorded.
typedef struct recorded {
    int count; // 0: none, or it has let go
    vl_hand_sample *samples;
    int number; // of its particle
    bool holds;
} recorded;

struct vl_lab {
    int count;
    seat *seats;
    vl_reference_mode way;
    vl_lab_listener *listener;
    void *user;
    recorded hand;
    vl_moment now; // only time, compensation and frames count
};

// What the reference run has found, where it is there already.
static void take_track(seat *s)
{
    if (!s->run)
        return;
    vl_track track = vl_reference_run_track_at(s->run, s->now.step);
    if (track.state != VL_TRACK_FOLLOWS || track.step != s->now.step)
        return;
    s->now.position_error = track.error;
    s->now.reference_error = track.own_error;
}

static bool estimates(const seat *s)
{
    return s->estimator->behind || s->estimator->ahead;
}

// `measured` by the ledger of the world until then.
static void close_ledger(seat *s, const double *measured)
{
    vl_ledger_close(&s->book, measured, s->energy - s->reference.energy, s->now.ledger);
    s->shown = s->now;
}

// What is shown of the kinetic energy, J, where that is `right`.
static double shown_kinetic(seat *s, double right, double h)
{
    if (s->misread)
        return s->misread_kinetic;
    return estimates(s) ? vl_estimate_kinetic(&s->estimate, s->estimator, s->world, h) : right;
}

// `right` is the kinetic energy, J; `h` the length of the substep that led to what was found ahead,
// s, where the estimator looks there.
static void complete(seat *s, double right, double h, const double *measured)
{
    take_track(s);
    vl_reading_complete(&s->now, shown_kinetic(s, right, h), &s->reference);
    s->complete = true;
    s->energy = right + s->potential;
    close_ledger(s, measured);
}

static const double *measured_now(const seat *s)
{
    return s->ledger ? vl_ledger_now(s->ledger) : NULL;
}

static void complete_now(seat *s, double h)
{
    complete(s, vl_energy_kinetic(s->world), h, measured_now(s));
}

static void take_positions(seat *s, double dt)
{
    s->now.dt = dt;
    s->now.dt_ratio = s->ratio;
    s->now.cpu = s->cpu;
    vl_reading_take_positions(&s->now, s->world, &s->reference);
    s->potential = s->now.potential;
    s->complete = s->sent = s->misread = false;
}

// Takes the reading of the present instant, whole where the velocity is at hand without a look
// ahead.
static void take(seat *s, double dt)
{
    take_positions(s, dt);
    if (s->world->links.hard_count == 0)
        vl_world_synchronise(s->world);
    if (estimates(s))
        vl_estimate_begin(&s->estimate, s->world);
    if (s->world->now.velocity_is_current && !s->estimator->ahead)
        complete_now(s, 0);
}

// The same behind a step, by a world that may make the mistake to read before its links are solved.
// The velocity that there is, is known a step later, as ever where links act.
static void take_step(seat *s, double dt)
{
    const vl_mistake *mistake = s->world->mistake;
    bool early = mistake && mistake->reads_unsolved && s->world->links.hard_count > 0;
    if (!early) {
        take(s, dt);
        return;
    }
    double kinetic = vl_world_show_unsolved(s->world);
    take_positions(s, dt);
    vl_world_show_solved(s->world);
    s->misread = true;
    s->misread_kinetic = kinetic;
    s->potential = vl_energy_exists(s->world) ? vl_energy_potential(s->world) : (double)NAN;
}

static void send(vl_lab *lab, int index)
{
    seat *s = &lab->seats[index];
    if (!s->complete || s->sent)
        return;
    if (lab->listener)
        lab->listener(lab->user, index, &s->now, s->x);
    s->sent = lab->listener != NULL;
}

static void keep_positions(vl_lab *lab, seat *s)
{
    if (lab->listener)
        vl_axes_copy(s->x, s->world->particles.x, s->world->particles.count);
}

static void recognise(seat *s)
{
    vl_exact_free(s->exact);
    s->exact = vl_exact_recognise(s->world);
    s->reference.exact = s->exact;
}

// A run beside the picture must not take long to make, nor to stop.
static const char *refusal(const seat *s, vl_reference_mode way)
{
    bool many = s->world->particles.count > VL_REFERENCE_MOST_LIVE;
    const char *reason = vl_best_refuses(s->world);
    return reason ? reason : many && way != VL_REFERENCE_AT_ONCE ? "too many particles" : NULL;
}

// Follows a synchronised world from its present state on.
static void follow(seat *s, vl_reference_mode way)
{
    bool wanted = way != VL_REFERENCE_NONE && !s->exact;
    vl_reference_run_free(s->run);
    s->run = NULL;
    s->refused = wanted ? refusal(s, way) : NULL;
    s->held = wanted && !s->refused && s->world->hold_count > 0;
    if (!wanted || s->refused || s->held)
        return;
    vl_world_synchronise(s->world);
    s->run = vl_reference_run_create(s->world, way);
}

static void seat_world(seat *s, const vl_scene *scene, const vl_integrator *integrator)
{
    s->world = vl_scene_build(scene);
    vl_world_set_integrator(s->world, integrator);
    s->reference.energy = vl_energy_kinetic(s->world) + vl_energy_potential(s->world);
    s->reference.scale = vl_energy_scale(s->world);
    vl_axes_create(s->x, s->world->particles.count);
    vl_axes_copy(s->x, s->world->particles.x, s->world->particles.count);
    recognise(s);
    s->ratio = s->cpu = (double)NAN;
    s->estimator = &vl_estimators[0];
    take(s, (double)NAN);
}

vl_lab *vl_lab_create(const vl_scene *scene, const vl_integrator *const *integrators, int count)
{
    vl_lab *lab = vl_alloc(1, sizeof *lab);
    lab->count = count;
    lab->seats = vl_alloc((size_t)count, sizeof *lab->seats);
    lab->hand = (recorded){.count = scene->hand_count, .number = scene->hand_holds};
    lab->hand.samples = vl_alloc((size_t)scene->hand_count, sizeof *lab->hand.samples);
    for (int i = 0; i < scene->hand_count; i++)
        lab->hand.samples[i] = scene->hand[i];
    for (int i = 0; i < count; i++)
        seat_world(&lab->seats[i], scene, integrators ? integrators[i] : scene->integrator);
    return lab;
}

void vl_lab_free(vl_lab *lab)
{
    if (!lab)
        return;
    for (int i = 0; i < lab->count; i++) {
        vl_exact_free(lab->seats[i].exact);
        vl_estimate_free(&lab->seats[i].estimate);
        vl_reference_run_free(lab->seats[i].run);
        vl_axes_free(lab->seats[i].x);
        vl_ledger_free(lab->seats[i].ledger);
        vl_world_free(lab->seats[i].world);
    }
    vl_free(lab->hand.samples);
    vl_free(lab->seats);
    vl_free(lab);
}

int vl_lab_world_count(const vl_lab *lab)
{
    return lab->count;
}

vl_world *vl_lab_world(vl_lab *lab, int index)
{
    return lab->seats[index].world;
}

void vl_lab_listen(vl_lab *lab, vl_lab_listener *listener, void *user)
{
    lab->listener = listener;
    lab->user = user;
    for (int i = 0; i < lab->count; i++)
        keep_positions(lab, &lab->seats[i]);
}

static void step(seat *s, double dt)
{
    double h_old = s->world->now.dt_old;
    double begin = vl_clock_now();
    vl_world_step(s->world, dt);
    s->cpu = vl_clock_now() - begin;
    s->ratio = h_old > 0 ? dt / s->world->solver.substeps / h_old : (double)NAN;
    bool there = !s->world->now.diverged;
    if (!s->complete)
        complete(s, s->world->now.kinetic_before, there ? dt / s->world->solver.substeps : 0,
                 s->ledger ? vl_ledger_before(s->ledger) : NULL);
    if (s->run && there)
        vl_reference_run_feed(s->run, s->world, dt);
}

// --- the recorded hand ---

static int slot_in_hand(const vl_lab *lab, const vl_world *world)
{
    return world->particles.slot_of[lab->hand.number - 1];
}

// Where a person holds the particle, the recorded hand has none.
static void grip(vl_lab *lab)
{
    vl_lab_settle(lab, 0);
    for (int i = 0; i < lab->count; i++) {
        seat *s = &lab->seats[i];
        s->in_hand =
            !s->world->now.diverged && vl_world_hold(s->world, slot_in_hand(lab, s->world));
        vl_lab_disturbed(lab, i, VL_CAUSE_HAND);
    }
    lab->hand.holds = true;
}

// Before a frame of `dt` s: the hand goes its way.
static void carry(vl_lab *lab, double dt)
{
    recorded *hand = &lab->hand;
    if (hand->count == 0 || lab->now.time + dt <= hand->samples[0].time)
        return;
    if (!hand->holds)
        grip(lab);
    vl_vec3 target = vl_hand_place(hand->samples, hand->count, lab->now.time + dt);
    for (int i = 0; i < lab->count; i++)
        if (lab->seats[i].in_hand)
            vl_world_carry(lab->seats[i].world, slot_in_hand(lab, lab->seats[i].world), target);
}

// After it: at the end of its way the hand lets go, with the speed it has then.
static void let_go(vl_lab *lab, double dt)
{
    recorded *hand = &lab->hand;
    double end = hand->count > 0 ? hand->samples[hand->count - 1].time : HUGE_VAL;
    if (!hand->holds || lab->now.time < end)
        return;
    vl_lab_settle(lab, 0);
    for (int i = 0; i < lab->count; i++) {
        seat *s = &lab->seats[i];
        double span = vl_hand_span(s->world->mistake, dt);
        if (s->in_hand && !s->world->now.diverged)
            vl_world_release(s->world, slot_in_hand(lab, s->world),
                             vl_hand_speed(hand->samples, hand->count, end, span));
        s->in_hand = false;
        vl_lab_disturbed(lab, i, VL_CAUSE_HAND);
    }
    hand->count = 0;
    hand->holds = false;
}

// All worlds make the step, or none does.
static bool can_step(const vl_lab *lab, double dt)
{
    for (int i = 0; i < lab->count; i++)
        if (!vl_world_can_step(lab->seats[i].world, dt))
            return false;
    return true;
}

// Where there is no thread for a reference run.
static void give_turns(vl_lab *lab)
{
    static const double budget = 0.002; // s, of all together

    for (int i = 0; i < lab->count; i++)
        if (lab->seats[i].run)
            vl_reference_run_turn(lab->seats[i].run, budget / lab->count);
}

bool vl_lab_advance(vl_lab *lab, double dt)
{
    if (!can_step(lab, dt)) {
        for (int i = 0; i < lab->count; i++)
            vl_world_skip(lab->seats[i].world, dt);
        return false;
    }

    carry(lab, dt);
    for (int i = 0; i < lab->count; i++)
        if (!lab->seats[i].world->now.diverged)
            step(&lab->seats[i], dt);
    for (int i = 0; i < lab->count; i++)
        send(lab, i);
    for (int i = 0; i < lab->count; i++)
        if (!lab->seats[i].world->now.diverged) {
            keep_positions(lab, &lab->seats[i]);
            take_step(&lab->seats[i], dt);
        }
    vl_moment_advance(&lab->now, dt);
    lab->now.frames++;
    give_turns(lab);
    let_go(lab, dt);
    return true;
}

void vl_lab_set_mistake(vl_lab *lab, const vl_mistake *mistake)
{
    vl_lab_settle(lab, 0);
    for (int i = 0; i < lab->count; i++) {
        vl_world_set_mistake(lab->seats[i].world, mistake);
        vl_lab_disturbed(lab, i, VL_CAUSE_SETTING);
    }
}

static void settle(seat *s, double next_dt)
{
    if (s->world->now.diverged)
        return;
    s->world->next_dt = next_dt;
    vl_world_synchronise(s->world);
    if (s->complete)
        return;
    double h = s->estimator->ahead ? vl_world_peek(s->world, s->estimate.next) : 0;
    complete_now(s, h);
}

void vl_lab_settle(vl_lab *lab, double next_dt)
{
    for (int i = 0; i < lab->count; i++)
        settle(&lab->seats[i], next_dt);
    for (int i = 0; i < lab->count; i++)
        send(lab, i);
}

// The reading of the present instant is taken again; it is not sent twice.
static void take_again(vl_lab *lab, seat *s)
{
    bool sent = s->sent;
    keep_positions(lab, s);
    take(s, s->now.dt);
    s->sent = sent;
}

void vl_lab_set_estimator(vl_lab *lab, const vl_estimator *estimator)
{
    for (int i = 0; i < lab->count; i++) {
        seat *s = &lab->seats[i];
        vl_world_remove_observer(s->world, &s->estimate);
        vl_estimate_free(&s->estimate);
        s->estimator = estimator;
        if (estimates(s))
            vl_estimate_create(&s->estimate, s->world->particles.count);
        if (estimator->ahead)
            vl_world_add_observer(s->world, &vl_estimate_observer, &s->estimate);
        if (!s->world->now.diverged)
            take_again(lab, s);
    }
}

double vl_lab_time(const vl_lab *lab)
{
    return lab->now.time;
}

int64_t vl_lab_steps(const vl_lab *lab)
{
    return lab->now.frames;
}

bool vl_lab_all_diverged(const vl_lab *lab)
{
    for (int i = 0; i < lab->count; i++)
        if (!lab->seats[i].world->now.diverged)
            return false;
    return true;
}

const vl_reading *vl_lab_reading(const vl_lab *lab, int world)
{
    return &lab->seats[world].shown;
}

const vl_reference *vl_lab_reference(const vl_lab *lab, int world)
{
    return &lab->seats[world].reference;
}

void vl_lab_keep_ledger(vl_lab *lab)
{
    for (int i = 0; i < lab->count; i++) {
        lab->seats[i].ledger = vl_ledger_create(lab->seats[i].world);
        close_ledger(&lab->seats[i], measured_now(&lab->seats[i]));
    }
}

void vl_lab_disturbed(vl_lab *lab, int world, vl_cause cause)
{
    seat *s = &lab->seats[world];
    if (s->world->now.diverged)
        return;
    double before = s->complete ? s->energy : (double)NAN;
    recognise(s);
    follow(s, lab->way);
    take_again(lab, s);
    if (s->world->now.velocity_is_current)
        vl_ledger_note(&s->book, cause, vl_energy_kinetic(s->world) + s->now.potential - before);
    if (s->complete)
        close_ledger(s, measured_now(s));
}

void vl_lab_refer(vl_lab *lab, vl_reference_mode way)
{
    lab->way = way;
    for (int i = 0; i < lab->count; i++)
        if (!lab->seats[i].world->now.diverged) {
            follow(&lab->seats[i], way);
            take_track(&lab->seats[i]);
            lab->seats[i].shown = lab->seats[i].complete ? lab->seats[i].now : lab->seats[i].shown;
        }
}

vl_track vl_lab_track(const vl_lab *lab, int world)
{
    const seat *s = &lab->seats[world];
    double none = (double)NAN;
    vl_track track = {.time = none, .error = none, .own_error = none, .since = none};
    track.horizon = track.behind = none;
    track.state = s->held ? VL_TRACK_HELD : s->refused ? VL_TRACK_REFUSED : VL_TRACK_NONE;
    return s->run ? vl_reference_run_track(s->run) : track;
}

const char *vl_lab_reference_refuses(const vl_lab *lab, int world)
{
    return lab->seats[world].refused;
}

// It will be there in a moment. Where it lags farther behind nobody waits.
static void wait_where_near(vl_reference_run *run, int64_t step, double most)
{
    enum { NEAR = VL_REFERENCE_KEPT };

    int64_t lag = step - vl_reference_run_track(run).step;
    if (lag > 0 && lag <= NEAR)
        vl_reference_run_wait(run, most);
}

vl_track vl_lab_track_at(const vl_lab *lab, int world, int64_t step, double most)
{
    vl_reference_run *run = lab->seats[world].run;
    if (!run)
        return vl_lab_track(lab, world);
    wait_where_near(run, step, most);
    return vl_reference_run_track_at(run, step);
}

bool vl_lab_true_positions(vl_lab *lab, int world, double most, double *const x[VL_AXES])
{
    seat *s = &lab->seats[world];
    const vl_moment *now = &s->world->now;
    if (s->exact) {
        for (int i = 0; i < s->world->particles.count; i++)
            vl_write(x, i, vl_exact_position(s->exact, i, now->time));
        return true;
    }
    if (!s->run)
        return false;
    wait_where_near(s->run, now->frames, most);
    return vl_reference_run_positions(s->run, now->frames, x);
}
