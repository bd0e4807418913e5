#include "deeds.h"

#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"

double any_between(vl_random *random, double low, double high)
{
    return vl_random_uniform(random, low, high);
}

int any_of(vl_random *random, int count)
{
    return (int)(vl_random_next(random) % (uint64_t)count);
}

bool any_chance(vl_random *random, double chance)
{
    return any_between(random, 0, 1) < chance;
}

vl_vec3 any_vec3(vl_random *random, double most)
{
    double x = any_between(random, -most, most), y = any_between(random, -most, most);
    return (vl_vec3){x, y, any_between(random, -most, most)};
}

// Two hands at most.
static void grip(vl_world *world, vl_random *random)
{
    if (world->hold_count > 1) {
        int slot = world->holds[any_of(random, world->hold_count)].slot;
        vl_world_release(world, slot, any_vec3(random, 9));
        return;
    }
    int slot = any_of(random, world->particles.count);
    vl_vec3 at = vl_read(world->particles.x, slot);
    if (world->particles.held[slot])
        vl_world_release(world, slot, any_vec3(random, 9));
    else if (vl_world_hold(world, slot))
        vl_world_carry(world, slot, vl_add(at, any_vec3(random, 1)));
}

static void pin(vl_world *world, vl_random *random)
{
    int slot = any_of(random, world->particles.count);
    vl_world_set_pinned(world, slot, !world->particles.pinned[slot]);
}

static void carry_and_pose(vl_world *world, vl_random *random)
{
    for (int k = 0; k < world->hold_count; k++)
        vl_world_carry(world, world->holds[k].slot, any_vec3(random, 2));
    vl_world_pose(world);
}

static void change_integrator(vl_world *world, vl_random *random)
{
    vl_world_set_integrator(world, vl_integrators[any_of(random, vl_integrator_count)]);
}

static void change_settings(vl_world *world, vl_random *random)
{
    vl_solver_settings settings = world->solver;
    settings.method = vl_solvers[any_of(random, vl_solver_count)];
    settings.direction = (vl_direction)any_of(random, 2);
    settings.order = (vl_sweep_order)any_of(random, 3);
    settings.iterations = any_of(random, 30);
    settings.substeps = 1 + any_of(random, 4);
    vl_world_set_solver(world, &settings);
}

static void cut(vl_world *world, vl_random *random)
{
    if (!world->links.count)
        return;
    int index = any_of(random, world->links.count);
    vl_world_break_links(world, &index, 1);
}

const deed deeds[DEEDS] = {
    {"grip", grip, VL_CAUSE_HAND},
    {"pin", pin, VL_CAUSE_HAND},
    {"pose", carry_and_pose, VL_CAUSE_HAND},
    {"integrator", change_integrator, VL_CAUSE_SETTING},
    {"settings", change_settings, VL_CAUSE_SETTING},
    {"cut", cut, VL_CAUSE_CUT},
};
