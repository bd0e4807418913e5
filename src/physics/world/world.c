#include "physics/model/world.h"

#include "base/memory.h"
#include "physics/contacts/contacts.h"
#include "physics/forces/penalty.h"
#include "physics/forces/springs.h"
#include "physics/ledger/ledger_parts.h"
#include "physics/math/axes.h"
#include "physics/model/snapshot.h"
#include "physics/model/world_parts.h"
#include "physics/solvers/solvers.h"

#include <assert.h>
#include <string.h>

vl_world *vl_world_create(int count)
{
    vl_world *world = vl_alloc(1, sizeof *world);
    vl_particles_create(&world->particles, count);
    world->integrator = vl_integrator_find("tcv");
    world->solver = vl_solver_defaults();
    world->now.velocity_is_current = true;
    return world;
}

// --- the solver ---

void vl_world_free_solver(vl_world *world)
{
    if (world->solver_memory)
        world->solver.method->free(world->solver_memory);
    world->solver_memory = NULL;
    vl_snapshot_free(world->before);
    world->before = NULL;
}

void vl_world_create_solver(vl_world *world)
{
    const vl_solver *method = world->solver.method;
    world->solver_memory = method->create ? method->create(world) : NULL;
    bool can_fail = method->can_fail[world->solver.direction];
    world->before = can_fail ? vl_snapshot_create(world) : NULL;
}

void vl_world_free_integrator(vl_world *world)
{
    if (world->integrator_memory)
        world->integrator->free(world->integrator_memory);
    world->integrator_memory = NULL;
}

void vl_world_create_integrator(vl_world *world)
{
    const vl_integrator *method = world->integrator;
    assert(!vl_integrator_lacks(method));
    world->integrator_memory = method->create ? method->create(world) : NULL;
}

vl_solve vl_world_solve(vl_world *world, double h)
{
    return world->solver.method->solve(world, world->solver_memory, h);
}

// A solve whose outcome is of use in any case. `predicted` is where positions are put back to.
void vl_world_solve_or_rescue(vl_world *world, double h)
{
    vl_axes_copy(world->predicted, world->particles.x, world->particles.count);
    if (vl_world_solve(world, h).solved)
        return;
    vl_axes_copy(world->particles.x, world->predicted, world->particles.count);
    world->solver.method->solve_fallback(world, world->solver_memory, h);
}

void vl_world_free(vl_world *world)
{
    if (!world)
        return;
    vl_particles_free(&world->particles);
    vl_world_free_solver(world);
    vl_world_free_integrator(world);
    vl_links_free(&world->links);
    vl_free(world->forces);
    vl_free(world->colliders);
    for (int i = 0; i < world->cloth_count; i++)
        vl_free(world->cloths[i].gone);
    vl_free(world->cloths);
    vl_axes_free(world->own);
    vl_axes_free(world->predicted);
    vl_axes_free(world->observed);
    for (int i = 0; i < VL_SCRATCH_VECTORS; i++)
        vl_axes_free(world->scratch[i]);
    vl_contacts_free(world->contact_memory);
    vl_snapshot_free(world->ahead);
    vl_ledger_free(world->ledger);
    vl_free(world);
}

void vl_world_equip(vl_world *world)
{
    int particles = world->particles.count;
    assert(!world->ahead);
    vl_axes_create(world->own, particles);
    vl_axes_create(world->predicted, particles);
    vl_axes_create(world->observed, particles);
    for (int i = 0; i < VL_SCRATCH_VECTORS; i++)
        vl_axes_create(world->scratch[i], particles);
    world->contact_memory = vl_contacts_create(world);
    world->ahead = vl_snapshot_create(world);
    for (int i = 0; i < world->cloth_count; i++)
        world->cloths[i].gone = vl_alloc(vl_cloth_cells(&world->cloths[i]), sizeof(bool));
    vl_world_create_solver(world);
    vl_world_create_integrator(world);
}

void vl_world_link(vl_world *world, const vl_link *links, int count)
{
    vl_links_create(&world->links, links, count, world->particles.count);
    vl_world_equip(world);
}

double *const *vl_world_velocity(const vl_world *world)
{
    return vl_world_observes(world) ? world->observed : world->particles.v;
}

// --- acceleration ---

static void set_gravity(vl_world *world)
{
    const double g[VL_AXES] = {world->gravity.x, world->gravity.y, world->gravity.z};
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < world->particles.count; i++)
            world->particles.a[axis][i] = g[axis];
}

static void stop_fixed(vl_particles *p)
{
    for (int i = 0; i < p->count; i++)
        if (p->inverse_mass[i] == 0)
            vl_write(p->a, i, (vl_vec3){0, 0, 0});
}

void vl_world_accelerate_stage(vl_world *world, double t)
{
    set_gravity(world);
    for (int i = 0; i < world->force_count; i++)
        world->forces[i].kind->accelerate(&world->forces[i], world, t);
    vl_springs_accelerate(world);
    vl_penalty_accelerate(world);
    stop_fixed(&world->particles);
    world->evaluations++;
}

void vl_world_accelerate(vl_world *world)
{
    if (world->now.acceleration_is_current)
        return;
    vl_world_accelerate_stage(world, world->now.time);
    world->now.acceleration_is_current = true;
}

// --- the method's own state ---

// x₋ is a solved position: where rods and strings act, its links are brought to their length too,
// which puts their forces into a₀ to the order of the method. Of a link that gives way that is half
// of its push in a step, ½ a₀ h² against a h²: the push of a step of h/√2.
static void solve_old_positions(vl_world *world, double h)
{
    vl_particles *p = &world->particles;
    double *present[VL_AXES], *old[VL_AXES];
    memcpy(present, p->x, sizeof present);
    memcpy(old, p->x_old, sizeof old);
    memcpy(p->x, old, sizeof old);
    memcpy(p->x_old, present, sizeof present);
    vl_world_solve_or_rescue(world, sqrt(0.5) * h);
    memcpy(p->x, present, sizeof present);
    memcpy(p->x_old, old, sizeof old);
}

// x₋ = x − v h for a start: a damped spring that takes its speed from (x − x₋)/dt₋ finds v.
void vl_world_put_old_positions(vl_world *world, int first, int last, double h)
{
    vl_particles *p = &world->particles;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = first; i < last; i++)
            p->x_old[axis][i] = p->x[axis][i] - p->v[axis][i] * h;
}

void vl_world_begin(vl_world *world, double h)
{
    for (int i = 0; world->contact_memory && i < world->particles.count; i++)
        vl_contacts_forget(world->contact_memory, i);
    bool naive = world->naive_start && !world->now.begun;
    vl_world_put_old_positions(world, 0, world->particles.count, h);
    world->now.dt = h;
    vl_world_accelerate(world);
    world->integrator->begin(world, 0, world->particles.count, h);
    bool solved = world->integrator->keeps_positions && vl_world_has_hard_links(world) && !naive;
    if (solved)
        solve_old_positions(world, h);
    vl_axes_copy(world->observed, world->particles.v, world->particles.count);
    world->now.begun = true;
    world->now.dt_old = h;
    vl_ledger_begun(world, solved);
}

void vl_world_prepare(vl_world *world, double h)
{
    if (!world->now.begun) {
        vl_world_begin(world, h);
        world->now.dt_first = h;
    }
    world->now.dt_before = world->now.dt_old;
}

void vl_world_restart(vl_world *world)
{
    world->now.acceleration_is_current = false;
    if (world->now.begun && !world->now.diverged)
        vl_world_begin(world, world->now.dt_old);
}

// --- other methods, other settings ---

// A method that keeps a velocity takes over what is observed of it.
void vl_world_adopt_observed(vl_world *world)
{
    if (vl_world_observes(world))
        vl_axes_copy(world->particles.v, world->observed, world->particles.count);
}

void vl_world_turn_round(vl_world *world)
{
    vl_world_synchronise(world);
    vl_world_adopt_observed(world);
    double *const *v = world->particles.v;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < world->particles.count; i++)
            v[axis][i] = -v[axis][i];
    vl_world_restart(world);
}

// Puts a world that runs on the feet of its new solver: what that takes out of the stretch of the
// links at once gives no speed, and x₋ is that of the new length of a substep; else a method that
// takes all steps to be equally long would find another velocity.
static void settle_solver(vl_world *world, double h, bool other)
{
    double dt_old = world->now.dt_old;
    world->now.dt_old = h;
    if (other)
        vl_world_solve_at_rest(world);
    if (!world->integrator->keeps_positions)
        world->now.dt_old = dt_old;
    vl_world_restart(world);
}

void vl_world_set_solver(vl_world *world, const vl_solver_settings *settings)
{
    const vl_solver_settings before = world->solver;
    bool runs = world->now.begun && !world->now.diverged;
    bool other = settings->method != before.method || settings->direction != before.direction;
    bool cut = settings->substeps != before.substeps && world->integrator->keeps_positions;
    if (runs && (other || cut)) {
        vl_world_synchronise(world);
        vl_world_adopt_observed(world);
    }
    vl_world_free_solver(world);
    world->solver = *settings;
    vl_world_create_solver(world);
    if (runs && (other || cut))
        settle_solver(world, world->now.dt_old * before.substeps / settings->substeps, other);
}

void vl_world_set_integrator(vl_world *world, const vl_integrator *integrator)
{
    if (integrator == vl_world_method(world))
        return;
    vl_world_synchronise(world);
    vl_world_adopt_observed(world);
    vl_world_use_integrator(world, integrator);
    vl_world_restart(world);
}
