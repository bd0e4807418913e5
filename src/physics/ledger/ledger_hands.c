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
        forces[k] = vl_scale(vl_add(world->gravity, a), p->mass[slot]);
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
    vl_vec3 forces[VL_MOST_HOLDS];
    if (world->hold_count > 0)
        find_forces(ledger, forces);
    for (int k = 0; k < vl_ledger_hands(ledger); k++) {
        int slot = world->holds[k].slot;
        ledger->holds[k] = (vl_ledger_hold){
            .x = vl_read(world->particles.x, slot),
            .v = start_velocity(ledger, slot),
            .force = world->hold_count > 0 ? forces[k] : (vl_vec3){0, 0, 0},
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

void vl_ledger_take_hand_impulses(vl_ledger *ledger)
{
    const vl_world *world = ledger->world;
    const vl_linked_step *s = &ledger->step;
    for (int k = 0; k < vl_ledger_hands(ledger); k++) {
        int slot = world->holds[k].slot;
        vl_vec3 now = vl_scale(vl_read(world->reaction, slot), -1 / s->h);
        double restart = -s->restart * world->particles.mass[slot];
        ledger->holds[k].impulse =
            vl_add(now, vl_scale(vl_read(ledger->restart_impulse, slot), restart));
    }
}
