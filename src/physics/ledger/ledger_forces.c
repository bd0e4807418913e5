// The impulses of forces on the free particles, and their moments about the origin: of outside
// forces with gravity, of penalties, and of springs at pins and hands. Forces between two free
// particles give none.
//
// Without rods and strings they are integrated over a substep by Simpson's rule, as powers are. A
// particle that touched a collider follows the path of contacts, on which the force at its start
// acts; its moment is that at the mean place of the path.
//
// With rods and strings the velocity jumps at tₙ, from the middle of one substep to the middle of
// the next, and the force there acts for that time. With contacts a particle that was touched has a
// known velocity at the end of the substep instead: then it acts to the end, and not before the
// next.

#include "physics/contacts/contacts.h"
#include "physics/forces/forces.h"
#include "physics/ledger/ledger_parts.h"

#include <string.h>

// The state in which forces are evaluated: m, m/s, s.
typedef struct state {
    double *const *x, *const *v;
    double t;
    bool on_path; // a touched particle is at its mean place
} state;

// --- accelerations by one cause ---

static void add_gravity(vl_world *world)
{
    const double g[VL_AXES] = {world->gravity.x, world->gravity.y, world->gravity.z};
    const vl_particles *p = &world->particles;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++)
            p->a[axis][i] = p->dial[i] ? 0 : g[axis];
}

static void add_outside(vl_world *world, double t)
{
    add_gravity(world);
    for (int k = 0; k < world->force_count; k++)
        if (!world->forces[k].kind->keeps_momentum)
            world->forces[k].kind->accelerate(&world->forces[k], world, t);
}

static bool has(const vl_ledger *ledger, vl_cause cause)
{
    const vl_world *world = ledger->world;
    if (cause == VL_CAUSE_OUTSIDE)
        return world->force_count > 0 || vl_length(world->gravity) > 0;
    if (cause == VL_CAUSE_CONTACTS)
        return ledger->penalties;
    bool springs = world->links.count > world->links.hard_count;
    return springs && (cause == VL_CAUSE_PINS || world->hold_count > 0);
}

// Fills ledger->a.
static void find_accelerations(vl_ledger *ledger, vl_cause cause, const state *at)
{
    vl_world *world = ledger->world;
    const vl_particles present = world->particles;
    size_t size = (size_t)present.count * sizeof(double);
    memcpy(world->particles.x, at->x, sizeof present.x);
    memcpy(world->particles.v, at->v, sizeof present.v);
    memcpy(world->particles.a, ledger->a, sizeof present.a);
    world->seen = at->v;
    for (int axis = 0; axis < VL_AXES; axis++)
        memset(ledger->a[axis], 0, size);
    if (cause == VL_CAUSE_OUTSIDE)
        add_outside(world, at->t);
    else if (cause == VL_CAUSE_CONTACTS)
        vl_penalty_accelerate(world);
    else
        vl_springs_pull_from_fixed(world, cause == VL_CAUSE_HAND);
    world->particles = present;
    world->seen = NULL;
}

// Weighs each free particle with its mass and the time that the forces act on it; 0 where it is not
// at x but on a path.
static void find_weights(vl_ledger *ledger, const state *at)
{
    const vl_particles *p = &ledger->world->particles;
    for (int i = 0; i < p->count; i++) {
        bool counts = p->inverse_mass[i] > 0 && !(at->on_path && ledger->met[i]);
        ledger->weight[i] = counts ? p->mass[i] * ledger->acts[i] : 0;
    }
}

static void push_on_paths(vl_ledger *ledger, vl_cause cause)
{
    const vl_particles *p = &ledger->world->particles;
    for (int i = 0; i < p->count; i++)
        if (ledger->met[i] && p->inverse_mass[i] > 0)
            vl_ledger_push(ledger, cause, i, vl_read(ledger->mean, i),
                           vl_scale(vl_read(ledger->a, i), ledger->acts[i]));
}

// Adds what the forces of each cause do in the time acts[i] of each particle.
static void push(vl_ledger *ledger, const state *at)
{
    static const vl_cause causes[] = {VL_CAUSE_OUTSIDE, VL_CAUSE_CONTACTS, VL_CAUSE_PINS,
                                      VL_CAUSE_HAND};
    find_weights(ledger, at);
    for (size_t c = 0; c < sizeof causes / sizeof *causes; c++) {
        if (!has(ledger, causes[c]))
            continue;
        find_accelerations(ledger, causes[c], at);
        const vl_momentum sum =
            vl_momentum_sum(&ledger->world->particles, ledger->weight, at->x, ledger->a);
        vl_ledger_give(ledger, causes[c], &sum, 1);
        if (at->on_path)
            push_on_paths(ledger, causes[c]);
    }
}

// --- a substep without rods and strings ---

static void set_times(vl_ledger *ledger, double met, double others)
{
    for (int i = 0; i < ledger->world->particles.count; i++)
        ledger->acts[i] = ledger->met[i] ? met : others;
}

void vl_ledger_push_forces(vl_ledger *ledger, double h)
{
    const vl_world *world = ledger->world;
    double end = world->now.time;
    const state at[3] = {
        {ledger->x, ledger->v, end - h, true},
        {ledger->x_mid, ledger->v_mid, end - 0.5 * h, false},
        {world->particles.x, world->particles.v, end, false},
    };
    for (int k = 0; k < 3; k++) {
        set_times(ledger, k == 0 ? h : 0, (k == 1 ? 4 : 1) * h / 6);
        push(ledger, &at[k]);
    }
}

// --- with rods and strings ---

// The supports of a particle push it for the same time.
static void push_supports(vl_ledger *ledger)
{
    const vl_world *world = ledger->world;
    for (int i = 0; i < world->particles.count; i++)
        if (world->particles.inverse_mass[i] > 0 && !ledger->met[i] && ledger->acts[i] > 0)
            vl_ledger_push(ledger, VL_CAUSE_CONTACTS, i, vl_read(ledger->x, i),
                           vl_scale(vl_read(ledger->support, i), ledger->acts[i]));
}

void vl_ledger_push_forces_at_node(vl_ledger *ledger, double share)
{
    if (share == 0)
        return;
    for (int i = 0; i < ledger->world->particles.count; i++)
        ledger->acts[i] = share;
    push(ledger, &(state){ledger->x, ledger->v_mid, ledger->world->now.time, false});
}

void vl_ledger_push_forces_before(vl_ledger *ledger)
{
    const vl_world *world = ledger->world;
    const bool *touched = world->contact_memory->touched;
    for (int i = 0; i < world->particles.count; i++)
        ledger->acts[i] = touched[i] ? 0 : 0.5 * world->now.dt_old;
    push(ledger, &(state){ledger->x, ledger->v_mid, world->now.time, false});
    push_supports(ledger);
}

void vl_ledger_push_forces_after(vl_ledger *ledger)
{
    const double h = ledger->step.h;
    set_times(ledger, h, 0.5 * h);
    push(ledger, &(state){ledger->x, ledger->v_mid, ledger->world->now.time - h, true});
    push_supports(ledger);
}
