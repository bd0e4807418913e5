#pragma once
/// What the solvers that sweep over the links share: a plan, the kernel, threads, the end.

#include "physics/model/model.h"
#include "physics/solvers/sweep/grids.h"
#include "physics/solvers/sweep/sweep_plan.h"

typedef struct vl_sweeps {
    const vl_sweep_kernel *kernel;
    vl_sweep_plan *plan;
} vl_sweeps;

/// For the links of the world as they are, its order, its threads and its kernel.
void vl_sweeps_create(vl_sweeps *sweeps, const vl_world *world);

void vl_sweeps_free(vl_sweeps *sweeps);

/// A sweep over the world's links that does `function` to each.
vl_sweep vl_sweeps_over(const vl_world *world, vl_sweep_function function);

/// Sweeps in the world's order until all is within its tolerance, but no more than its iterations.
/// Returns how many. The order may have changed since the plan was made: then link by link.
/// With `grids`, which may be NULL, each sweep goes through them first.
int vl_sweeps_run(const vl_sweeps *sweeps, vl_world *world, const vl_sweep *sweep, vl_grids *grids);
