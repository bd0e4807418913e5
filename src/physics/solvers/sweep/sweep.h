#pragma once
/// Gauss-Seidel sweeps over the links, in the order of the settings, until all strains are within
/// the tolerance, for `relax` and `xpbd`.
///
/// sweep_kernel.h has the corrections of links, in vector code of several widths; sweep_plan.h cuts
/// a sweep into pieces for vector code, cache and cores without changing its bits; grids.h has the
/// coarser grids of `relax`. The room knows the model and the math, and no solver.

#include "base/text.h"
#include "physics/model/model.h"
#include "physics/solvers/sweep/grids.h"
#include "physics/solvers/sweep/sweep_plan.h"

/// Makes a plan for the present links of the world, its order, its threads and its kernel.
vl_sweep_plan *vl_sweeps_create(vl_arena *arena, const vl_world *world);

/// A sweep that applies `function` to each link of the world.
vl_sweep vl_sweeps_over(const vl_world *world, vl_sweep_function function);

/// Sweeps until all strains are within the world's tolerance, but at most its number of iterations.
/// Returns how many, and whether they missed a tolerance. Each sweep goes through `grids` first,
/// which may be NULL.
vl_solve vl_sweeps_run(vl_sweep_plan *plan, vl_world *world, const vl_sweep *sweep,
                       vl_grids *grids);

/// As vl_solver_add_instruction_sets().
void vl_sweeps_add_instruction_sets(vl_text *text);
