// The sums, the work of damping, winds, penalties and hands, and what the ledger does at each event
// of a step. ledger_links.c measures the work of rods and strings, and of contacts.

#include "physics/forces/forces.h"
#include "physics/integrators/integrators.h"
#include "physics/ledger/ledger_parts.h"

#include <assert.h>
#include <string.h>

const vl_cause_text vl_causes[] = {
    [VL_CAUSE_INTEGRATOR] =
        {"integrator", "Integrator",
         "what remains: forces with a potential did other work in the steps than the potential "
         "lost"},
    [VL_CAUSE_LINKS] = {"links", "Links",
                        "work of the solver's corrections, and the energy that compliant links "
                        "store, less the work of hands through links"},
    [VL_CAUSE_DAMPING] = {"damping", "Damping", "damping of the air and of springs"},
    [VL_CAUSE_CONTACTS] =
        {"contacts", "Contacts",
         "impacts, friction and depenetration; damping and friction of penalties"},
    [VL_CAUSE_OUTSIDE] = {"outside", "Outside", "wind: forces without a potential"},
    [VL_CAUSE_HAND] = {"hand", "Hand",
                       "grips, moves, throws and pins: work on the particle held, and by it on "
                       "springs, rods and strings"},
    [VL_CAUSE_CUT] = {"cut", "Cut", "links that are cut or tear, with the energy they store"},
    [VL_CAUSE_SETTING] = {"setting", "Setting", "a change of integrator, solver or settings"},
};
const int vl_cause_count = sizeof vl_causes / sizeof *vl_causes;
static_assert(sizeof vl_causes / sizeof *vl_causes <= VL_MOST_CAUSES,
              "arrays by cause are too small");

// --- sums ---

const vl_arena *vl_ledger_memory(const vl_ledger *ledger)
{
    return &ledger->arena;
}

const double *vl_ledger_now(const vl_ledger *ledger)
{
    return ledger->world->now.looked ? ledger->looked : ledger->now.sums;
}

const double *vl_ledger_before(const vl_ledger *ledger)
{
    return ledger->now.at;
}

static void find_free_masses(vl_ledger *ledger)
{
    const vl_particles *p = &ledger->world->particles;
    for (int i = 0; i < p->count; i++)
        ledger->free_mass[i] = p->inverse_mass[i] > 0 ? p->mass[i] : 0;
}

static bool air_damps(const vl_ledger *ledger)
{
    return ledger->world->damping > 0 || ledger->world->damping_per_step > 0;
}

// --- damping without rods and strings ---

// With the constant a for which x″ = a − c x′ leads from v₀ to v₁, the velocity is v₀ + (v₁ − v₀)
// s(t), s = (1 − exp(−c t))/(1 − exp(−c h)). So ∫ c v² dt = y (v₀² + 2 v₀ Δ A + Δ² B), y = c h. The
// difference to the true velocity in the middle is added by Simpson's rule.
typedef struct decay {
    double y;
    double first, second; // A, B: means of s and s² over the substep
    double middle;        // s(h/2)
    double bubble;        // 4/6 y, and 0 where y is too large for Simpson's rule
} decay;

static decay decay_of(vl_world *world, double h)
{
    enum { ALL = 700 };

    double y = fmin(world->damping * h, ALL), half = vl_damping_left(world, 0.5 * h);
    double left = half * half, gone = 1 - left;
    decay d = {.y = y, .middle = 1 / (1 + half)};
    if (y < 1e-2) { // series; its error is of the order of y³
        d.first = 0.5 + y / 12;
        d.second = 1 / 3.0 + y / 12 + y * y / 180;
    } else {
        double mean = gone / y, mean_square = 0.5 * mean * (1 + left);
        d.first = (1 - mean) / gone;
        d.second = (1 - 2 * mean + mean_square) / (gone * gone);
    }
    d.bubble = 2 / 3.0 * y / (1 + y * y * y * y);
    return d;
}

static double square(double a)
{
    return a * a;
}

// Energy taken along one axis, J/kg; `moved` in m.
static double taken(const decay *d, double h, double moved, double v0, double v1)
{
    double more = v1 - v0;
    double even = d->y * (v0 * v0 + 2 * v0 * more * d->first + more * more * d->second);
    double middle = 1.5 * moved / h - 0.25 * (v0 + v1);
    return even + d->bubble * (square(middle) - square(v0 + more * d->middle));
}

// Damping per step takes its part at both ends, and that of the air in between: a method damps the
// velocity with which its step begins, or ends, or that half a step ago.
static double taken_by_damping(const vl_ledger *ledger, double h)
{
    vl_world *world = ledger->world;
    const vl_particles *p = &world->particles;
    const bool *touched = world->contact_memory ? world->contact_memory->touched : NULL;
    const decay d = decay_of(world, h);
    const vl_integrator *method = world->integrator;
    const bool half = method->keeps_positions || method->keeps_half_step;
    const double f = world->damping_per_step, at_end = half ? 0.5 : method->order > 1;
    const double last = f < 1 ? 1 - f * at_end : 1;
    const double first = (1 - f) / last;
    const double left = touched ? square((1 - f) * vl_damping_left(world, h)) : 1;
    const double bounced = 0.5 * (1 - left) / (1 + left); // of speeds that differ by that factor
    double sum = 0;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++) {
            double v0 = ledger->v[axis][i], v1 = p->v[axis][i];
            double moved = p->x[axis][i] - ledger->x[axis][i];
            double air = taken(&d, h, moved, first * v0, v1 / last);
            // a step that is too long for the method: no more than was there, and forces brought
            if (d.y > 0.5)
                air = fmin(air, fmax(0, 0.5 * (v0 * v0 - v1 * v1) + p->a[axis][i] * moved));
            double steps = square(v0) - square(first * v0) + square(v1 / last) - square(v1);
            double u = moved / h; // its half a step ago was 2 v₀ − u
            steps = half ? 0.5 * f * ((2 * v0 - u) * (v0 + u) + u * (u + v1)) : steps;
            bool jumped = touched && touched[i];
            if (p->inverse_mass[i] > 0 && vl_ledger_counts(world, i))
                sum += p->mass[i] * (jumped ? bounced * (v0 * v0 + v1 * v1) : air + 0.5 * steps);
        }
    return fmax(0, sum); // damping takes, and gives nothing
}

// --- the whole substep ---

// Saves powers and state when a substep begins.
static void begin_powers(vl_ledger *ledger, bool linked)
{
    vl_world *world = ledger->world;
    ledger->powers = world->powers;
    if (linked && ledger->driven)
        vl_axes_copy(ledger->outside, world->a_outside, world->particles.count);
    if (!linked && air_damps(ledger)) {
        if (world->integrator->keeps_positions)
            vl_position_velocity(world);
        vl_axes_copy(ledger->v, world->particles.v, world->particles.count);
        vl_axes_copy(ledger->x, world->particles.x, world->particles.count);
    }
}

// Work is what a method makes of powers: by the trapezoidal rule where it evaluates forces at the
// end of its step, too; else by the last evaluation, or its own mean. Where links act, these powers
// but those of hands on potentials and springs are counted with them.
static void finish_powers(vl_ledger *ledger, bool linked, double h)
{
    vl_world *world = ledger->world;
    const vl_integrator *method = world->integrator;
    const bool current = world->now.acceleration_is_current, held = world->hold_count > 0;
    const bool looks = method->keeps_positions || method->order < 2;
    if (linked ? held : looks && (held || ledger->driven || air_damps(ledger)))
        vl_world_accelerate(world);
    const double now = linked || world->now.acceleration_is_current ? 0.5 : 1, before = 1 - now;
    const vl_powers *first = &ledger->powers, *last = &world->powers;
    for (int k = 0; k < world->hold_count; k++) {
        vl_vec3 end = vl_read(world->particles.x, world->holds[k].slot);
        vl_vec3 force =
            vl_add(vl_scale(first->on_hold[k], before), vl_scale(last->on_hold[k], now));
        vl_ledger_add(ledger, VL_CAUSE_HAND, -vl_dot(force, vl_sub(end, ledger->holds[k].x)));
    }
    // winds and penalties are bounded by the length of the step, which may change
    if (linked || (ledger->bounded && !method->keeps_positions))
        world->now.acceleration_is_current = current;
    if (linked)
        return;
    const double span = world->links_rest ? 0 : h; // they are of all particles
    vl_ledger_add(ledger, VL_CAUSE_DAMPING, (before * first->damping + now * last->damping) * span);
    vl_ledger_add_contact(ledger, (before * first->contacts + now * last->contacts) * span, true);
    vl_ledger_add(ledger, VL_CAUSE_OUTSIDE, (before * first->outside + now * last->outside) * h);
    if (world->integrator->keeps_positions && air_damps(ledger))
        vl_position_velocity(world);
    if (air_damps(ledger))
        vl_ledger_add(ledger, VL_CAUSE_DAMPING, -taken_by_damping(ledger, h));
}

// --- hands ---

// The work of hands. The energy E of all particles includes the held ones, so that
//
//   dE/dt = P_hand + …,   P_hand = d/dt ½ m v² − F·v − R·v,
//
// for a held particle, with the force F of potentials and springs and the force R of rods and
// strings. The solver tells the impulse of R. Its kinetic energy is by vl_world_velocity().
static double held_energy(const vl_ledger *ledger)
{
    const vl_world *world = ledger->world;
    double sum = 0;
    for (int k = 0; k < world->hold_count; k++) {
        int slot = world->holds[k].slot;
        vl_vec3 v = vl_read(vl_world_velocity(world), slot);
        sum += 0.5 * world->particles.mass[slot] * vl_dot(v, v);
    }
    return sum;
}

// Saves the state of hands when a substep begins.
static void begin_hands(vl_ledger *ledger)
{
    const vl_world *world = ledger->world;
    const vl_particles *p = &world->particles;
    for (int k = 0; k < vl_ledger_hands(ledger); k++) {
        vl_ledger_hold *hold = &ledger->holds[k];
        int slot = world->holds[k].slot;
        hold->x = vl_read(p->x, slot);
        if (ledger->now.node != VL_NODE_KNOWN)
            hold->v = vl_scale(vl_sub(hold->x, vl_read(p->x_old, slot)), 1 / world->now.dt_old);
    }
}

// --- frames and instants ---

// Held particles have the energy that hands gave them. Grips and releases are jumps, which are not
// counted here.
static void frame_begun(void *data, vl_world *world, bool known)
{
    vl_ledger *ledger = data;
    find_free_masses(ledger);
    ledger->now.node = known ? VL_NODE_KNOWN : VL_NODE_PENDING;
    if (!known)
        return;
    for (int k = 0; k < world->hold_count; k++)
        ledger->holds[k].v = vl_read(vl_world_velocity(world), world->holds[k].slot);
    ledger->now.held = held_energy(ledger);
    vl_ledger_begin_at_sums(ledger);
}

static void instant_known(void *data, vl_world *world, vl_instant_kind instant)
{
    vl_ledger *ledger = data;
    double held = held_energy(ledger), more = held - ledger->now.held;
    if (instant == VL_INSTANT_LOOKED) {
        memcpy(ledger->looked, ledger->found, sizeof ledger->looked);
        ledger->looked[VL_CAUSE_HAND] += isfinite(more) ? more : 0;
        return;
    }
    if (instant == VL_INSTANT_AHEAD)
        memcpy(ledger->now.sums, ledger->found, sizeof ledger->found);
    ledger->now.held = held;
    vl_ledger_add(ledger, VL_CAUSE_HAND, more);
    if (instant == VL_INSTANT_FRAME_START && isfinite(more))
        ledger->now.at[VL_CAUSE_HAND] += more;
}

// --- a step ---

static void step_begun(void *data, vl_world *world, double h)
{
    vl_ledger *ledger = data;
    vl_particles *p = &world->particles;
    bool linked = vl_world_has_hard_links(world);
    world->reactions_wanted = vl_ledger_hands(ledger) > 0 || ledger->in_trial;
    begin_hands(ledger);
    vl_ledger_begin_supports(ledger);
    begin_powers(ledger, linked);
    ledger->anchored = vl_energy_anchors(world);
    bool inside = linked && ledger->now.node == VL_NODE_INSIDE && !world->contact_memory;
    if (inside && !ledger->v_is_known)
        vl_axes_difference(ledger->v, p->x, p->x_old, 1 / world->now.dt_old, p->count);
    if (linked && ledger->compliant)
        ledger->stored = vl_energy_compliant_links(world, &ledger->fixed);
}

static void step_finished(void *data, vl_world *world, double h)
{
    vl_ledger *ledger = data;
    bool linked = vl_world_has_hard_links(world);
    world->reactions_wanted = true;
    if (world->now.diverged)
        return;
    finish_powers(ledger, linked, h);
    vl_ledger_finish_supports(ledger, h);
    if (world->links_rest)
        return;
    static const int apart[] = {VL_CAUSE_DAMPING, VL_CAUSE_CONTACTS, VL_CAUSE_OUTSIDE,
                                VL_EXPLAINED};
    const vl_contacts *c = world->contact_memory;
    for (int i = 0; c && c->end_x && i < (int)(sizeof apart / sizeof *apart); i++)
        vl_ledger_add(ledger, apart[i], ledger->apart[apart[i]]);
    // the power of penalties has all the work of friction; what of it the springs store is not lost
    vl_ledger_add_contact(ledger, vl_energy_anchors(world) - ledger->anchored, true);
    if (linked && world->contact_memory)
        vl_ledger_store(ledger);
    vl_ledger_explain(ledger);
    double *sums = ledger->now.sums;
    sums[VL_BLOWS] = fmin(sums[VL_BLOWS], sums[VL_BLOWS_OF_STEP]);
    sums[VL_BLOWS_OF_STEP] = 0;
    ledger->now.node = VL_NODE_INSIDE;
    ledger->now.rebuilt = false;
}

// --- what comes between steps ---

// In a trial substep hands do not move, and its result is v(tₙ).
static void trial_begun(void *data, vl_world *world, vl_trial trial)
{
    vl_ledger *ledger = data;
    ledger->before[trial] = ledger->now;
    if (trial != VL_TRIAL_AHEAD)
        return;
    find_free_masses(ledger);
    ledger->trial_hands = world->hold_count;
    ledger->in_trial = true;
    ledger->now.node = VL_NODE_PENDING;
    vl_ledger_begin_at_sums(ledger);
}

static void rolled_back(void *data, vl_world *world, vl_trial trial)
{
    vl_ledger *ledger = data;
    const vl_ledger_state tried = ledger->now;
    world->reactions_wanted = true;
    ledger->now = ledger->before[trial];
    ledger->v_is_known = false;
    if (trial == VL_TRIAL_AHEAD) {
        memcpy(ledger->found, tried.at, sizeof ledger->found);
        ledger->trial_hands = 0;
        ledger->in_trial = false;
    } else if (trial == VL_TRIAL_APART) {
        for (int k = 0; k < VL_SUMS; k++)
            ledger->apart[k] = tried.sums[k] - ledger->now.sums[k];
    }
}

// The restart impulse is the change of v⁻ = (xₙ − x₋)/dt₋ by solving x₋. It is 0 for a single
// particle that begins anew, and the others keep theirs. So does one that is pinned or gripped: its
// links gave it the negative of what they gave the others.
static void state_rebuilt(void *data, vl_world *world, int first, int end, bool solved)
{
    vl_ledger *ledger = data;
    const vl_particles *p = &world->particles;
    bool single = end - first < p->count;
    for (int i = first; i < end; i++) {
        vl_vec3 impulse = {0, 0, 0};
        if (solved)
            impulse = vl_scale(vl_ledger_moved(ledger, world->predicted, p->x_old, i),
                               -1 / world->now.dt_old);
        if (!single || p->inverse_mass[i] > 0)
            vl_write(ledger->restart_impulse, i, impulse);
    }
    ledger->now.rebuilt = true;
    if (!single)
        ledger->v_is_known = false;
}

static void impacts_followed(void *data, vl_world *world, double energy)
{
    vl_ledger_add(data, VL_CAUSE_LINKS, energy);
}

static void links_torn(void *data, vl_world *world, double energy)
{
    vl_ledger *ledger = data;
    vl_ledger_add(ledger, VL_CAUSE_CUT, -energy);
    ledger->v_is_known = false;
}

static const vl_observer observer = {
    .frame_begun = frame_begun,
    .step_begun = step_begun,
    .links_solved = vl_ledger_count_links,
    .particle_passed = vl_ledger_count_contact,
    .moved_out = vl_ledger_count_move_out,
    .step_finished = step_finished,
    .instant_known = instant_known,
    .trial_begun = trial_begun,
    .rolled_back = rolled_back,
    .state_rebuilt = state_rebuilt,
    .impacts_followed = impacts_followed,
    .links_torn = links_torn,
};

// --- memory ---

vl_ledger *vl_ledger_create(vl_world *world, bool links)
{
    int count = world->particles.count;
    assert(world->ahead && !world->now.begun);
    vl_arena arena = {0};
    vl_ledger *ledger = vl_arena_take(&arena, 1, sizeof *ledger);
    double **const arrays[] = {ledger->x,    ledger->v,       ledger->outside,
                               ledger->work, ledger->support, ledger->restart_impulse};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        vl_axes_take(&arena, arrays[i], count);
    ledger->support_square = vl_arena_take(&arena, (size_t)count, sizeof(double));
    ledger->free_mass = vl_arena_take(&arena, (size_t)count + VL_LANES, sizeof(double));
    ledger->arena = arena;
    ledger->world = world;
    ledger->links = links;
    ledger->bounded = vl_forces_do_work(world);
    for (int i = 0; links && i < world->links.hard_count; i++)
        ledger->compliant |= world->links.compliance[i] > 0;
    for (int i = 0; i < world->collider_count; i++)
        ledger->bounded |= world->colliders[i].response == VL_RESPONSE_PENALTY;
    ledger->driven = ledger->bounded || vl_springs_are_damped(world);
    vl_world_add_observer(world, &observer, ledger);
    world->powers_wanted = world->reactions_wanted = true;
    return ledger;
}

void vl_ledger_free(vl_ledger *ledger)
{
    if (!ledger)
        return;
    vl_world_remove_observer(ledger->world, ledger);
    ledger->world->powers_wanted = ledger->world->reactions_wanted = false;
    vl_arena_free(&ledger->arena);
}
