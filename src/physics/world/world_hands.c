// Hands that hold particles, pins, and posing while time stands still.

#include "physics/contacts/contacts.h"
#include "physics/ledger/ledger_parts.h"
#include "physics/model/world_parts.h"

#include <assert.h>
#include <stddef.h>

static vl_hold *find_hold(vl_world *world, int slot)
{
    for (int i = 0; i < world->hold_count; i++)
        if (world->holds[i].slot == slot)
            return &world->holds[i];
    return NULL;
}

// `part` of the way of this frame is done; `speed` turns the whole way into m/s.
void vl_world_carry_holds(vl_world *world, double part, double speed)
{
    vl_particles *p = &world->particles;
    for (int i = 0; i < world->hold_count; i++) {
        const vl_hold *hold = &world->holds[i];
        // at the end exactly there: a + (b − a) is not always b
        vl_vec3 at = part < 1 ? vl_lerp(hold->from, hold->target, part) : hold->target;
        vl_write(p->x, hold->slot, at);
        vl_write(p->v, hold->slot, vl_scale(vl_sub(hold->target, hold->from), speed));
    }
}

// A method keeps state of its own for one particle too; it is made from x and v.
static void begin_one(vl_world *world, int slot)
{
    vl_particles_refresh(&world->particles, slot);
    if (world->contact_memory)
        vl_contacts_forget(world->contact_memory, slot);
    world->now.acceleration_is_current = false;
    if (!world->now.begun)
        return;
    vl_world_put_old_positions(world, slot, slot + 1, world->now.dt_old);
    vl_world_accelerate(world);
    world->integrator->begin(world, slot, slot + 1, world->now.dt_old);
    vl_write(world->observed, slot, vl_read(world->particles.v, slot));
    vl_ledger_begun_one(world, slot);
}

// A hand can stretch links that cannot give way. What they take back when it lets go is no motion:
// it would be speed, and energy from nowhere.
static void let_links_follow(vl_world *world)
{
    if (!vl_world_has_hard_links(world) || !world->now.begun || world->now.diverged)
        return;
    vl_world_solve_or_rescue(world, world->now.dt_old);
    vl_world_restart(world);
}

bool vl_world_hold(vl_world *world, int slot)
{
    vl_particles *p = &world->particles;
    if (p->held[slot] || world->hold_count == VL_MOST_HOLDS)
        return false;

    vl_vec3 at = vl_read(p->x, slot);
    world->holds[world->hold_count++] = (vl_hold){slot, at, at};
    p->held[slot] = true;
    vl_write(p->v, slot, (vl_vec3){0, 0, 0});
    begin_one(world, slot);
    return true;
}

void vl_world_carry(vl_world *world, int slot, vl_vec3 target)
{
    vl_hold *hold = find_hold(world, slot);
    assert(hold);
    hold->target = target;
}

void vl_world_release(vl_world *world, int slot, vl_vec3 v)
{
    vl_hold *hold = find_hold(world, slot);
    assert(hold);
    *hold = world->holds[--world->hold_count];
    world->particles.held[slot] = false;
    vl_write(world->particles.v, slot, world->particles.pinned[slot] ? (vl_vec3){0, 0, 0} : v);
    begin_one(world, slot);
    let_links_follow(world);
}

void vl_world_set_pinned(vl_world *world, int slot, bool pinned)
{
    world->particles.pinned[slot] = pinned;
    vl_write(world->particles.v, slot, (vl_vec3){0, 0, 0});
    begin_one(world, slot);
}

// Solves until the strain no longer falls: what is left would be speed when time goes on.
void vl_world_solve_at_rest(vl_world *world)
{
    enum { MOST_SOLVES = 50 };

    const vl_links *links = &world->links;
    double last = HUGE_VAL, largest, rms;
    for (int i = 0; vl_world_has_hard_links(world) && i < MOST_SOLVES; i++) {
        vl_world_solve_or_rescue(world, world->now.dt_old);
        vl_links_stretch(links, &world->particles, 0, links->hard_count, &largest, &rms);
        if (!(largest < 0.99 * last))
            break;
        last = largest;
    }
}

void vl_world_pose(vl_world *world)
{
    vl_world_synchronise(world);
    vl_world_adopt_observed(world);
    vl_world_carry_holds(world, 1, 0);
    for (int i = 0; i < world->hold_count; i++)
        world->holds[i].from = world->holds[i].target;
    vl_world_solve_at_rest(world);
    vl_world_restart(world);
}
