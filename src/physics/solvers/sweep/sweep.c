#include "physics/solvers/sweep/sweep.h"

#include <stddef.h>

#ifdef _OPENMP
#include <omp.h>
#endif

// Threads that a world may use.
static int thread_count(const vl_world *world)
{
#ifdef _OPENMP
    return world->threads > 0 ? world->threads : omp_get_num_procs();
#else
    return 1;
#endif
}

void vl_sweeps_create(vl_sweeps *sweeps, const vl_world *world)
{
    *sweeps = (vl_sweeps){
        .kernel = world->sweep_kernel ? world->sweep_kernel : vl_sweep_kernel_best(),
        .plan = vl_sweep_plan_create(&world->links, world->particles.count, world->solver.order,
                                     thread_count(world)),
    };
}

void vl_sweeps_free(vl_sweeps *sweeps)
{
    vl_sweep_plan_free(sweeps->plan);
}

vl_sweep vl_sweeps_over(const vl_world *world, vl_sweep_function function)
{
    return (vl_sweep){
        .function = function,
        .links = &world->links,
        .x = world->particles.x,
        .inverse_mass = world->particles.inverse_mass,
        .relaxation = world->solver.relaxation,
    };
}

static void sweep_link(const vl_sweep *sweep, int index)
{
    if (index < sweep->links->hard_count)
        vl_sweep_few(sweep, &index, 1, sweep->links->kind[index], NULL);
}

static void sweep_link_by_link(const vl_sweep *sweep, vl_sweep_order order, bool backwards)
{
    const vl_links *links = sweep->links;
    for (int i = 0; i < links->count; i++) {
        int at = backwards ? links->count - 1 - i : i;
        sweep_link(sweep, order == VL_ORDER_COLOURED ? at : links->listed[at]);
    }
}

static bool within_tolerance(const vl_sweeps *sweeps, const vl_world *world, bool planned)
{
    const vl_links *links = &world->links;
    double largest, rms;
    if (planned) {
        vl_sweep measure = vl_sweeps_over(world, sweeps->kernel->measure);
        largest = vl_sweep_plan_measure(sweeps->plan, &measure);
    } else {
        vl_links_stretch(links, &world->particles, 0, links->hard_count, &largest, &rms);
    }
    return largest <= world->solver.tolerance;
}

// From sweep `done` on, but not beyond `end`; where it ended. All threads of a team together, or
// one alone.
static int sweep_until_done(const vl_sweeps *sweeps, const vl_world *world, const vl_sweep *sweep,
                            int done, int end)
{
    const vl_solver_settings *settings = &world->solver;
    bool planned =
        (settings->order == VL_ORDER_COLOURED) == (sweeps->plan->order == VL_ORDER_COLOURED);
    if (planned)
        vl_sweep_plan_begin(sweeps->plan, sweep);
    for (; done < end; done++) {
        bool backwards = settings->order == VL_ORDER_CRISS_CROSS && done % 2;
        if (settings->tolerance > 0 && within_tolerance(sweeps, world, planned))
            break;
        if (planned) {
            vl_sweep_plan_run(sweeps->plan, sweep, backwards);
        } else {
            // nobody writes while another still measures
#pragma omp barrier
#pragma omp single
            sweep_link_by_link(sweep, settings->order, backwards);
        }
    }
    if (planned)
        vl_sweep_plan_end(sweeps->plan, sweep);
    return done;
}

static int sweep_from_to(const vl_sweeps *sweeps, const vl_world *world, const vl_sweep *sweep,
                         int first, int end)
{
    int done = first;
    if (sweeps->plan->parts == 1)
        return sweep_until_done(sweeps, world, sweep, first, end);
#pragma omp parallel num_threads(sweeps->plan->parts)
    {
        int mine = sweep_until_done(sweeps, world, sweep, first, end);
#pragma omp single
        done = mine;
    }
    return done;
}

static bool starts_within_tolerance(const vl_sweeps *sweeps, const vl_world *world,
                                    const vl_sweep *sweep)
{
    if (!(world->solver.tolerance > 0))
        return false;
    vl_sweep_plan_begin(sweeps->plan, sweep);
    return within_tolerance(sweeps, world, true);
}

int vl_sweeps_run(const vl_sweeps *sweeps, vl_world *world, const vl_sweep *sweep, vl_grids *grids)
{
    int iterations = world->solver.iterations;
    if (!grids)
        return sweep_from_to(sweeps, world, sweep, 0, iterations);
    if (starts_within_tolerance(sweeps, world, sweep))
        return 0;
    for (int done = 0; done < iterations; done++) {
        vl_grids_pass(grids, world);
        if (sweep_from_to(sweeps, world, sweep, done, done + 1) == done)
            return done;
    }
    return iterations;
}
