// Relaxation: each link in turn is brought to its length by moving its ends in inverse proportion
// to their masses (Gauss-Seidel). Along its present direction: Jakobsen, "Advanced character
// physics", GDC 2001; along that at tₙ: SHAKE, Ryckaert, Ciccotti, Berendsen 1977. The formulas are
// in sweep_kernel.c.

#include "physics/solvers/solvers.h"
#include "physics/solvers/sweep/sweep.h"

#include <string.h>

typedef struct relaxation {
    vl_sweep_plan *plan;
    vl_grids *grids; // NULL without coarser grids
} relaxation;

static void *create(vl_arena *arena, const vl_world *world)
{
    const vl_solver_settings *settings = &world->solver;
    relaxation *own = vl_arena_take(arena, 1, sizeof *own);
    own->plan = vl_sweeps_create(arena, world);
    if (settings->grids > 0 && settings->direction == VL_DIRECTION_NEW)
        own->grids = vl_grids_create(arena, world, settings->grids);
    return own;
}

// Whether each link has its length, or an impulse along its direction at tₙ can bring it there. A
// link that is too short can always be made longer.
static bool all_have_solutions(const vl_world *world)
{
    const vl_particles *p = &world->particles;
    const vl_links *links = &world->links;
    double slack = world->solver.tolerance > 1e-9 ? world->solver.tolerance : 1e-9;
    for (int k = 0; k < links->hard_count; k++) {
        int i = links->from[k], j = links->to[k];
        vl_vec3 d = vl_sub(vl_read(p->x, j), vl_read(p->x, i));
        vl_vec3 old = vl_sub(vl_read(p->x_old, j), vl_read(p->x_old, i));
        double length = links->length[k], turned = vl_dot(d, old);
        double c = vl_dot(d, d) - length * length;
        bool reached = c <= 2 * slack * length * length;
        bool stuck = p->inverse_mass[i] + p->inverse_mass[j] == 0; // no solver changes its strain
        if (!stuck && !reached && !(turned > 0 && turned * turned >= vl_dot(old, old) * c))
            return false;
    }
    return true;
}

// Every link can be brought to its length along the new direction.
static vl_solve solve_fallback(vl_world *world, void *memory, double h)
{
    relaxation *own = memory;
    vl_sweep sweep = vl_sweeps_over(world, own->plan->kernel->along_new);
    return vl_sweeps_run(own->plan, world, &sweep, own->grids);
}

static vl_solve solve(vl_world *world, void *memory, double h)
{
    relaxation *own = memory;
    const vl_sweep_kernel *kernel = own->plan->kernel;
    bool old = world->solver.direction == VL_DIRECTION_OLD;
    vl_sweep sweep = vl_sweeps_over(world, old ? kernel->along_old : kernel->along_new);
    if (old)
        memcpy(sweep.x_old, world->particles.x_old, sizeof sweep.x_old);

    vl_solve solve = vl_sweeps_run(own->plan, world, &sweep, old ? NULL : own->grids);
    solve.solved = !old || all_have_solutions(world);
    return solve;
}

const vl_solver vl_solver_relax = {
    .name = "relax",
    .summary = "Gauss-Seidel sweeps over the links: listed, criss-cross or coloured order, a fixed "
               "number of sweeps or until a tolerance",
    .uses_grids = true,
    .can_fail = {[VL_DIRECTION_OLD] = true},
    .create = create,
    .solve = solve,
    .solve_fallback = solve_fallback,
};
