#include "physics/solvers/solvers.h"

#include "physics/model/model.h"
#include "physics/solvers/newton/newton.h"
#include "physics/solvers/sweep/sweep.h"

const vl_solver *const vl_solvers[] = {
    &vl_solver_relax,
    &vl_solver_xpbd,
    &vl_solver_direct,
    &vl_solver_clusters,
};
const int vl_solver_count = sizeof vl_solvers / sizeof *vl_solvers;
const char *const vl_sweep_order_names[3] = {"listed", "criss-cross", "coloured"};
const char *const vl_direction_names[2] = {"new", "old"};
const char *const vl_direction_keeps[2] = {"momentum", "momentum, angular momentum"};

bool vl_direct_is_tridiagonal(const vl_world *world)
{
    return vl_block_is_path(world);
}

const char *vl_solver_grids_need(const vl_solver_settings *settings)
{
    bool used = settings->method->uses_grids && settings->direction == VL_DIRECTION_NEW;
    return used ? NULL : "coarser grids need the solver relax and the direction new";
}

const char *vl_solver_sweeps_need(const vl_solver_settings *settings)
{
    return settings->method->ignores_order
               ? "it needs a solver that sweeps over the links: relax or xpbd"
               : NULL;
}

const char *vl_solver_refuses(const vl_world *world, const vl_solver_settings *settings)
{
    bool soft = false;
    for (int k = 0; k < world->links.hard_count; k++)
        soft = soft || world->links.compliance[k] > 0;
    if (!settings->method->compliant && soft)
        return "this solver holds every link stiff, and links of this scene have a compliance: "
               "take xpbd, direct or clusters";
    if (settings->method->new_direction_only && settings->direction == VL_DIRECTION_OLD)
        return "this solver corrects links along the direction in which they lie now: take the "
               "direction new with it";
    return NULL;
}

vl_solver_settings vl_solver_defaults(void)
{
    return (vl_solver_settings){
        .method = &vl_solver_relax,
        .order = VL_ORDER_COLOURED,
        .iterations = 16,
        .substeps = 1,
        .relaxation = 1,
    };
}

bool vl_solver_same_settings(const vl_solver_settings *a, const vl_solver_settings *b)
{
    return a->method == b->method && a->order == b->order && a->direction == b->direction &&
           a->iterations == b->iterations && a->tolerance == b->tolerance &&
           a->substeps == b->substeps && a->relaxation == b->relaxation && a->grids == b->grids;
}

// --- what this build has ---

void vl_solver_add_instruction_sets(vl_text *text)
{
    vl_sweeps_add_instruction_sets(text);
}
