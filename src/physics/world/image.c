// Images of a world: all of its memory but that of the solver and the method, which is scratch.

#include "physics/solvers/solvers.h"
#include "physics/world/world_parts.h"

#include <string.h>

size_t vl_world_image_size(const vl_world *world)
{
    return vl_arena_image_size(&world->arena);
}

void vl_world_keep(const vl_world *world, void *image)
{
    vl_arena_keep(&world->arena, image);
}

// What stays with the world, and is not of a state.
static void keep_memory(vl_world *world, const vl_world *live)
{
    world->arena = live->arena;
    world->solver_arena = live->solver_arena;
    world->integrator_arena = live->integrator_arena;
    world->solver_memory = live->solver_memory;
    world->integrator_memory = live->integrator_memory;
    world->rollback = live->rollback;
    world->observer_count = live->observer_count;
    memcpy(world->observers, live->observers, sizeof world->observers);
    world->reactions_wanted = live->reactions_wanted;
}

// Its name tells a method apart, also with a mistake, which lies in the world itself.
static const char *method_before(const vl_world *world, const vl_world *live)
{
    bool mistaken = live->integrator == &world->mistaken_integrator;
    return mistaken ? live->mistaken_integrator.name : live->integrator->name;
}

// A version is never used twice, so that it tells other links also after going back.
void vl_world_bring_back(vl_world *world, const void *image)
{
    const vl_world live = *world;
    vl_arena_bring_back(&live.arena, image);
    keep_memory(world, &live);
    bool other_links = world->links.version != live.links.version;
    if (other_links || !vl_solver_same_settings(&world->solver, &live.solver)) {
        vl_arena_free(&world->solver_arena);
        vl_world_create_solver(world);
    }
    if (other_links || world->integrator->name != method_before(world, &live)) {
        vl_arena_free(&world->integrator_arena);
        vl_world_create_integrator(world);
    }
    world->links.version = live.links.version + other_links;
}
