#include "physics/sweep.h"

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

// A string only pulls.
static double least_error(vl_link_kind kind)
{
    return kind == VL_STRING ? 0 : -HUGE_VAL;
}

void vl_sweep_run(const vl_sweep *sweep, int first, int count, vl_link_kind kind, double *most)
{
    int a = sweep->links->from[first], b = sweep->links->to[first];
    vl_sweep_ends ends = {
        .a_inverse_mass = sweep->inverse_mass + a,
        .b_inverse_mass = sweep->inverse_mass + b,
        .length = sweep->links->length + first,
        .yield = sweep->yield ? sweep->yield + first : NULL,
        .pull = sweep->pull ? sweep->pull + first : NULL,
        .most = most,
        .least = least_error(kind),
        .relaxation = sweep->relaxation,
        .count = count,
    };
    for (int axis = 0; axis < VL_AXES; axis++) {
        ends.a[axis] = sweep->x[axis] + a;
        ends.b[axis] = sweep->x[axis] + b;
        ends.a_old[axis] = sweep->x_old ? sweep->x_old[axis] + a : NULL;
        ends.b_old[axis] = sweep->x_old ? sweep->x_old[axis] + b : NULL;
    }
    sweep->function(&ends);
}

// Links whose ends lie apart are copied together, corrected there, and copied back.
enum { BLOCK = 64 };

typedef struct gathered {
    double a[VL_AXES][BLOCK], b[VL_AXES][BLOCK], a_old[VL_AXES][BLOCK], b_old[VL_AXES][BLOCK];
    double a_inverse_mass[BLOCK], b_inverse_mass[BLOCK], length[BLOCK], yield[BLOCK], pull[BLOCK];
} gathered;

static void gather_ends(const vl_sweep *sweep, const int *indices, int count, gathered *block)
{
    const int *from = sweep->links->from, *to = sweep->links->to;
    const double *x = sweep->x[0], *y = sweep->x[1], *z = sweep->x[2];
    for (int k = 0; k < count; k++) {
        int i = from[indices[k]], j = to[indices[k]];
        block->a[0][k] = x[i];
        block->a[1][k] = y[i];
        block->a[2][k] = z[i];
        block->b[0][k] = x[j];
        block->b[1][k] = y[j];
        block->b[2][k] = z[j];
        block->a_inverse_mass[k] = sweep->inverse_mass[i];
        block->b_inverse_mass[k] = sweep->inverse_mass[j];
        block->length[k] = sweep->links->length[indices[k]];
    }
}

static void gather_more(const vl_sweep *sweep, const int *indices, int count, gathered *block)
{
    const int *from = sweep->links->from, *to = sweep->links->to;
    for (int axis = 0; sweep->x_old && axis < VL_AXES; axis++)
        for (int k = 0; k < count; k++) {
            block->a_old[axis][k] = sweep->x_old[axis][from[indices[k]]];
            block->b_old[axis][k] = sweep->x_old[axis][to[indices[k]]];
        }
    for (int k = 0; sweep->pull && k < count; k++) {
        block->yield[k] = sweep->yield[indices[k]];
        block->pull[k] = sweep->pull[indices[k]];
    }
}

static void scatter(const vl_sweep *sweep, const int *indices, int count, const gathered *block)
{
    const int *from = sweep->links->from, *to = sweep->links->to;
    double *x = sweep->x[0], *y = sweep->x[1], *z = sweep->x[2];
    for (int k = 0; k < count; k++) {
        int i = from[indices[k]], j = to[indices[k]];
        x[i] = block->a[0][k];
        y[i] = block->a[1][k];
        z[i] = block->a[2][k];
        x[j] = block->b[0][k];
        y[j] = block->b[1][k];
        z[j] = block->b[2][k];
    }
    for (int k = 0; sweep->pull && k < count; k++)
        sweep->pull[indices[k]] = block->pull[k];
}

static void sweep_block(const vl_sweep *sweep, const int *indices, int count, vl_link_kind kind,
                        double *most)
{
    gathered block;
    vl_sweep_ends ends = {
        .a_inverse_mass = block.a_inverse_mass,
        .b_inverse_mass = block.b_inverse_mass,
        .length = block.length,
        .yield = block.yield,
        .pull = block.pull,
        .most = most,
        .least = least_error(kind),
        .relaxation = sweep->relaxation,
        .count = count,
    };
    for (int axis = 0; axis < VL_AXES; axis++) {
        ends.a[axis] = block.a[axis];
        ends.b[axis] = block.b[axis];
        ends.a_old[axis] = block.a_old[axis];
        ends.b_old[axis] = block.b_old[axis];
    }
    gather_ends(sweep, indices, count, &block);
    gather_more(sweep, indices, count, &block);
    sweep->function(&ends);
    if (!most)
        scatter(sweep, indices, count, &block);
}

void vl_sweep_gathered(const vl_sweep *sweep, const int *indices, int count, vl_link_kind kind,
                       double *most)
{
    for (int k = 0; k < count; k += BLOCK) {
        int rest = count - k;
        sweep_block(sweep, indices + k, rest < BLOCK ? rest : BLOCK, kind, most);
    }
}
