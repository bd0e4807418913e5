#include "physics/solvers/sweep/sweep.h"

#include <math.h>
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

static bool within_tolerance(const vl_world *world)
{
    double tolerance = world->solver.tolerance, largest = HUGE_VAL, rms;
    if (tolerance > 0)
        vl_links_stretch(&world->links, &world->particles, world->links.hard_count, tolerance,
                         &largest, &rms);
    return largest <= tolerance;
}

// Sweeps from number `done` until all is within the tolerance, or to `end`; returns where it ended.
static int sweep_until_done(const vl_sweep_plan *plan, const vl_world *world, const vl_sweep *sweep,
                            int done, int end)
{
    const bool criss_cross = world->solver.order == VL_ORDER_CRISS_CROSS;
    while (done < end && !within_tolerance(world)) {
        int next = world->solver.tolerance > 0 ? done + 1 : end; // where strains are found
        vl_sweep_plan_begin(plan, sweep);
        for (; done < next; done++)
            vl_sweep_plan_run(plan, sweep, criss_cross && done % 2);
        vl_sweep_plan_end(plan, sweep);
    }
    return done;
}

static int run(const vl_sweep_plan *plan, vl_world *world, const vl_sweep *sweep, vl_grids *grids)
{
    int iterations = world->solver.iterations;
    if (!grids)
        return sweep_until_done(plan, world, sweep, 0, iterations);
    int done = 0;
    for (bool more = !within_tolerance(world); more && done < iterations; done += more) {
        vl_grids_pass(grids, world);
        more = sweep_until_done(plan, world, sweep, done, done + 1) > done;
    }
    return done;
}

vl_solve vl_sweeps_run(vl_sweep_plan *plan, vl_world *world, const vl_sweep *sweep, vl_grids *grids)
{
    const double *inverse_mass = world->particles.inverse_mass;
    bool wanted = vl_world_wants_reactions(world);
    if (wanted)
        vl_sweep_plan_record(plan, &world->links, inverse_mass);
    int done = run(plan, world, sweep, grids);
    if (wanted)
        vl_sweep_plan_add_reactions(plan, inverse_mass, world->reaction, NULL);
    // of what gives way its strain is no measure
    bool asked = world->solver.tolerance > 0 && done == world->solver.iterations;
    for (int i = 0; sweep->compliance_per_dt2 && i < world->links.hard_count; i++)
        asked &= world->links.compliance[i] <= 0;
    return (vl_solve){done, true, .unconverged = asked && !within_tolerance(world)};
}
