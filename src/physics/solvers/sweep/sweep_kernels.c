#include "physics/solvers/sweep/sweep.h"
#include "physics/solvers/sweep/sweep_kernel.h"

#ifdef VL_SWEEP_X86
extern const vl_sweep_kernel vl_sweep_kernel_avx512, vl_sweep_kernel_avx2;
#endif
extern const vl_sweep_kernel vl_sweep_kernel_baseline;

static const vl_sweep_kernel *const kernels[] = {
#ifdef VL_SWEEP_X86
    &vl_sweep_kernel_avx512,
    &vl_sweep_kernel_avx2,
#endif
    &vl_sweep_kernel_baseline,
    NULL,
};

static bool runs_here(const vl_sweep_kernel *kernel)
{
#ifdef VL_SWEEP_X86
    if (kernel == &vl_sweep_kernel_avx512)
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl");
    if (kernel == &vl_sweep_kernel_avx2)
        return __builtin_cpu_supports("avx2");
#endif
    return true;
}

// A processor that can run one of them can run those behind it.
const vl_sweep_kernel *const *vl_sweep_kernels(void)
{
    int widest = 0;
    while (!runs_here(kernels[widest]))
        widest++;
    return &kernels[widest];
}

void vl_sweeps_add_instruction_sets(vl_text *text)
{
    for (int i = 0; kernels[i]; i++)
        vl_text_add(text, "%s%s", i ? ", " : "", kernels[i]->name);
    const vl_sweep_kernel *const *usable = vl_sweep_kernels();
    if (*usable) // there is always one
        vl_text_add(text, "; here %s", (*usable)->name);
}
