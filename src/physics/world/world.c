// The memory of a world, its solver and its integrator.

#include "base/memory.h"
#include "physics/contacts/contacts.h"
#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "physics/world/snapshot.h"
#include "physics/world/world_parts.h"

#include <assert.h>

vl_world *vl_world_create(int count)
{
    vl_world *world = vl_alloc(1, sizeof *world);
    vl_particles_create(&world->particles, count);
    world->integrator = vl_integrator_find("tcv");
    world->solver = vl_solver_defaults();
    world->now.velocity_is_current = true;
    return world;
}

void vl_world_free_solver(vl_world *world)
{
    if (world->solver_memory)
        world->solver.method->free(world->solver_memory);
    world->solver_memory = NULL;
    vl_snapshot_free(world->rollback);
    world->rollback = NULL;
}

void vl_world_create_solver(vl_world *world)
{
    const vl_solver *method = world->solver.method;
    world->solver_memory = method->create ? method->create(world) : NULL;
    bool can_fail = method->can_fail[world->solver.direction];
    world->rollback = can_fail ? vl_snapshot_create(world) : NULL;
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
