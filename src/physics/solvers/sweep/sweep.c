#include "physics/solvers/sweep/sweep.h"

#include <stddef.h>

vl_sweep_plan *vl_sweeps_create(vl_arena *arena, const vl_world *world)
{
    int threads = world->threads > 0 ? world->threads : vl_team_cores();
    return vl_sweep_plan_create(arena, world->sweep_kernel, &world->links, world->particles.count,
                                world->solver.order, threads);
}

vl_sweep vl_sweeps_over(const vl_world *world, vl_sweep_function function)
{
    const vl_particles *p = &world->particles;
    return (vl_sweep){
        .function = function,
        .x = {p->x[0], p->x[1], p->x[2]},
        .inverse_mass = p->inverse_mass,
        .length = world->links.length,
        .relaxation = world->solver.relaxation,
    };
}

static bool within_tolerance(const vl_sweep_plan *plan, const vl_world *world)
{
    vl_sweep measure = vl_sweeps_over(world, plan->kernel->measure);
    return vl_sweep_plan_measure(plan, &measure) <= world->solver.tolerance;
}

// Sweeps from number `done` until all is within the tolerance, or to `end`; returns where it ended.
static int sweep_until_done(const vl_sweep_plan *plan, const vl_world *world, const vl_sweep *sweep,
                            int done, int end)
{
    vl_sweep_plan_begin(plan, sweep);
    for (; done < end; done++) {
        bool backwards = world->solver.order == VL_ORDER_CRISS_CROSS && done % 2;
        if (world->solver.tolerance > 0 && within_tolerance(plan, world))
            break;
        vl_sweep_plan_run(plan, sweep, backwards);
    }
    vl_sweep_plan_end(plan, sweep);
    return done;
}

static int run(const vl_sweep_plan *plan, vl_world *world, const vl_sweep *sweep, vl_grids *grids)
{
    int iterations = world->solver.iterations;
    if (!grids)
        return sweep_until_done(plan, world, sweep, 0, iterations);
    if (world->solver.tolerance > 0) {
        vl_sweep_plan_begin(plan, sweep);
        if (within_tolerance(plan, world))
            return 0;
    }
    for (int done = 0; done < iterations; done++) {
        vl_grids_pass(grids, world);
        if (sweep_until_done(plan, world, sweep, done, done + 1) == done)
            return done;
    }
    return iterations;
}

int vl_sweeps_run(vl_sweep_plan *plan, vl_world *world, const vl_sweep *sweep, vl_grids *grids)
{
    const vl_particles *p = &world->particles;
    bool wanted = vl_world_wants_reactions(world);
    if (wanted)
        vl_sweep_plan_record(plan, &world->links, p->inverse_mass);
    int done = run(plan, world, sweep, grids);
    if (wanted)
        vl_sweep_plan_add_reactions(plan, p->inverse_mass, world->reaction, NULL);
    return done;
}
