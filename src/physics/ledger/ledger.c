// Sums and instants. What is summed is measured in ledger_links.c (where rods and strings act),
// ledger_contacts.c, ledger_drive.c (damping, winds, colliders that are forces) and ledger_hand.c.

#include "base/memory.h"
#include "physics/forces/springs.h"
#include "physics/integrators/position_method.h"
#include "physics/ledger/ledger_parts.h"
#include "physics/math/axes.h"

#include <assert.h>
#include <string.h>

const vl_cause_text vl_causes[VL_CAUSE_COUNT] = {
    [VL_CAUSE_INTEGRATOR] = {"integrator", "Integrator",
                             "what is left: forces that have a potential did another work in the "
                             "steps than their potential says"},
    [VL_CAUSE_LINKS] = {"links", "Links",
                        "work of the solver's corrections, and what links that give way store, "
                        "less what hands do through them"},
    [VL_CAUSE_DAMPING] = {"damping", "Damping", "damping of the air and of springs"},
    [VL_CAUSE_CONTACTS] = {"contacts", "Contacts",
                           "impacts, friction, being put out of colliders; of colliders that are "
                           "forces what their potential does not hold"},
    [VL_CAUSE_OUTSIDE] = {"outside", "Outside", "wind: forces that do work of their own"},
    [VL_CAUSE_HAND] = {"hand", "Hand",
                       "grips, moves, throws and pins: what is done to the particle held, and by "
                       "it to springs, rods and strings"},
    [VL_CAUSE_CUT] = {"cut", "Cut", "links that are cut or tear, with what they store"},
    [VL_CAUSE_SETTING] = {"setting", "Setting", "another integrator, solver or setting of it"},
};

// --- memory ---

static void look_at_world(vl_ledger *ledger, const vl_world *world)
{
    const vl_links *links = &world->links;
    for (int i = links->hard_count; i < links->count; i++)
        ledger->springs_damp |= links->damping[i] > 0;
    for (int i = 0; i < links->hard_count; i++)
        ledger->compliant |= links->compliance[i] > 0;
    for (int i = 0; i < world->force_count; i++)
        ledger->winds |= world->forces[i].kind->does_work;
    for (int i = 0; i < world->collider_count; i++)
        ledger->penalties |= world->colliders[i].response == VL_RESPONSE_PENALTY;
}

void vl_world_keep_ledger(vl_world *world)
{
    int count = world->particles.count;
    size_t links = (size_t)world->links.hard_count;
    assert(world->ahead && !world->ledger && !world->now.begun);
    vl_ledger *ledger = vl_alloc(1, sizeof *ledger);
    double **const axes[] = {ledger->x,      ledger->v, ledger->x_mid, ledger->v_mid,
                             ledger->x_felt, ledger->a, ledger->push,  ledger->unseen};
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++)
        vl_axes_create(axes[i], count);
    vl_axes_create(ledger->along, world->links.hard_count);
    ledger->free_mass = vl_alloc((size_t)count, sizeof(double));
    ledger->tension = vl_alloc(links, sizeof(double));
    ledger->rest = vl_alloc(links, sizeof(double));
    ledger->search = vl_alloc(links, sizeof(double));
    ledger->answer = vl_alloc(links, sizeof(double));
    look_at_world(ledger, world);
    world->ledger = ledger;
}

void vl_ledger_free(vl_ledger *ledger)
{
    if (!ledger)
        return;
    double **const axes[] = {ledger->x, ledger->v,    ledger->x_mid,  ledger->v_mid, ledger->x_felt,
                             ledger->a, ledger->push, ledger->unseen, ledger->along};
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++)
        vl_axes_free(axes[i]);
    vl_free(ledger->free_mass);
    vl_free(ledger->tension);
    vl_free(ledger->rest);
    vl_free(ledger->search);
    vl_free(ledger->answer);
    vl_free(ledger);
}

// --- sums ---

const double *vl_ledger_now(const vl_world *world)
{
    return world->ledger->now.sums;
}

const double *vl_ledger_before(const vl_world *world)
{
    return world->ledger->now.at;
}

void vl_ledger_add(vl_world *world, vl_cause cause, double joule)
{
    if (world->ledger && isfinite(joule))
        world->ledger->now.sums[cause] += joule;
}

vl_ledger_mark vl_ledger_remember(const vl_world *world)
{
    return world->ledger ? world->ledger->now : (vl_ledger_mark){.fresh = false};
}

void vl_ledger_take_back(vl_world *world, const vl_ledger_mark *mark)
{
    if (!world->ledger)
        return;
    world->ledger->now = *mark;
    world->ledger->stored_is_known = world->ledger->v_is_known = false;
}

// --- instants ---

static void stand_still(vl_ledger *ledger)
{
    memcpy(ledger->now.at, ledger->now.sums, sizeof ledger->now.at);
}

static void find_free_masses(vl_world *world)
{
    const vl_particles *p = &world->particles;
    for (int i = 0; i < p->count; i++)
        world->ledger->free_mass[i] = p->inverse_mass[i] > 0 ? p->mass[i] : 0;
}

// What is held has the energy that its hand gave it. A grip and a letting go are jumps, which are
// not counted here.
void vl_ledger_frame(vl_world *world, bool known)
{
    vl_ledger *ledger = world->ledger;
    if (!ledger)
        return;
    find_free_masses(world);
    ledger->now.node = known ? VL_NODE_KNOWN : VL_NODE_PENDING;
    if (!known)
        return;
    ledger->held = vl_ledger_held_energy(world);
    stand_still(ledger);
}

void vl_ledger_instant(vl_world *world, bool passed)
{
    vl_ledger *ledger = world->ledger;
    if (!ledger)
        return;
    double held = vl_ledger_held_energy(world), more = held - ledger->held;
    ledger->held = held;
    vl_ledger_add(world, VL_CAUSE_HAND, more);
    if (passed && isfinite(more))
        ledger->now.at[VL_CAUSE_HAND] += more;
}

// What solving x₋ takes from v⁻ = (xₙ − x₋)/dt₋.
void vl_ledger_begun(vl_world *world, bool solved)
{
    vl_ledger *ledger = world->ledger;
    if (!ledger)
        return;
    const vl_particles *p = &world->particles;
    double per_h = 1 / world->now.dt_old;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++)
            ledger->unseen[axis][i] =
                solved ? (world->predicted[axis][i] - p->x_old[axis][i]) * per_h : 0;
    ledger->now.fresh = true;
    ledger->stored_is_known = ledger->v_is_known = false;
}

void vl_ledger_begun_one(vl_world *world, int slot)
{
    if (!world->ledger)
        return;
    vl_write(world->ledger->unseen, slot, (vl_vec3){0, 0, 0});
    world->ledger->now.fresh = true;
}

void vl_ledger_torn(vl_world *world, double stored)
{
    vl_ledger_add(world, VL_CAUSE_CUT, -stored);
    world->ledger->stored_is_known = world->ledger->v_is_known = false;
}

vl_ledger_mark vl_ledger_look(vl_world *world)
{
    const vl_ledger_mark before = vl_ledger_remember(world);
    if (!world->ledger)
        return before;
    find_free_masses(world);
    world->ledger->looking = world->hold_count;
    world->ledger->looks = true;
    world->ledger->now.node = VL_NODE_PENDING;
    stand_still(world->ledger);
    return before;
}

void vl_ledger_end_look(vl_world *world, const vl_ledger_mark *before)
{
    vl_ledger_take_back(world, before);
    if (!world->ledger)
        return;
    world->ledger->looking = 0;
    world->ledger->looks = false;
}

void vl_ledger_found(vl_world *world, const vl_ledger_mark *found)
{
    if (world->ledger)
        memcpy(world->ledger->now.sums, found->at, sizeof found->at);
}

// --- a substep ---

// v⁻ = (xₙ − xₙ₋₁)/dt₋
static void take_backward_velocity(vl_world *world)
{
    const vl_particles *p = &world->particles;
    double scale = 1 / world->now.dt_old;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++)
            world->ledger->v[axis][i] = (p->x[axis][i] - p->x_old[axis][i]) * scale;
}

void vl_ledger_depart(vl_world *world)
{
    vl_ledger *ledger = world->ledger;
    if (!ledger)
        return;
    vl_particles *p = &world->particles;
    bool linked = world->links.hard_count > 0;
    vl_ledger_hands_depart(world);
    if (!linked && vl_ledger_is_driven(world)) {
        if (world->integrator->keeps_positions)
            vl_position_velocity(world);
        vl_axes_copy(ledger->x, p->x, p->count);
        vl_axes_copy(ledger->v, p->v, p->count);
    }
    if (linked && ledger->now.node == VL_NODE_INSIDE && !world->contact_memory &&
        !ledger->v_is_known)
        take_backward_velocity(world);
    if (linked && ledger->compliant && !ledger->stored_is_known)
        ledger->stored = vl_springs_stored_in_links(world);
}

void vl_ledger_arrive(vl_world *world, double h)
{
    vl_ledger *ledger = world->ledger;
    if (!ledger)
        return;
    if (world->now.diverged)
        return;
    vl_ledger_hands_arrive(world);
    if (world->links.hard_count > 0 && world->contact_memory)
        vl_ledger_store(world);
    if (world->links.hard_count == 0 && vl_ledger_is_driven(world))
        vl_ledger_pass_freely(world, h);
    ledger->now.node = VL_NODE_INSIDE;
    ledger->now.fresh = false;
}
