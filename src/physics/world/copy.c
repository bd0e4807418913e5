// Copies of a world in its present state.

#include "base/memory.h"
#include "physics/world/world_parts.h"

#include <assert.h>
#include <string.h>

static void copy_array(void *to, const void *from, int count, size_t size)
{
    if (count > 0)
        memcpy(to, from, (size_t)count * size);
}

static void *duplicate(const void *from, int count, size_t size)
{
    void *copy = vl_alloc((size_t)count, size);
    copy_array(copy, from, count, size);
    return copy;
}

static void copy_particles(vl_world *copy, const vl_world *world)
{
    const vl_particles *from = &world->particles;
    vl_particles *to = &copy->particles;
    int count = from->count;
    vl_axes_copy(to->x, from->x, count);
    vl_axes_copy(to->v, vl_world_velocity(world), count);
    copy_array(to->mass, from->mass, count, sizeof *to->mass);
    copy_array(to->radius, from->radius, count, sizeof *to->radius);
    copy_array(to->dial, from->dial, count, sizeof *to->dial);
    copy_array(to->pinned, from->pinned, count, sizeof *to->pinned);
    copy_array(to->slot_of, from->slot_of, count, sizeof *to->slot_of);
    copy_array(to->number_of, from->number_of, count, sizeof *to->number_of);
    for (int i = 0; i < count; i++)
        vl_particles_refresh(to, i);
}

static void copy_surroundings(vl_world *copy, const vl_world *world)
{
    copy->force_count = world->force_count;
    copy->forces = duplicate(world->forces, world->force_count, sizeof *world->forces);
    copy->collider_count = world->collider_count;
    copy->colliders = duplicate(world->colliders, world->collider_count, sizeof *world->colliders);
    copy->cloth_count = world->cloth_count;
    copy->cloths = duplicate(world->cloths, world->cloth_count, sizeof *world->cloths);
}

static void copy_settings(vl_world *copy, const vl_world *world)
{
    copy->gravity = world->gravity;
    vl_rules rules = vl_world_rules(world);
    copy->damping = rules.damping;
    copy->damping_per_step = rules.damping_per_step;
    copy->naive_start = rules.naive_start;
    copy->sweep_kernel = world->sweep_kernel;
    copy->broken = world->broken;
    copy->threads = 1;
    copy->now.time = world->now.time;
    copy->now.compensation = world->now.compensation;
    copy->now.frames = world->now.frames;
}

vl_world *vl_world_copy(const vl_world *world, const vl_integrator *integrator,
                        const vl_solver_settings *solver)
{
    assert(world->now.velocity_is_current && !world->now.diverged);
    vl_world *copy = vl_world_create(world->particles.count);
    copy_particles(copy, world);
    copy_surroundings(copy, world);
    copy_settings(copy, world);
    copy->integrator = integrator;
    copy->solver = *solver;
    vl_links_copy(&copy->arena, &copy->links, &world->links);
    vl_world_equip(copy);
    vl_anchors_copy(copy->anchors, world->anchors);
    for (int i = 0; i < world->cloth_count; i++)
        memcpy(copy->cloths[i].gone, world->cloths[i].gone,
               vl_cloth_cells(&world->cloths[i]) * sizeof(bool));
    return copy;
}

void vl_world_straighten(vl_world *world)
{
    static const double moment = 1e-9; // s, too short for a compliant link to move anything

    assert(!world->now.begun);
    if (!vl_world_has_hard_links(world))
        return;
    vl_axes_copy(world->particles.x_old, world->particles.x, world->particles.count);
    vl_world_solve_or_fallback(world, moment);
}
