// The sums, and what the ledger does at each event of a step. The terms are measured in
// ledger_links.c (where rods and strings act, and contacts) and ledger_powers.c (damping, winds,
// penalties, hands).

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
    ledger->now.held = vl_ledger_held_energy(ledger);
    vl_ledger_begin_at_sums(ledger);
}

static void instant_known(void *data, vl_world *world, vl_instant_kind instant)
{
    vl_ledger *ledger = data;
    double held = vl_ledger_held_energy(ledger), more = held - ledger->now.held;
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
    vl_ledger_begin_hands(ledger);
    vl_ledger_begin_supports(ledger);
    vl_ledger_begin_powers(ledger, linked);
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
    vl_ledger_finish_powers(ledger, linked, h);
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
