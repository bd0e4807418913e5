#include "physics/solvers/sweep/sweep_kernel.h"

#include <math.h>
#include <stddef.h>

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

static double lower_bound_of(vl_link_kind kind)
{
    return kind == VL_STRING ? 0 : -HUGE_VAL;
}

void vl_sweep_run(const vl_sweep *sweep, const vl_sweep_row *rows, int count, vl_link_kind kind,
                  double *most)
{
    vl_sweep_rows all = {
        .rows = rows,
        .inverse_mass = sweep->inverse_mass,
        .length = sweep->links->length,
        .compliance_per_dt2 = sweep->compliance_per_dt2,
        .lambda = sweep->lambda,
        .most = most,
        .lower_bound = lower_bound_of(kind),
        .relaxation = sweep->relaxation,
        .count = count,
    };
    for (int axis = 0; axis < VL_AXES; axis++) {
        all.x[axis] = sweep->x[axis];
        all.x_old[axis] = sweep->x_old ? sweep->x_old[axis] : NULL;
    }
    sweep->function.rows(&all);
}

// --- links whose ends lie apart, in arrays by axis ---

enum { FEW = 16 };

static void write_point(double *const *x, int slot, const vl_sweep_point *point)
{
    vl_write(x, slot, (vl_vec3){point->x, point->y, point->z});
}

// Each link gets two points of its own.
static void sweep_few(const vl_sweep *sweep, const int *indices, vl_sweep_apart *apart)
{
    const int *from = sweep->links->from, *to = sweep->links->to;
    vl_sweep_point points[2 * FEW], old[2 * FEW];
    int first[FEW], second[FEW];
    double length[FEW];
    for (int k = 0; k < apart->count; k++) {
        int i = from[indices[k]], j = to[indices[k]];
        first[k] = 2 * k;
        second[k] = 2 * k + 1;
        length[k] = sweep->links->length[indices[k]];
        points[2 * k] = vl_sweep_read_point(sweep->x, sweep->inverse_mass, i);
        points[2 * k + 1] = vl_sweep_read_point(sweep->x, sweep->inverse_mass, j);
        if (sweep->x_old) {
            old[2 * k] = vl_sweep_read_point(sweep->x_old, sweep->inverse_mass, i);
            old[2 * k + 1] = vl_sweep_read_point(sweep->x_old, sweep->inverse_mass, j);
        }
    }
    apart->points = points;
    apart->old = old;
    apart->from = first;
    apart->to = second;
    apart->length = length;
    sweep->function.apart(apart);
    for (int k = 0; !apart->most && k < apart->count; k++) {
        write_point(sweep->x, from[indices[k]], &points[2 * k]);
        write_point(sweep->x, to[indices[k]], &points[2 * k + 1]);
    }
}

vl_sweep_apart vl_sweep_apart_of(const vl_sweep *sweep, const int *indices, int count,
                                 vl_link_kind kind, double *most)
{
    return (vl_sweep_apart){
        .indices = indices,
        .compliance_per_dt2 = sweep->compliance_per_dt2,
        .lambda = sweep->lambda,
        .most = most,
        .lower_bound = lower_bound_of(kind),
        .relaxation = sweep->relaxation,
        .count = count,
    };
}

void vl_sweep_few(const vl_sweep *sweep, const int *indices, int count, vl_link_kind kind,
                  double *most)
{
    for (int k = 0; k < count; k += FEW) {
        int few = count - k < FEW ? count - k : FEW;
        vl_sweep_apart apart = vl_sweep_apart_of(sweep, indices + k, few, kind, most);
        sweep_few(sweep, indices + k, &apart);
    }
}
