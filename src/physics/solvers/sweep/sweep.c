#include "physics/solvers/sweep/sweep.h"

#include "base/interrupt.h"

#include <math.h>
#include <stddef.h>

#ifdef _OPENMP
#include <omp.h>
#endif

static const double work_of_link = 0.2;  // of a sweep, as vl_interrupted() counts it
static const double grids_per_sweep = 4; // a pass over all coarser grids is as long as some sweeps

// Threads that a world may use.
static int thread_count(const vl_world *world)
{
#ifdef _OPENMP
    return world->threads > 0 ? world->threads : omp_get_num_procs();
#else
    return 1;
#endif
}

vl_sweep_plan *vl_sweeps_create(vl_arena *arena, const vl_world *world)
{
    return vl_sweep_plan_create(arena, world->sweep_kernel, &world->links, world->particles.count,
                                world->solver.order, thread_count(world));
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
// Called by all threads of a team, or by one alone.
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

static int sweep_from_to(const vl_sweep_plan *plan, const vl_world *world, const vl_sweep *sweep,
                         int first, int end)
{
    int done = first;
    if (plan->parts == 1)
        return sweep_until_done(plan, world, sweep, first, end);
#pragma omp parallel num_threads(plan->parts)
    {
        int mine = sweep_until_done(plan, world, sweep, first, end);
#pragma omp single
        done = mine;
    }
    return done;
}

static bool starts_within_tolerance(const vl_sweep_plan *plan, const vl_world *world,
                                    const vl_sweep *sweep)
{
    if (!(world->solver.tolerance > 0))
        return false;
    vl_sweep_plan_begin(plan, sweep);
    return within_tolerance(plan, world);
}

// Sweeps in pieces of some milliseconds, so that a solve can be interrupted: the threads of a team
// do not ask.
static int sweep_in_pieces(const vl_sweep_plan *plan, const vl_world *world, const vl_sweep *sweep)
{
    const double most = 4e6; // links
    int iterations = world->solver.iterations, links = world->links.hard_count, done = 0;
    int piece = links > 0 && most / links < iterations ? (int)fmax(1, most / links) : iterations;
    while (done < iterations) {
        int end = iterations - done > piece ? done + piece : iterations;
        int reached = sweep_from_to(plan, world, sweep, done, end);
        if (vl_interrupted(work_of_link * (reached - done) * links) || reached < end)
            return reached;
        done = end;
    }
    return done;
}

static int run(const vl_sweep_plan *plan, vl_world *world, const vl_sweep *sweep, vl_grids *grids)
{
    int iterations = world->solver.iterations;
    if (!grids)
        return sweep_in_pieces(plan, world, sweep);
    if (starts_within_tolerance(plan, world, sweep))
        return 0;
    for (int done = 0; done < iterations; done++) {
        vl_grids_pass(grids, world);
        if (sweep_from_to(plan, world, sweep, done, done + 1) == done ||
            vl_interrupted(grids_per_sweep * work_of_link * world->links.hard_count))
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
