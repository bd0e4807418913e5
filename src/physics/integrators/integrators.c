#include "physics/integrators/integrators.h"

#include "base/names.h"

extern const vl_integrator vl_integrator_explicit_euler, vl_integrator_verlet, vl_integrator_tcv,
    vl_integrator_corrected_tcv, vl_integrator_semi_implicit_euler, vl_integrator_velocity_verlet,
    vl_integrator_leapfrog, vl_integrator_improved_euler, vl_integrator_midpoint, vl_integrator_rk4,
    vl_integrator_backward_euler, vl_integrator_implicit_midpoint, vl_integrator_boris;

// The one list of integrators, in the order of their keys.
const vl_integrator *const vl_integrators[] = {
    &vl_integrator_explicit_euler,
    &vl_integrator_verlet,
    &vl_integrator_tcv,
    &vl_integrator_corrected_tcv,
    &vl_integrator_semi_implicit_euler,
    &vl_integrator_velocity_verlet,
    &vl_integrator_leapfrog,
    &vl_integrator_improved_euler,
    &vl_integrator_midpoint,
    &vl_integrator_rk4,
    &vl_integrator_backward_euler,
    &vl_integrator_implicit_midpoint,
    &vl_integrator_boris,
};
const int vl_integrator_count = sizeof vl_integrators / sizeof *vl_integrators;
_Static_assert(sizeof vl_integrators <= VL_MOST_INTEGRATORS * sizeof *vl_integrators, "room");

const vl_integrator *vl_integrator_find(const char *name)
{
    return vl_names_find(VL_NAMES_OF_POINTERS(vl_integrators, vl_integrator_count, name), name);
}

int vl_integrator_index(const vl_integrator *integrator)
{
    int index = 0;
    while (vl_integrators[index] != integrator)
        index++;
    return index;
}

bool vl_integrator_same_step(const vl_integrator *a, const vl_integrator *b)
{
    return a->move == b->move && a->begin == b->begin && a->finish == b->finish;
}
