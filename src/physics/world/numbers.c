// Other numbers in the description of a running world: masses, lengths, forces, colliders.

#include "physics/world/world_parts.h"

#include <string.h>

static void take_particles(vl_particles *to, const vl_particles *from)
{
    memcpy(to->mass, from->mass, (size_t)to->count * sizeof *to->mass);
    memcpy(to->radius, from->radius, (size_t)to->count * sizeof *to->radius);
    for (int i = 0; i < to->count; i++)
        vl_particles_refresh(to, i);
}

// Returns whether a rest length is another one now.
static bool take_link(vl_links *to, int link, const vl_links *from, int like)
{
    bool other = to->length[link] != from->length[like];
    to->length[link] = from->length[like];
    to->stiffness[link] = from->stiffness[like];
    to->damping[link] = from->damping[like];
    to->compliance[link] = from->compliance[like];
    to->tear[link] = from->tear[like];
    to->cluster[link] = from->cluster[like];
    return other;
}

static bool have_same_ends(const vl_links *a, int i, const vl_links *b, int k)
{
    return a->from[i] == b->from[k] && a->to[i] == b->to[k] && a->kind[i] == b->kind[k];
}

// Links that are left are in the order of the description, so one pass finds all of them.
static bool take_links(vl_links *to, const vl_links *from)
{
    bool other = false;
    int next = 0;
    for (int i = 0; i < to->count; i++) {
        int link = to->listed[i];
        while (next < from->count && !have_same_ends(to, link, from, from->listed[next]))
            next++;
        if (next < from->count)
            other |= take_link(to, link, from, from->listed[next++]);
    }
    to->may_tear = from->may_tear;
    to->version++; // what solvers made of the other numbers is stale, also where one goes back
    return other;
}

static void take_surroundings(vl_world *world, const vl_world *like)
{
    size_t forces = (size_t)world->force_count, colliders = (size_t)world->collider_count;
    world->gravity = like->gravity;
    world->damping = like->damping;
    world->damping_per_step = like->damping_per_step;
    if (forces > 0)
        memcpy(world->forces, like->forces, forces * sizeof *world->forces);
    if (colliders > 0) {
        memcpy(world->colliders, like->colliders, colliders * sizeof *world->colliders);
        memcpy(world->penalty_damping, like->penalty_damping,
               colliders * sizeof *world->penalty_damping);
    }
}

// Solver and method keep masses and lengths in their memory.
static void make_memory_again(vl_world *world)
{
    vl_arena_free(&world->solver_arena);
    vl_world_create_solver(world);
    vl_arena_free(&world->integrator_arena);
    vl_world_create_integrator(world);
}

void vl_world_take_numbers(vl_world *world, const vl_world *like)
{
    const vl_mistake *mistake = world->mistake;
    vl_world_set_mistake(world, NULL);
    vl_world_synchronise(world);
    vl_world_adopt_observed(world);
    take_particles(&world->particles, &like->particles);
    bool other_lengths = take_links(&world->links, &like->links);
    take_surroundings(world, like);
    make_memory_again(world);
    vl_world_set_mistake(world, mistake);
    vl_world_restart(world);
    if (other_lengths)
        vl_world_settle(world);
}
