#include "physics/sweeps.h"

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

vl_sweep vl_sweeps_over(const vl_world *world, vl_sweep_function *function)
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
        vl_sweep_gathered(sweep, &index, 1, sweep->links->kind[index], NULL);
}

static void sweep_link_by_link(const vl_sweep *sweep, vl_sweep_order order, bool backwards)
{
    const vl_links *links = sweep->links;
    for (int i = 0; i < links->count; i++) {
        int at = backwards ? links->count - 1 - i : i;
        sweep_link(sweep, order == VL_ORDER_COLOURED ? at : links->listed[at]);
    }
}

// All threads of a team together, or one alone.
static int sweep_until_done(const vl_sweeps *sweeps, const vl_world *world, const vl_sweep *sweep)
{
    const vl_solver_settings *settings = &world->solver;
    vl_sweep measure = vl_sweeps_over(world, sweeps->kernel->measure);
    bool planned =
        (settings->order == VL_ORDER_COLOURED) == (sweeps->plan->order == VL_ORDER_COLOURED);
    int done = 0;
    for (; done < settings->iterations; done++) {
        bool backwards = settings->order == VL_ORDER_CRISS_CROSS && done % 2;
        if (settings->tolerance > 0 &&
            vl_sweep_plan_measure(sweeps->plan, &measure) <= settings->tolerance)
            break;
        if (planned) {
            vl_sweep_plan_run(sweeps->plan, sweep, backwards);
        } else {
#pragma omp single
            sweep_link_by_link(sweep, settings->order, backwards);
        }
    }
    return done;
}

int vl_sweeps_run(const vl_sweeps *sweeps, const vl_world *world, const vl_sweep *sweep)
{
    int done = 0;
    if (sweeps->plan->parts == 1)
        return sweep_until_done(sweeps, world, sweep);
#pragma omp parallel num_threads(sweeps->plan->parts)
    {
        int mine = sweep_until_done(sweeps, world, sweep);
#pragma omp single
        done = mine;
    }
    return done;
}
