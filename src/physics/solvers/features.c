// What this build of the sweeps has.

#include "physics/solvers/solvers.h"
#include "physics/solvers/sweep/sweep.h"

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
    vl_sweeps_add_instruction_sets(text);
}
