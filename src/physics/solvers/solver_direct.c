// Newton's method on the multipliers of all rods and strings together (newton/). The matrix of a
// chain is tridiagonal, and the cost of a step is linear in the links.

#include "physics/model/model.h"
#include "physics/solvers/newton/newton.h"
#include "physics/solvers/solvers.h"

static const double finest = 1e-12;

typedef struct direct {
    vl_block *block;
    void *sweeps; // the memory of relaxation
} direct;

static void *create(vl_arena *arena, const vl_world *world)
{
    direct *own = vl_arena_take(arena, 1, sizeof *own);
    own->block = vl_block_create(arena, world);
    own->sweeps = vl_solver_relax.create(arena, world);
    return own;
}

// A net without a matrix is left to sweeps.
static vl_solve solve(vl_world *world, void *memory, double h)
{
    const direct *own = memory;
    const vl_solver_settings *settings = &world->solver;
    double tolerance = settings->tolerance > 0 ? settings->tolerance : finest;
    vl_block_begin(own->block, world, h);
    bool sweeps = !vl_block_has_matrix(own->block);
    vl_solve solve = sweeps ? vl_solver_relax.solve(world, own->sweeps, h)
                            : vl_block_solve(own->block, world, settings->iterations, tolerance);
    solve.measured = true;
    solve.residual = sweeps ? vl_block_residual(own->block, world) : solve.residual;
    solve.unconverged |= (sweeps || settings->tolerance > 0) && solve.residual > tolerance;
    return solve;
}

// A path along the new direction; where that fails, and for a net, sweeps with stiff links.
static vl_solve solve_fallback(vl_world *world, void *memory, double h)
{
    const direct *own = memory;
    vl_block_begin(own->block, world, h);
    vl_solve solve = vl_block_project(own->block, world, world->solver.iterations);
    if (!solve.solved)
        solve.sweeps = vl_solver_relax.solve_fallback(world, own->sweeps, h).sweeps;
    solve.residual = vl_block_residual(own->block, world);
    return solve;
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
