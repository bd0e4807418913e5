// What this build of the sweeps has.

#include "physics/solvers/solvers.h"
#include "physics/solvers/sweep/sweep_kernel.h"

int vl_solver_openmp(void)
{
#ifdef _OPENMP
    return _OPENMP;
#else
    return 0;
#endif
}

void vl_solver_add_instruction_sets(vl_text *text)
{
    const vl_sweep_kernel *const *all = vl_sweep_kernels_built();
    for (int i = 0; all[i]; i++)
        vl_text_add(text, "%s%s", i ? ", " : "", all[i]->name);
    vl_text_add(text, "; here %s", (*vl_sweep_kernels())->name);
}
