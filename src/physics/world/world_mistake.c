// A world that makes a mistake on purpose, or makes it no longer.

#include "physics/model/world_parts.h"

#include <string.h>

void vl_world_use_integrator(vl_world *world, const vl_integrator *method)
{
    const vl_mistaken_step *step = vl_mistake_step(world->mistake, method);
    vl_world_free_integrator(world);
    world->integrator = method;
    if (step && step->move) {
        world->broken_integrator = *method;
        world->broken_integrator.formula = step->formula;
        world->broken_integrator.move = step->move;
        world->integrator = &world->broken_integrator;
    }
    vl_world_create_integrator(world);
}

const vl_integrator *vl_world_method(const vl_world *world)
{
    bool broken = world->integrator == &world->broken_integrator;
    return broken ? vl_integrator_find(world->integrator->name) : world->integrator;
}

vl_rules vl_world_rules(const vl_world *world)
{
    vl_rules now = {world->damping, world->damping_per_step, world->naive_start};
    return world->mistake ? world->unbent : now;
}

void vl_world_set_mistake(vl_world *world, const vl_mistake *mistake)
{
    if (mistake == world->mistake)
        return;
    const vl_integrator *method = vl_world_method(world);
    vl_world_synchronise(world);
    vl_world_adopt_observed(world);

    // what the last one has bent is as it was
    vl_rules rules = vl_world_rules(world);
    world->unbent = rules;
    world->damping = rules.damping;
    world->damping_per_step = rules.damping_per_step;
    world->naive_start = rules.naive_start;
    world->mistake = mistake;
    if (mistake && mistake->bend)
        mistake->bend(world);
    vl_world_use_integrator(world, method);
    vl_world_restart(world);
}

void vl_world_skip(vl_world *world, double dt)
{
    const vl_mistake *mistake = world->mistake;
    bool steps = mistake && mistake->zero_frame && vl_mistake_fits(mistake, world->integrator);
    if (dt == 0 && steps && !world->now.diverged)
        mistake->zero_frame(world);
}

static void swap_unsolved(vl_world *world)
{
    double *solved[VL_AXES];
    memcpy(solved, world->particles.x, sizeof solved);
    memcpy(world->particles.x, world->predicted, sizeof solved);
    memcpy(world->predicted, solved, sizeof solved);
}

double vl_world_show_unsolved(vl_world *world)
{
    const vl_particles *p = &world->particles;
    double sum = 0, h = world->now.dt_old;
    swap_unsolved(world);
    for (int i = 0; i < p->count; i++) {
        vl_vec3 way = vl_sub(vl_read(p->x, i), vl_read(p->x_old, i));
        sum += p->mass[i] * vl_dot(way, way);
    }
    return 0.5 * sum / (h * h);
}

void vl_world_show_solved(vl_world *world)
{
    swap_unsolved(world);
}
