// Worlds: their memory, copies, images and checksums.

#include "physics/world/world.h"
#include "base/hash.h"
#include "physics/contacts/contacts.h"
#include "physics/forces/forces.h"
#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "physics/world/world_parts.h"

#include <assert.h>
#include <string.h>

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
    vl_arena_free(&world->solver_arena);
    world->solver_memory = method->create ? method->create(&world->solver_arena, world) : NULL;
    memset(world->linked, 0, (size_t)world->particles.count * sizeof *world->linked);
    for (int i = 0; i < world->links.hard_count; i++)
        world->linked[world->links.from[i]] = world->linked[world->links.to[i]] = true;
    const bool links = vl_world_has_hard_links(world);
    bool impacts = world->contact_memory && !links, apart = false;
    for (int i = 0; world->contact_memory && i < world->particles.count; i++)
        apart |= links && !world->linked[i] && world->particles.inverse_mass[i] > 0 &&
                 !world->contact_memory->balls;
    bool again = method->can_fail[world->solver.direction] || impacts || apart;
    world->rollback = again ? vl_snapshot_create(&world->solver_arena, world) : NULL;
    if (apart)
        world->rollback->parts = vl_snapshot_create(&world->solver_arena, world);
}

void vl_world_create_integrator(vl_world *world)
{
    const vl_integrator *method = world->integrator;
    vl_arena_free(&world->integrator_arena);
    world->integrator_memory =
        method->create ? method->create(&world->integrator_arena, world) : NULL;
}

void vl_world_free(vl_world *world)
{
    if (!world)
        return;
    vl_arena_free(&world->solver_arena);
    vl_arena_free(&world->integrator_arena);
    vl_arena_free(&world->arena);
}

// Number of cells of a cloth, with those that are gone.
static size_t cloth_cells(const vl_cloth *cloth)
{
    return (size_t)(cloth->columns - 1) * (size_t)(cloth->rows - 1);
}

// Takes all scratch memory of a world whose particles, links and settings are there.
static void equip(vl_world *world)
{
    vl_arena *arena = &world->arena;
    int particles = world->particles.count;
    assert(!world->ahead);
    double **const axes[] = {world->v_half,    world->predicted,   world->reaction,
                             world->v_instant, world->v_predicted, world->a_links,
                             world->a_outside};
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++)
        vl_axes_take(arena, axes[i], particles);
    world->begins = vl_arena_take(arena, (size_t)particles, sizeof *world->begins);
    world->linked = vl_arena_take(arena, (size_t)particles, sizeof *world->linked);
    for (int i = 0; i < VL_SCRATCH_VECTORS; i++)
        vl_axes_take(arena, world->scratch[i], particles);
    for (int i = 0; i < world->collider_count; i++)
        if (world->colliders[i].response == VL_RESPONSE_PENALTY)
            world->colliders[i].damping_ratio =
                vl_penalty_damping_ratio(world->colliders[i].restitution);
    vl_contacts_create(arena, world);
    world->anchors = vl_anchors_create(arena, world);
    world->ahead = vl_snapshot_create(arena, world);
    for (int i = 0; i < world->cloth_count; i++)
        world->cloths[i].gone = vl_arena_take(arena, cloth_cells(&world->cloths[i]), sizeof(bool));
    vl_world_create_solver(world);
    vl_world_create_integrator(world);
}

void vl_world_link(vl_world *world, const vl_link *links, int count)
{
    vl_links_create(&world->arena, &world->links, links, count, world->particles.count);
    equip(world);
}

// --- copies ---

static void copy_array(void *to, const void *from, int count, size_t size)
{
    if (count > 0)
        memcpy(to, from, (size_t)count * size);
}

static void *duplicate(vl_arena *arena, const void *from, int count, size_t size)
{
    void *copy = vl_arena_take(arena, (size_t)count, size);
    copy_array(copy, from, count, size);
    return copy;
}

void vl_world_put_forces(vl_world *world, const vl_force *forces, int force_count,
                         const vl_collider *colliders, int collider_count)
{
    world->force_count = force_count;
    world->forces = duplicate(&world->arena, forces, force_count, sizeof *forces);
    world->collider_count = collider_count;
    world->colliders = duplicate(&world->arena, colliders, collider_count, sizeof *colliders);
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

vl_rules vl_world_rules(const vl_world *world)
{
    vl_rules now = {world->damping, world->damping_per_step, world->naive_start};
    return world->mistake ? world->right_rules : now;
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
    vl_arena *own = &copy->arena;
    copy_particles(copy, world);
    vl_world_put_forces(copy, world->forces, world->force_count, world->colliders,
                        world->collider_count);
    copy->cloth_count = world->cloth_count;
    copy->cloths = duplicate(own, world->cloths, world->cloth_count, sizeof *world->cloths);
    copy_settings(copy, world);
    copy->integrator = integrator;
    copy->solver = *solver;
    vl_links_copy(own, &copy->links, &world->links);
    equip(copy);
    vl_anchors_copy(copy->anchors, world->anchors);
    for (int i = 0; i < world->cloth_count; i++)
        memcpy(copy->cloths[i].gone, world->cloths[i].gone,
               cloth_cells(&world->cloths[i]) * sizeof(bool));
    return copy;
}

// --- images: all of the memory but that of the solver and the method, which is scratch ---

size_t vl_world_image_size(const vl_world *world)
{
    return vl_arena_image_size(&world->arena);
}

void vl_world_keep(const vl_world *world, void *image)
{
    vl_arena_keep(&world->arena, image);
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
    world->powers_wanted = live->powers_wanted;
}

// A version is never used twice, so that it tells other links also after going back.
void vl_world_bring_back(vl_world *world, const void *image)
{
    const vl_world live = *world;
    vl_arena_bring_back(&live.arena, image);
    keep_memory(world, &live);
    bool other_links = world->links.version != live.links.version;
    bool put_away = live.solver_arena.count + live.integrator_arena.count == 0;
    // its name tells a method apart, also with a mistake, which lies in the world itself
    const vl_integrator *before = live.integrator == &world->mistaken_integrator
                                      ? &live.mistaken_integrator
                                      : live.integrator;
    bool other_method = world->integrator->name != before->name;
    if (other_links || put_away || !vl_solver_same_settings(&world->solver, &live.solver))
        vl_world_create_solver(world);
    if (other_links || put_away || other_method)
        vl_world_create_integrator(world);
    world->links.version = live.links.version + other_links;
}

// --- checksums ---

// What a look at the velocity of the instant computes is not of the state: for a method that keeps
// positions that is v.
uint64_t vl_world_hash(const vl_world *world)
{
    const vl_particles *p = &world->particles;
    bool positions = world->integrator->keeps_positions && world->now.begun;
    uint64_t hash = VL_HASH_START;
    hash = vl_hash_word(hash, (uint64_t)world->now.frames);
    hash = vl_hash_number(hash, world->now.time);
    hash = vl_hash_number(hash, world->now.dt_old);
    hash = vl_hash_word(hash, (uint64_t)world->links.count);
    for (int n = 0; n < p->count; n++) {
        int slot = p->slot_of[n];
        for (int axis = 0; axis < VL_AXES; axis++)
            hash = vl_hash_number(hash, p->x[axis][slot]);
        for (int axis = 0; axis < VL_AXES; axis++)
            hash = vl_hash_number(hash, (positions ? p->x_old : p->v)[axis][slot]);
        hash = vl_hash_word(hash, (uint64_t)p->pinned[slot] | (uint64_t)p->held[slot] << 1);
    }
    return hash;
}
