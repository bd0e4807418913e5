#include "physics/integrators/integrators.h"

#include "physics/math/sparse.h"

#include <string.h>

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
    for (int i = 0; i < vl_integrator_count; i++)
        if (strcmp(vl_integrators[i]->name, name) == 0)
            return vl_integrators[i];
    return NULL;
}

bool vl_integrator_same_step(const vl_integrator *a, const vl_integrator *b)
{
    return a->move == b->move && a->begin == b->begin && a->finish == b->finish;
}

const char *vl_integrator_lacks(const vl_integrator *integrator)
{
    bool here = !integrator->implicit || vl_sparse_available();
    return here ? NULL : "CHOLMOD, which this program was built without (option 'sparse')";
}
