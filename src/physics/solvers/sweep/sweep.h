#pragma once
/// The room of the sweeps: Gauss-Seidel over the links, link by link in the order of the settings,
/// until all is within the tolerance. `relax` and `xpbd` are made of it.
///
/// sweep_kernel.h has what is done to a link, in vector code of several widths; sweep_plan.h cuts a
/// sweep into pieces for vector code, cache and cores without changing its bits; grids.h has the
/// coarser grids of `relax`. The room knows the model and the math, and no solver.

#include "physics/model/model.h"
#include "physics/solvers/sweep/grids.h"
#include "physics/solvers/sweep/sweep_plan.h"

/// A plan for the links of the world as they are, its order, its threads and its kernel.
vl_sweep_plan *vl_sweeps_create(const vl_world *world);

/// A sweep over the world's links that does `function` to each.
vl_sweep vl_sweeps_over(const vl_world *world, vl_sweep_function function);

/// Sweeps in the world's order until all is within its tolerance, but no more than its iterations.
/// Returns how many. With `grids`, which may be NULL, each sweep goes
/// through them first.
int vl_sweeps_run(const vl_sweep_plan *plan, vl_world *world, const vl_sweep *sweep,
                  vl_grids *grids);
