// Extended position-based dynamics: sweeps over links whose compliance does not depend on the
// number of sweeps and the length of the step. Macklin, Müller, Chentanez, "XPBD: position-based
// simulation of compliant constrained dynamics", 2016, equation 18, in sweep_kernel.c. Each link
// has a multiplier, reset in each substep.
//
// Rods without compliance are moved exactly as `relax` moves them. Strings are not: XPBD can undo a
// too large correction of a string by its multiplier, which relaxation cannot.

#include "physics/solvers/solvers.h"
#include "physics/solvers/sweep/sweep.h"

#include <string.h>

typedef struct xpbd {
    vl_sweep_plan *plan;
    double *compliance_per_dt2, *lambda; // as in vl_sweep
} xpbd;

static void *create(vl_arena *arena, const vl_world *world)
{
    size_t count = (size_t)world->links.hard_count;
    xpbd *own = vl_arena_take(arena, 1, sizeof *own);
    own->plan = vl_sweeps_create(arena, world);
    own->compliance_per_dt2 = vl_arena_take(arena, count, sizeof *own->compliance_per_dt2);
    own->lambda = vl_arena_take(arena, count, sizeof *own->lambda);
    return own;
}

static vl_solve solve(vl_world *world, void *memory, double h)
{
    xpbd *own = memory;
    int count = world->links.hard_count;
    for (int i = 0; i < count; i++)
        own->compliance_per_dt2[i] = world->links.compliance[i] / (h * h);
    memset(own->lambda, 0, (size_t)count * sizeof *own->lambda);

    vl_sweep sweep = vl_sweeps_over(world, own->plan->kernel->compliant);
    sweep.compliance_per_dt2 = own->compliance_per_dt2;
    sweep.lambda = own->lambda;
    return vl_sweeps_run(own->plan, world, &sweep, NULL);
}

const vl_solver vl_solver_xpbd = {
    .name = "xpbd",
    .summary = "sweeps as those of relax over links that yield by their compliance, whatever the "
               "number of sweeps",
    .compliant = true,
    .new_direction_only = true,
    .create = create,
    .solve = solve,
};
