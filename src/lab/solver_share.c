#include "lab/solver_share.h"

#include "physics/solvers/solvers.h"

#include <math.h>

static const double least_share = 0.05; // of 100 %

bool vl_solver_shows_methods(const vl_solver_settings *solver)
{
    return solver->method->global && solver->direction == VL_DIRECTION_OLD;
}

// Frames, policies and starts may differ, too: what the solver does is still more than what the
// methods do.
static bool differ_in_method(const vl_lab *lab)
{
    const vl_world *first = lab->runs[0].world;
    bool same_solver = true, same_method = true;
    for (int i = 1; i < lab->count; i++) {
        const vl_world *world = lab->runs[i].world;
        same_solver = same_solver && vl_solver_same_settings(&first->solver, &world->solver);
        same_method = same_method && first->integrator == world->integrator;
    }
    return same_solver && !same_method;
}

bool vl_lab_solver_hides(const vl_lab *lab, bool was)
{
    const vl_world *world = lab->runs[0].world;
    double share = HUGE_VAL, links = HUGE_VAL, method = 0, half = was ? 0.5 : 1;
    if (world->links.hard_count == 0 || vl_solver_shows_methods(&world->solver) ||
        !differ_in_method(lab))
        return false;
    for (int i = 0; i < lab->count; i++) {
        const vl_lab_run *r = &lab->runs[i];
        double did = fabs(r->shown.ledger[VL_CAUSE_LINKS]);
        double own = fabs(r->shown.ledger[VL_CAUSE_INTEGRATOR]);
        if (r->world->now.diverged || !isfinite(did) || !isfinite(own) ||
            !(r->reference.scale.joule > 0))
            return false;
        links = fmin(links, did);
        method = fmax(method, own);
        share = fmin(share, vl_energy_scale_share(&r->reference.scale, did));
    }
    return links > half * method && share > half * least_share;
}
