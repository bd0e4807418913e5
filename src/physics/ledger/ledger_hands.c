// The work of hands. The energy E of all particles includes the held ones, so that
//
//   dE/dt = P_hand + …,   P_hand = d/dt ½ m v² − F·v − R·v,
//
// for a held particle, with the force F of potentials and springs and the force R of rods and
// strings. The solver tells the impulse of R.

#include "physics/forces/forces.h"
#include "physics/ledger/ledger_parts.h"

#include <string.h>

double vl_ledger_held_energy(const vl_ledger *ledger)
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

// The momentum at places x, by hand.
static vl_momentum momentum_at(const vl_ledger *ledger, bool at_start)
{
    const vl_world *world = ledger->world;
    vl_momentum sum = {{0, 0, 0}, {0, 0, 0}};
    for (int k = 0; k < world->hold_count; k++) {
        int slot = world->holds[k].slot;
        vl_vec3 x = at_start ? world->holds[k].from : vl_read(world->particles.x, slot);
        vl_vec3 v = vl_read(vl_world_velocity(world), slot);
        vl_momentum_add(&sum, &world->particles, slot, x, vl_scale(v, world->particles.mass[slot]));
    }
    return sum;
}

vl_momentum vl_ledger_held_momentum(const vl_ledger *ledger)
{
    return momentum_at(ledger, false);
}

void vl_ledger_count_held(vl_ledger *ledger, bool at_start)
{
    const vl_momentum now = momentum_at(ledger, at_start), *before = &ledger->now.held_momentum;
    const vl_momentum more = vl_momentum_difference(&now, before);
    ledger->now.held_momentum = now;
    vl_ledger_give(ledger, VL_CAUSE_HAND, &more, 1);
    if (at_start && vl_momentum_is_finite(&more))
        vl_momentum_add_part(&ledger->now.given_at[VL_CAUSE_HAND], &more, 1);
}

// --- potentials and springs ---

static void add_forces(vl_world *world)
{
    for (int k = 0; k < world->force_count; k++) {
        const vl_force *force = &world->forces[k];
        if (!force->kind->does_work)
            force->kind->accelerate(force, world, world->now.time);
    }
    vl_springs_accelerate(world);
}

// The force F on each held particle, N. Held particles have their masses for that time.
static void find_forces(const vl_ledger *ledger, vl_vec3 forces[VL_MOST_HOLDS])
{
    vl_world *world = ledger->world;
    vl_particles *p = &world->particles;
    const vl_particles present = *p;
    bool any = world->force_count > 0 || world->links.count > world->links.hard_count;
    memcpy(p->a, ledger->a, sizeof p->a);
    for (int axis = 0; any && axis < VL_AXES; axis++)
        memset(p->a[axis], 0, (size_t)p->count * sizeof(double));
    for (int k = 0; k < world->hold_count; k++)
        p->inverse_mass[world->holds[k].slot] = 1 / p->mass[world->holds[k].slot];
    if (any)
        add_forces(world);
    for (int k = 0; k < world->hold_count; k++) {
        int slot = world->holds[k].slot;
        vl_vec3 a = any ? vl_read(p->a, slot) : (vl_vec3){0, 0, 0};
        forces[k] = vl_scale(vl_add(vl_world_gravity_on(world, slot), a), p->mass[slot]);
        p->inverse_mass[slot] = 0;
    }
    *p = present;
}

// Velocity of a hand at tₙ, or half a substep before.
static vl_vec3 start_velocity(const vl_ledger *ledger, int slot)
{
    const vl_world *world = ledger->world;
    const vl_particles *p = &world->particles;
    if (ledger->now.node == VL_NODE_KNOWN)
        return vl_read(vl_world_velocity(world), slot);
    return vl_scale(vl_sub(vl_read(p->x, slot), vl_read(p->x_old, slot)), 1 / world->now.dt_old);
}

void vl_ledger_begin_hands(vl_ledger *ledger)
{
    const vl_world *world = ledger->world;
    vl_vec3 forces[VL_MOST_HOLDS] = {{0, 0, 0}};
    if (world->hold_count > 0)
        find_forces(ledger, forces);
    for (int k = 0; k < vl_ledger_hands(ledger); k++) {
        int slot = world->holds[k].slot;
        ledger->holds[k] = (vl_ledger_hold){
            .x = vl_read(world->particles.x, slot),
            .v = start_velocity(ledger, slot),
            .force = forces[k],
        };
    }
}

// Adds −∫ F·dx by the trapezoidal rule.
void vl_ledger_finish_hands(vl_ledger *ledger)
{
    const vl_world *world = ledger->world;
    vl_vec3 forces[VL_MOST_HOLDS];
    if (world->hold_count > 0)
        find_forces(ledger, forces);
    for (int k = 0; k < world->hold_count; k++) {
        const vl_ledger_hold *hold = &ledger->holds[k];
        vl_vec3 moved = vl_sub(vl_read(world->particles.x, world->holds[k].slot), hold->x);
        vl_vec3 twice = vl_add(hold->force, forces[k]);
        vl_ledger_add(ledger, VL_CAUSE_HAND, -0.5 * vl_dot(twice, moved));
    }
}

// --- rods and strings ---

// The impulse of the rods and strings of a fixed particle on their other ends, N s.
static vl_vec3 impulse_of_fixed(const vl_ledger *ledger, int slot)
{
    const vl_world *world = ledger->world;
    vl_vec3 now = vl_scale(vl_read(world->reaction, slot), -1 / ledger->step.h);
    double restart = -ledger->step.restart * world->particles.mass[slot];
    return vl_add(now, vl_scale(vl_read(ledger->restart_impulse, slot), restart));
}

void vl_ledger_take_hand_impulses(vl_ledger *ledger)
{
    for (int k = 0; k < vl_ledger_hands(ledger); k++)
        ledger->holds[k].impulse = impulse_of_fixed(ledger, ledger->world->holds[k].slot);
}

void vl_ledger_push_reactions(vl_ledger *ledger, double share)
{
    const vl_particles *p = &ledger->world->particles;
    for (int i = 0; share != 0 && i < p->count; i++) {
        if (p->inverse_mass[i] > 0)
            continue;
        vl_vec3 x = vl_read(ledger->x, i), dv;
        dv = vl_scale(impulse_of_fixed(ledger, i), share / p->mass[i]);
        vl_ledger_push(ledger, p->held[i] ? VL_CAUSE_HAND : VL_CAUSE_PINS, i, x, dv);
        vl_ledger_push(ledger, VL_CAUSE_LINKS, i, x, vl_scale(dv, -1));
    }
}
