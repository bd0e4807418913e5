#include "physics/integrators/integrators.h"

#include "base/names.h"

#define VL_ROW(name) extern const vl_integrator vl_integrator_##name;
#include "physics/integrators/integrator_list.inc"
#undef VL_ROW

#define VL_ROW(name) &vl_integrator_##name,
const vl_integrator *const vl_integrators[] = {
#include "physics/integrators/integrator_list.inc"
};
#undef VL_ROW

const int vl_integrator_count = sizeof vl_integrators / sizeof *vl_integrators;

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
