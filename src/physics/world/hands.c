// Hands that hold particles, pins, and posing while time is stopped.

#include "physics/contacts/contacts.h"
#include "physics/forces/forces.h"
#include "physics/world/world_parts.h"

#include <assert.h>

static vl_hold *find_hold(vl_world *world, int slot)
{
    for (int i = 0; i < world->hold_count; i++)
        if (world->holds[i].slot == slot)
            return &world->holds[i];
    return NULL;
}

// Builds the method's own state of one particle from x and v.
static void begin_one(vl_world *world, int slot)
{
    vl_particles_refresh(&world->particles, slot);
    if (world->contact_memory)
        vl_contacts_forget(world, slot, slot + 1);
    world->now.acceleration_is_current = false;
    if (!world->now.begun)
        return;
    vl_anchors_follow(world, slot, slot + 1);
    vl_world_put_old_positions(world, slot, slot + 1, world->now.dt_old);
    vl_world_accelerate(world);
    if (world->contact_memory)
        vl_contacts_support(world, slot, slot + 1, world->now.dt_old);
    world->integrator->begin(world, slot, slot + 1, world->now.dt_old);
    vl_write(world->observed, slot, vl_read(world->particles.v, slot));
    VL_TELL(world, state_rebuilt, slot, slot + 1, false);
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

static void let_go(vl_world *world, int slot, vl_vec3 v)
{
    vl_hold *hold = find_hold(world, slot);
    assert(hold);
    *hold = world->holds[--world->hold_count];
    world->particles.held[slot] = false;
    vl_write(world->particles.v, slot, world->particles.pinned[slot] ? (vl_vec3){0, 0, 0} : v);
    begin_one(world, slot);
}

// A hand can stretch stiff links. One solve brings them back without a velocity: that would be
// energy from nowhere. It has no more work than that of a step.
void vl_world_release(vl_world *world, int slot, vl_vec3 v)
{
    let_go(world, slot, v);
    if (!vl_world_has_hard_links(world) || !world->now.begun || world->now.diverged)
        return;
    vl_world_solve_or_fallback(world, world->now.dt_old);
    vl_world_restart(world);
}

// Strain of a shape that the links can have again.
static const double nearly = 0.01;

static void remember_shape(vl_world *world)
{
    vl_axes_copy(world->fitting, world->particles.x, world->particles.count);
}

// A hand that has drawn a particle out of reach has stretched all of the cloth. It goes back into
// the last shape in which its links fitted, with what hands have placed where they are.
static void spring_back(vl_world *world, int slot)
{
    const vl_particles *p = &world->particles;
    if (world->now.unsettled != VL_UNSETTLED_BY_HAND || !(vl_world_strain(world) > nearly))
        return;
    for (int i = 0; i < p->count; i++)
        if (i != slot && !p->held[i])
            vl_write(p->x, i, vl_read(world->fitting, i));
}

// Very many links get their lengths before the next step: until then more may be placed.
void vl_world_put_down(vl_world *world, int slot)
{
    enum { MOST_AT_ONCE = 2000 };

    spring_back(world, slot);
    let_go(world, slot, (vl_vec3){0, 0, 0});
    bool later = world->links.hard_count > MOST_AT_ONCE;
    if (!later || world->now.unsettled != VL_UNSETTLED_BY_HAND)
        vl_world_settle_placed(world, slot);
    else
        vl_world_restart(world);
}

void vl_world_set_pinned(vl_world *world, int slot, bool pinned)
{
    world->particles.pinned[slot] = pinned;
    vl_write(world->particles.v, slot, (vl_vec3){0, 0, 0});
    begin_one(world, slot);
}

void vl_world_pose(vl_world *world)
{
    vl_world_synchronise(world);
    vl_world_adopt_observed(world);
    if (world->now.unsettled != VL_UNSETTLED_BY_HAND)
        remember_shape(world);
    vl_world_carry_holds(world, 1, 0);
    for (int i = 0; i < world->hold_count; i++)
        world->holds[i].from = world->holds[i].target;
    vl_world_settle_in_passing(world);
    if (vl_world_strain(world) <= nearly)
        remember_shape(world);
    world->now.unsettled = VL_UNSETTLED_BY_HAND;
}
