// A frame that may be interrupted keeps what it needs to go back to its beginning: the state
// always, and the links where one tears.

#include "base/interrupt.h"
#include "base/memory.h"
#include "physics/world/snapshot.h"
#include "physics/world/world_parts.h"

#include <string.h>

// --- links ---

void vl_world_keep_links(vl_world *world)
{
    if (!vl_interrupt_exists() || world->before_tear)
        return;
    vl_before_tear *kept = vl_alloc(1, sizeof *kept);
    vl_links_copy(&kept->arena, &kept->links, &world->links);
    kept->gone = vl_arena_take(&kept->arena, (size_t)world->cloth_count, sizeof *kept->gone);
    for (int i = 0; i < world->cloth_count; i++) {
        size_t cells = vl_cloth_cells(&world->cloths[i]);
        kept->gone[i] = vl_arena_take(&kept->arena, cells, sizeof(bool));
        memcpy(kept->gone[i], world->cloths[i].gone, cells * sizeof(bool));
    }
    world->before_tear = kept;
}

static void put_memory_back(vl_world *world, vl_before_tear *kept)
{
    if (kept->has_solver) {
        vl_arena_free(&world->solver_arena);
        world->solver_arena = kept->solver_arena;
        world->solver_memory = kept->solver_memory;
        world->rollback = kept->rollback;
        kept->solver_arena = (vl_arena){0};
    }
    if (kept->has_integrator) {
        vl_arena_free(&world->integrator_arena);
        world->integrator_arena = kept->integrator_arena;
        world->integrator_memory = kept->integrator_memory;
        kept->integrator_arena = (vl_arena){0};
    }
}

static void put_links_back(vl_world *world)
{
    vl_before_tear *kept = world->before_tear;
    if (!kept)
        return;
    vl_links_put_back(&world->links, &kept->links);
    for (int i = 0; i < world->cloth_count; i++)
        memcpy(world->cloths[i].gone, kept->gone[i],
               vl_cloth_cells(&world->cloths[i]) * sizeof(bool));
    put_memory_back(world, kept);
    vl_world_forget_links(world);
}

// --- the frame ---

void vl_world_begin_frame(vl_world *world)
{
    vl_world_forget_links(world);
    if (world->now.velocity_is_rough)
        world->now.velocity_is_current = world->now.velocity_is_rough = false;
    if (!vl_interrupt_exists())
        return;
    vl_snapshot_save(world->ahead, world);
    VL_TELL(world, trial_begun, VL_TRIAL_FRAME);
}

void vl_world_take_back(vl_world *world)
{
    const vl_snapshot *before = world->ahead;
    put_links_back(world);
    vl_snapshot_restore(before, world);
    world->solved = before->solved;
    world->evaluations = before->evaluations;
    world->broken = before->broken;
    memcpy(world->holds, before->holds, sizeof world->holds);
    world->first_part = 0;
    VL_TELL(world, rolled_back, VL_TRIAL_FRAME);
}
