// Changes of a running world, which goes on from x(tₙ), v(tₙ).

#include "physics/integrators/integrators.h"
#include "physics/world/world_parts.h"

#include <string.h>

// Makes v(tₙ) the state of every method.
static void take_velocity(vl_world *world)
{
    vl_world_synchronise(world);
    vl_world_adopt_v_instant(world);
}

void vl_world_turn_round(vl_world *world)
{
    take_velocity(world);
    for (int i = 0; i < world->particles.count; i++)
        vl_write(world->particles.v, i, vl_scale(vl_read(world->particles.v, i), -1));
    vl_world_restart(world);
}

void vl_world_break_links(vl_world *world, const int *indices, int count)
{
    take_velocity(world);
    vl_world_take_out_links(world, indices, count);
    vl_world_restart(world);
}

// --- the solver ---

// A new solver may reduce the strain of the links at once, which must not become speed: they are
// settled when the clock goes on. x₋ is made for the new length of a substep: a method that takes
// all steps to be equally long would find another velocity from the old one.
void vl_world_set_solver(vl_world *world, const vl_solver_settings *settings)
{
    const vl_solver_settings before = world->solver;
    bool other = settings->method != before.method || settings->direction != before.direction;
    bool cut = settings->substeps != before.substeps && world->integrator->keeps_positions;
    bool changes = (other || cut) && world->now.begun && !world->now.diverged;
    if (changes)
        take_velocity(world);
    world->solver = *settings;
    vl_world_create_solver(world);
    if (!changes)
        return;
    world->now.dt_old = world->now.dt_method * before.substeps / settings->substeps;
    if (other)
        world->now.unsettled = VL_UNSETTLED_BY_SETTING;
    if (world->integrator->keeps_positions)
        world->now.dt_method = world->now.dt_old;
    vl_world_restart(world);
}

// --- the integrator, and a mistake in it ---

// Uses a method of the table, with the world's mistake if that changes its step, and makes its
// memory.
static void use_integrator(vl_world *world, const vl_integrator *method)
{
    const vl_mistaken_step *step = vl_mistake_step(world->mistake, method);
    world->integrator = method;
    if (step && step->move) {
        world->mistaken_integrator = *method;
        world->mistaken_integrator.formula = step->formula;
        world->mistaken_integrator.move = step->move;
        world->integrator = &world->mistaken_integrator;
    }
    vl_world_create_integrator(world);
}

const vl_integrator *vl_world_method(const vl_world *world)
{
    bool mistaken = world->integrator == &world->mistaken_integrator;
    return mistaken ? vl_integrator_find(world->integrator->name) : world->integrator;
}

void vl_world_set_integrator(vl_world *world, const vl_integrator *integrator)
{
    if (integrator == vl_world_method(world))
        return;
    take_velocity(world);
    use_integrator(world, integrator);
    vl_world_restart(world);
}

void vl_world_set_mistake(vl_world *world, const vl_mistake *mistake)
{
    if (mistake == world->mistake)
        return;
    const vl_integrator *method = vl_world_method(world);
    take_velocity(world);

    // undoes the changes of the last mistake
    vl_rules rules = vl_world_rules(world);
    world->right_rules = rules;
    world->damping = rules.damping;
    world->damping_per_step = rules.damping_per_step;
    world->naive_start = rules.naive_start;
    world->mistake = mistake;
    if (mistake && mistake->change_rules)
        mistake->change_rules(world);
    use_integrator(world, method);
    vl_world_restart(world);
}

void vl_world_skip(vl_world *world, double dt)
{
    const vl_mistake *mistake = world->mistake;
    bool steps = mistake && mistake->zero_frame && vl_mistake_fits(mistake, world->integrator);
    if (dt == 0 && steps && !world->now.diverged)
        mistake->zero_frame(world);
}

// --- reading before the links are solved ---

void vl_world_swap_unsolved(vl_world *world)
{
    double *solved[VL_AXES];
    memcpy(solved, world->particles.x, sizeof solved);
    memcpy(world->particles.x, world->predicted, sizeof solved);
    memcpy(world->predicted, solved, sizeof solved);
}

double vl_world_kinetic_unsolved(const vl_world *world)
{
    const vl_particles *p = &world->particles;
    double sum = 0, h = world->now.dt_old;
    for (int i = 0; i < p->count; i++) {
        vl_vec3 moved = vl_sub(vl_read(world->predicted, i), vl_read(p->x_old, i));
        sum += p->mass[i] * vl_dot(moved, moved);
    }
    return 0.5 * sum / (h * h);
}

// --- other numbers in the description: masses, lengths, forces, colliders ---

// Links that are left are in the order of the description, so one pass finds all of them. Returns
// whether a rest length is another one now.
static bool take_links(vl_links *to, const vl_links *from)
{
    bool other = false;
    int next = 0;
    for (int i = 0; i < to->count; i++) {
        int link = to->listed[i];
        for (; next < from->count; next++) {
            int k = from->listed[next];
            if (to->from[link] == from->from[k] && to->to[link] == from->to[k] &&
                to->kind[link] == from->kind[k])
                break;
        }
        if (next == from->count)
            break;
        int like = from->listed[next++];
        other |= to->length[link] != from->length[like];
        to->length[link] = from->length[like];
        to->stiffness[link] = from->stiffness[like];
        to->damping[link] = from->damping[like];
        to->compliance[link] = from->compliance[like];
        to->tear[link] = from->tear[like];
        to->cluster[link] = from->cluster[like];
    }
    to->may_tear = from->may_tear;
    to->version++; // what solvers made of the other numbers is stale, also where one goes back
    return other;
}

void vl_world_take_numbers(vl_world *world, const vl_world *like)
{
    const vl_mistake *mistake = world->mistake;
    vl_particles *p = &world->particles;
    vl_world_set_mistake(world, NULL);
    take_velocity(world);
    memcpy(p->mass, like->particles.mass, (size_t)p->count * sizeof *p->mass);
    memcpy(p->radius, like->particles.radius, (size_t)p->count * sizeof *p->radius);
    for (int i = 0; i < p->count; i++)
        vl_particles_refresh(p, i);
    bool other_lengths = take_links(&world->links, &like->links);
    world->gravity = like->gravity;
    world->damping = like->damping;
    world->damping_per_step = like->damping_per_step;
    for (int i = 0; i < world->force_count; i++)
        world->forces[i] = like->forces[i];
    for (int i = 0; i < world->collider_count; i++)
        world->colliders[i] = like->colliders[i];
    vl_world_create_solver(world); // solver and method keep masses and lengths in their memory
    vl_world_create_integrator(world);
    vl_world_set_mistake(world, mistake);
    vl_world_restart(world);
    if (other_lengths)
        vl_world_settle(world);
}
