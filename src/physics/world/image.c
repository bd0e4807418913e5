// Images of a world: all of its memory but that of the solver and the method, which is scratch.

#include "physics/solvers/solvers.h"
#include "physics/world/world_parts.h"

#include <string.h>

// Forces and colliders have memory of their own.
static size_t forces_size(const vl_world *world)
{
    return (size_t)world->force_count * sizeof *world->forces;
}

static size_t colliders_size(const vl_world *world)
{
    return (size_t)world->collider_count * sizeof *world->colliders;
}

size_t vl_world_image_size(const vl_world *world)
{
    return vl_arena_image_size(&world->arena) + forces_size(world) + colliders_size(world);
}

static void copy_some(void *to, const void *from, size_t size)
{
    if (size > 0)
        memcpy(to, from, size);
}

void vl_world_keep(const vl_world *world, void *image)
{
    char *forces = (char *)image + vl_arena_image_size(&world->arena);
    vl_arena_keep(&world->arena, image);
    copy_some(forces, world->forces, forces_size(world));
    copy_some(forces + forces_size(world), world->colliders, colliders_size(world));
}

static void bring_back_memory(vl_world *world, const vl_arena *arena, const void *image)
{
    const char *forces = (const char *)image + vl_arena_image_size(arena);
    vl_arena_bring_back(arena, image);
    copy_some(world->forces, forces, forces_size(world));
    copy_some(world->colliders, forces + forces_size(world), colliders_size(world));
}

void vl_world_put_away(vl_world *world)
{
    vl_arena_free(&world->solver_arena);
    vl_arena_free(&world->integrator_arena);
    world->solver_memory = world->integrator_memory = NULL;
    world->rollback = NULL;
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

static void create_again(vl_world *world, bool solver, bool integrator)
{
    if (solver) {
        vl_arena_free(&world->solver_arena);
        vl_world_create_solver(world);
    }
    if (integrator) {
        vl_arena_free(&world->integrator_arena);
        vl_world_create_integrator(world);
    }
}

// A version is never used twice, so that it tells other links also after going back.
void vl_world_bring_back(vl_world *world, const void *image)
{
    const vl_world live = *world;
    bring_back_memory(world, &live.arena, image);
    keep_memory(world, &live);
    bool other_links = world->links.version != live.links.version;
    bool put_away = live.solver_arena.count + live.integrator_arena.count == 0;
    bool other_method = world->integrator->name != method_before(world, &live);
    create_again(world,
                 other_links || put_away || !vl_solver_same_settings(&world->solver, &live.solver),
                 other_links || put_away || other_method);
    world->links.version = live.links.version + other_links;
}
