// All rods and strings at once: Newton's method on their multipliers, link_block.c. Of a chain the
// matrix has three diagonals, and the cost of a step is linear in the links.

#include "physics/math/sparse.h"
#include "physics/model/model.h"
#include "physics/solvers/newton/newton.h"
#include "physics/solvers/solvers.h"

#include <stddef.h>

static const double finest = 1e-12;

static void *create(const vl_world *world)
{
    return vl_block_create(world);
}

static void free_memory(void *memory)
{
    vl_block_free(memory);
}

bool vl_direct_is_tridiagonal(const vl_world *world)
{
    return vl_block_is_path(world);
}

static const char *refuses(const vl_world *world)
{
    if (vl_sparse_available() || vl_block_is_path(world))
        return NULL;
    return "the solver 'direct' needs CHOLMOD, which this build is without, for links that branch "
           "or close a ring";
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
               "tridiagonal system for chains, a sparse one (CHOLMOD) for everything else",
    .compliant = true,
    .global = true,
    .ignores_order = true,
    .can_fail = {[VL_DIRECTION_NEW] = true, [VL_DIRECTION_OLD] = true},
    .refuses = refuses,
    .create = create,
    .free = free_memory,
    .solve = solve,
    .solve_fallback = solve_fallback,
};
