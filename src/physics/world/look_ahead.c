// A trial substep, after which the state is rolled back. It finds the velocity of an instant, which
// is known one step later where links act, or the positions one substep ahead.

#include "physics/world/snapshot.h"
#include "physics/world/world_parts.h"

// Hands do not move in the trial: held particles have no inverse mass and keep their velocity.
static void begin_trial(vl_world *world)
{
    vl_snapshot_save(world->ahead, world);
    VL_TELL(world, trial_begun, VL_TRIAL_AHEAD);
    world->hold_count = 0;
}

static void end_trial(vl_world *world)
{
    const vl_snapshot *before = world->ahead;
    vl_snapshot_restore(before, world);
    world->hold_count = before->hold_count;
    world->solved = before->solved;
    world->evaluations = before->evaluations;
    VL_TELL(world, rolled_back, VL_TRIAL_AHEAD);
}

// Length of the next substep where that is known, else of the last, s.
static double length_ahead(const vl_world *world)
{
    return world->next_dt > 0 ? world->next_dt / world->solver.substeps : world->now.dt_method;
}

// Makes vl_world_velocity() v(tₙ).
static void find_velocity(vl_world *world)
{
    vl_particles *p = &world->particles;
    double *const *found = world->ahead->work;
    double dt_old = world->now.dt_old, h = length_ahead(world);

    begin_trial(world);
    world->now.dt_before = dt_old;
    vl_world_set_backward_velocity(world);
    vl_axes_copy(found, vl_world_velocity(world), p->count);
    vl_world_substep(world, h, 0, 1);
    vl_axes_copy(vl_world_velocity(world), found, p->count);
    if (!world->now.diverged)
        vl_world_set_central_velocity(world, dt_old, h);
    vl_axes_copy(found, vl_world_velocity(world), p->count);
    end_trial(world);
    vl_axes_copy(vl_world_velocity(world), found, p->count);
}

double vl_world_peek(vl_world *world, double *const x[VL_AXES])
{
    double h = length_ahead(world);
    if (world->now.diverged || !(h >= VL_SHORTEST_STEP))
        return 0;
    begin_trial(world);
    vl_world_prepare(world, h);
    vl_world_substep(world, h, 0, 1);
    bool there = !world->now.diverged;
    vl_axes_copy(x, world->particles.x, world->particles.count);
    end_trial(world);
    return there ? h : 0;
}

// Where rods or strings act. False where the velocity was known before.
static bool look_ahead(vl_world *world)
{
    if (world->now.velocity_is_current)
        return false;
    find_velocity(world);
    world->now.looked = world->next_dt;
    return world->now.velocity_is_current = true;
}

void vl_world_synchronise(vl_world *world)
{
    if (!vl_world_has_hard_links(world))
        vl_world_complete_velocity(world);
    else if (look_ahead(world))
        VL_TELL(world, instant_known, VL_INSTANT_AHEAD);
}

vl_look vl_world_look(vl_world *world)
{
    vl_look look = {.looked = world->now.looked};
    int count = world->particles.count;
    if (world->now.velocity_is_current)
        return look;
    vl_axes_create(look.v, count);
    vl_axes_copy(look.v, vl_world_velocity(world), count);
    // observers are not told: they would count the instant, and once more when it is known
    if (vl_world_has_hard_links(world))
        (void)look_ahead(world);
    else
        vl_world_complete_velocity(world);
    return look;
}

void vl_world_look_away(vl_world *world, vl_look *look)
{
    if (!look->v[0])
        return;
    vl_axes_copy(vl_world_velocity(world), look->v, world->particles.count);
    vl_axes_free(look->v);
    world->now.velocity_is_current = false;
    world->now.looked = look->looked;
}
