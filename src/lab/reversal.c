#include "lab/reversal.h"

#include "base/memory.h"
#include "physics/forces/forces.h"
#include "physics/math/axes.h"
#include "physics/world/world.h"
#include "scene/build.h"

#include <math.h>
#include <string.h>

static void make_room(vl_record *record, int particles)
{
    if (record->particles == particles)
        return;
    vl_record_free(record);
    record->particles = particles;
    vl_axes_create(record->x, particles);
    vl_axes_create(record->v, particles);
    record->pinned = vl_alloc((size_t)particles, sizeof *record->pinned);
}

static void keep_anchors(vl_record *record, const vl_anchors *anchors)
{
    vl_arena_free(&record->arena);
    record->anchors = vl_anchors_duplicate(&record->arena, anchors);
}

void vl_record_begin(vl_record *record, vl_world *world)
{
    const vl_particles *p = &world->particles;
    vl_world_synchronise(world);
    make_room(record, p->count);
    vl_axes_copy(record->x, p->x, p->count);
    vl_axes_copy(record->v, vl_world_velocity(world), p->count);
    memcpy(record->pinned, p->pinned, (size_t)p->count * sizeof *record->pinned);
    keep_anchors(record, world->anchors);
    record->time = world->now.time;
    record->whole = world->broken == 0;
    record->count = 0;
}

void vl_record_add(vl_record *record, double dt)
{
    record->dt = vl_grow(record->dt, &record->capacity, record->count + 1, sizeof *record->dt);
    record->dt[record->count++] = dt;
}

void vl_record_copy(vl_record *to, const vl_record *from)
{
    vl_record_free(to);
    make_room(to, from->particles);
    vl_axes_copy(to->x, from->x, from->particles);
    vl_axes_copy(to->v, from->v, from->particles);
    memcpy(to->pinned, from->pinned, (size_t)from->particles * sizeof *to->pinned);
    keep_anchors(to, from->anchors);
    to->time = from->time;
    to->whole = from->whole;
    for (int i = 0; i < from->count; i++)
        vl_record_add(to, from->dt[i]);
}

void vl_record_free(vl_record *record)
{
    vl_axes_free(record->x);
    vl_axes_free(record->v);
    vl_arena_free(&record->arena);
    vl_free(record->pinned);
    vl_free(record->dt);
    *record = (vl_record){0};
}

double vl_record_distance(const vl_record *record, const vl_world *world)
{
    double largest = vl_axes_distance(world->particles.x, record->x, record->particles);
    return world->now.diverged ? (double)NAN : largest;
}

static bool takes_energy(const vl_world *world)
{
    for (int i = 0; i < world->force_count; i++)
        if (world->forces[i].kind->does_work)
            return true;
    for (int i = world->links.hard_count; i < world->links.count; i++)
        if (world->links.damping[i] > 0)
            return true;
    return false;
}

const char *vl_reversal_hindrance(const vl_world *world)
{
    if (!vl_energy_exists(world))
        return "A force depends on time, which goes on: the motion back is another one.";
    if (world->damping > 0 || world->damping_per_step > 0)
        return "Damping takes speed there and back.";
    if (world->broken > 0)
        return "A link that is broken stays so.";
    if (world->now.touched)
        return "An impact is another one when it is met from behind.";
    if (vl_world_turns(world))
        return "A magnetic field turns the motion back to the same side, unless it is reversed as "
               "well.";
    if (takes_energy(world))
        return "A force or a damped spring takes or gives energy both ways.";
    if (world->links.hard_count > 0 && world->solver.direction == VL_DIRECTION_NEW)
        return "Links that are corrected along their new direction take energy both ways.";
    return NULL;
}

// --- there and back ---

static void place(vl_world *world, const vl_record *record)
{
    for (int i = 0; i < record->particles; i++)
        if (world->particles.pinned[i] != record->pinned[i])
            vl_world_set_pinned(world, i, record->pinned[i]);
    vl_axes_copy(world->particles.x, record->x, record->particles);
    vl_axes_copy(world->particles.v, record->v, record->particles);
    vl_anchors_copy(world->anchors, record->anchors);
}

vl_return vl_return_create(const vl_scene *scene, const vl_integrator *integrator,
                           const vl_record *record)
{
    vl_return made = {.world = vl_scene_build(scene)};
    vl_world_set_integrator(made.world, integrator);
    place(made.world, record);
    return made;
}

bool vl_return_step(vl_return *run, const vl_record *record)
{
    int n = record->count;
    if (run->made == 2 * n)
        return false;
    if (run->made == n)
        vl_world_turn_round(run->world);
    int index = run->made < n ? run->made : 2 * n - 1 - run->made;
    vl_world_step(run->world, record->dt[index]);
    run->made++;
    return !run->world->now.diverged;
}

void vl_return_free(vl_return *run)
{
    vl_world_free(run->world);
    *run = (vl_return){0};
}
