// Newton's method on the multipliers of all rods and strings together (newton/). The matrix of a
// chain is tridiagonal, and the cost of a step is linear in the links.

#include "physics/model/model.h"
#include "physics/solvers/newton/newton.h"
#include "physics/solvers/solvers.h"

static const double finest = 1e-12;

static void *create(vl_arena *arena, const vl_world *world)
{
    return vl_block_create(arena, world);
}

static vl_solve solve(vl_world *world, void *memory, double h)
{
    const vl_solver_settings *settings = &world->solver;
    vl_block_begin(memory, world, h);
    return vl_block_solve(memory, world, settings->iterations,
                          settings->tolerance > 0 ? settings->tolerance : finest);
}

static vl_solve solve_fallback(vl_world *world, void *memory, double h)
{
    vl_block_begin(memory, world, h);
    return vl_block_solve_fallback(memory, world, world->solver.iterations);
}

const vl_solver vl_solver_direct = {
    .name = "direct",
    .summary = "Newton's method on all links at once, along the new or the old direction: a "
               "tridiagonal system for chains, a sparse one for everything else",
    .compliant = true,
    .global = true,
    .ignores_order = true,
    .can_fail = {[VL_DIRECTION_NEW] = true, [VL_DIRECTION_OLD] = true},
    .create = create,
    .solve = solve,
    .solve_fallback = solve_fallback,
};
