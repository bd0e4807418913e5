// The memory of a world, its solver and its integrator.

#include "base/memory.h"
#include "physics/contacts/contacts.h"
#include "physics/forces/forces.h"
#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "physics/world/snapshot.h"
#include "physics/world/world_parts.h"

#include <assert.h>

vl_world *vl_world_create(int count)
{
    vl_arena arena = {0};
    vl_world *world = vl_arena_take(&arena, 1, sizeof *world);
    world->arena = arena;
    vl_particles_create(&world->arena, &world->particles, count);
    world->integrator = vl_integrator_find("tcv");
    world->solver = vl_solver_defaults();
    world->now.velocity_is_current = true;
    return world;
}

void vl_world_create_solver(vl_world *world)
{
    const vl_solver *method = world->solver.method;
    world->solver_memory = method->create ? method->create(&world->solver_arena, world) : NULL;
    bool can_fail = method->can_fail[world->solver.direction];
    world->rollback = can_fail ? vl_snapshot_create(&world->solver_arena, world) : NULL;
}

void vl_world_create_integrator(vl_world *world)
{
    const vl_integrator *method = world->integrator;
    world->integrator_memory =
        method->create ? method->create(&world->integrator_arena, world) : NULL;
}

void vl_world_free(vl_world *world)
{
    if (!world)
        return;
    vl_arena_free(&world->solver_arena);
    vl_arena_free(&world->integrator_arena);
    vl_free(world->forces);
    vl_free(world->colliders);
    vl_free(world->cloths);
    vl_arena_free(&world->arena);
}

void vl_world_equip(vl_world *world)
{
    vl_arena *arena = &world->arena;
    int particles = world->particles.count;
    assert(!world->ahead);
    vl_axes_take(arena, world->own, particles);
    vl_axes_take(arena, world->predicted, particles);
    vl_axes_take(arena, world->fitting, particles);
    vl_axes_take(arena, world->reaction, particles);
    vl_axes_take(arena, world->observed, particles);
    vl_axes_take(arena, world->advanced, particles);
    vl_axes_take(arena, world->pull, particles);
    world->begins = vl_arena_take(arena, (size_t)particles, sizeof *world->begins);
    for (int i = 0; i < VL_SCRATCH_VECTORS; i++)
        vl_axes_take(arena, world->scratch[i], particles);
    world->penalty_damping = vl_penalty_damping_ratios(arena, world);
    world->contact_memory = vl_contacts_create(arena, world);
    world->supports = vl_contacts_create_supports(arena, world);
    world->anchors = vl_anchors_create(arena, world);
    world->ahead = vl_snapshot_create(arena, world);
    for (int i = 0; i < world->cloth_count; i++)
        world->cloths[i].gone =
            vl_arena_take(arena, vl_cloth_cells(&world->cloths[i]), sizeof(bool));
    vl_world_create_solver(world);
    vl_world_create_integrator(world);
}

void vl_world_link(vl_world *world, const vl_link *links, int count)
{
    vl_links_create(&world->arena, &world->links, links, count, world->particles.count);
    vl_world_equip(world);
}
