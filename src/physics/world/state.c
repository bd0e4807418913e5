// The state of an instant: the method's own state, and the velocity v(tₙ) that all methods agree
// on.

#include "physics/contacts/contacts.h"
#include "physics/forces/forces.h"
#include "physics/integrators/integrators.h"
#include "physics/world/snapshot.h"
#include "physics/world/world_parts.h"

#include <string.h>

// --- solves outside a step ---

static void clear_reactions(vl_world *world)
{
    size_t size = (size_t)world->particles.count * sizeof(double);
    for (int axis = 0; world->reactions_wanted && axis < VL_AXES; axis++)
        memset(world->reaction[axis], 0, size);
}

vl_solve vl_world_solve(vl_world *world, double h)
{
    clear_reactions(world);
    return world->solver.method->solve(world, world->solver_memory, h);
}

vl_solve vl_world_solve_fallback(vl_world *world, double h)
{
    clear_reactions(world);
    return world->solver.method->solve_fallback(world, world->solver_memory, h);
}

// `predicted` saves the positions from before.
void vl_world_solve_or_fallback(vl_world *world, double h)
{
    vl_axes_copy(world->predicted, world->particles.x, world->particles.count);
    if (vl_world_solve(world, h).solved)
        return;
    vl_axes_copy(world->particles.x, world->predicted, world->particles.count);
    vl_world_solve_fallback(world, h);
}

// --- the method's own state ---

// x₋ is a solved position: its rods and strings have their lengths too, so that x₋ contains their
// acceleration a₀ to the order of the method. For a compliant link that is the displacement ½ a₀ h²
// instead of a₀ h² in a step: that of a step of h/√2.
static void solve_old_positions(vl_world *world, double h)
{
    vl_particles *p = &world->particles;
    double *present[VL_AXES], *old[VL_AXES];
    memcpy(present, p->x, sizeof present);
    memcpy(old, p->x_old, sizeof old);
    memcpy(p->x, old, sizeof old);
    memcpy(p->x_old, present, sizeof present);
    vl_world_solve_or_fallback(world, sqrt(0.5) * h);
    memcpy(p->x, present, sizeof present);
    memcpy(p->x_old, old, sizeof old);
}

// Builds the state of all particles from x and v; h is that of vl_integrator.begin.
static void build_state(vl_world *world, double h)
{
    int count = world->particles.count;
    if (world->contact_memory)
        vl_contacts_forget(world, 0, count);
    bool naive = world->naive_start && !world->now.begun;
    vl_world_put_old_positions(world, 0, count, h);
    vl_anchors_follow(world, 0, count);
    world->now.dt = h;
    vl_world_accelerate(world);
    if (world->contact_memory)
        vl_contacts_support(world, 0, count, h);
    world->integrator->begin(world, 0, count, h);
    bool solved = world->integrator->keeps_positions && vl_world_has_hard_links(world) && !naive;
    if (solved)
        solve_old_positions(world, h);
    vl_axes_copy(world->observed, world->particles.v, count);
    world->now.begun = true;
    world->now.dt_old = world->now.dt_method = h;
    VL_TELL(world, state_rebuilt, 0, count, solved);
}

void vl_world_prepare(vl_world *world, double h)
{
    if (!world->now.begun) {
        build_state(world, h);
        world->now.dt_first = h;
    }
    world->now.dt_before = world->now.dt_method;
}

void vl_world_restart(vl_world *world)
{
    world->now.acceleration_is_current = false;
    if (world->now.begun && !world->now.diverged)
        build_state(world, world->now.dt_method);
}

// --- the velocity of an instant ---

void vl_world_adopt_observed(vl_world *world)
{
    if (vl_world_observes(world))
        vl_axes_copy(world->particles.v, world->observed, world->particles.count);
}

void vl_world_complete_velocity(vl_world *world)
{
    if (world->now.velocity_is_current)
        return;
    vl_world_accelerate(world);
    vl_position_velocity(world);
    world->now.velocity_is_current = true;
    VL_TELL(world, instant_known, VL_INSTANT_PRESENT);
}

void vl_world_set_backward_velocity(vl_world *world)
{
    const vl_particles *p = &world->particles;
    vl_axes_difference(vl_world_velocity(world), p->x, p->x_old, 1 / world->now.dt_old, p->count);
}

void vl_world_set_central_velocity(vl_world *world, double dt_old, double dt)
{
    vl_particles *p = &world->particles;
    double *const *v = vl_world_velocity(world);
    bool divided = world->first_part > 0;
    if (world->contact_memory) {
        double *const *start = world->contact_memory->start;
        vl_axes_copy(v, divided ? world->rollback->work : start, p->count);
        return;
    }
    double first = divided ? world->first_part : dt;
    double back = first / (first + dt_old), ahead = dt_old / (first * (first + dt_old));
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++) {
            double moved =
                divided ? world->rollback->work[axis][i] : p->x[axis][i] - p->x_old[axis][i];
            v[axis][i] = back * v[axis][i] + ahead * moved;
        }
}

void vl_world_remember_first_part(vl_world *world, double h)
{
    const vl_particles *p = &world->particles;
    double *const *work = world->rollback->work;
    world->first_part = h;
    if (world->contact_memory)
        vl_axes_copy(work, world->contact_memory->start, p->count);
    else
        vl_axes_difference(work, p->x, p->x_old, 1, p->count);
}

// --- hands ---

void vl_world_carry_holds(vl_world *world, double part, double speed)
{
    vl_particles *p = &world->particles;
    for (int i = 0; i < world->hold_count; i++) {
        const vl_hold *hold = &world->holds[i];
        // exactly the target at the end: a + (b − a) is not always b
        vl_vec3 at = part < 1 ? vl_lerp(hold->from, hold->target, part) : hold->target;
        vl_write(p->x, hold->slot, at);
        vl_write(p->v, hold->slot, vl_scale(vl_sub(hold->target, hold->from), speed));
    }
}
