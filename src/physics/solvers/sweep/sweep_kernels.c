#include "physics/solvers/sweep/sweep_kernel.h"

#ifdef VL_SWEEP_X86
extern const vl_sweep_kernel vl_sweep_kernel_avx512, vl_sweep_kernel_avx2;
#endif
extern const vl_sweep_kernel vl_sweep_kernel_baseline;

const vl_sweep_kernel *const vl_sweep_kernels[] = {
#ifdef VL_SWEEP_X86
    &vl_sweep_kernel_avx512,
    &vl_sweep_kernel_avx2,
#endif
    &vl_sweep_kernel_baseline,
};
const int vl_sweep_kernel_count = sizeof vl_sweep_kernels / sizeof *vl_sweep_kernels;

bool vl_sweep_kernel_runs(const vl_sweep_kernel *kernel)
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

const vl_sweep_kernel *vl_sweep_kernel_best(void)
{
    int i = 0;
    while (!vl_sweep_kernel_runs(vl_sweep_kernels[i]))
        i++;
    return vl_sweep_kernels[i];
}
