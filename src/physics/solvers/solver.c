#include "physics/model/model.h"
#include "physics/solvers/solvers.h"

#include <string.h>

#define VL_ROW(name) extern const vl_solver vl_solver_##name;
#include "physics/solvers/solver_list.inc"
#undef VL_ROW

#define VL_ROW(name) &vl_solver_##name,
const vl_solver *const vl_solvers[] = {
#include "physics/solvers/solver_list.inc"
};
#undef VL_ROW
const int vl_solver_count = sizeof vl_solvers / sizeof *vl_solvers;
const char *const vl_sweep_order_names[3] = {"listed", "criss-cross", "coloured"};
const char *const vl_direction_names[2] = {"new", "old"};

const vl_solver *vl_solver_find(const char *name)
{
    for (int i = 0; i < vl_solver_count; i++)
        if (strcmp(vl_solvers[i]->name, name) == 0)
            return vl_solvers[i];
    return NULL;
}

static bool gives_way(const vl_world *world)
{
    bool found = false;
    for (int k = 0; k < world->links.hard_count; k++)
        found = found || world->links.compliance[k] > 0;
    return found;
}

const char *vl_solver_refuses(const vl_world *world, const vl_solver_settings *settings)
{
    if (!settings->method->compliant && gives_way(world))
        return "this solver holds every link stiff, and links of this scene have a compliance: "
               "take xpbd, direct or clusters";
    if (settings->method->new_direction_only && settings->direction == VL_DIRECTION_OLD)
        return "this solver corrects links along the direction in which they lie now: take the "
               "direction new with it";
    return settings->method->refuses ? settings->method->refuses(world) : NULL;
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
