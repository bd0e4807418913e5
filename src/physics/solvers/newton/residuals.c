// Directions, residuals and strains of the links of a block.

#include "physics/math/axes.h"
#include "physics/solvers/newton/block.h"

#include <math.h>

void vl_block_gather(const vl_block *block, double *const to[VL_AXES], double *const from[VL_AXES])
{
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int n = 0; n < block->nodes; n++)
            to[axis][n] = from[axis][block->slot[n]];
}

// There is no branch, so that the compiler makes vector code. (The loops have more arrays than it
// checks for overlap; the pragmas say that there is none.)
static inline void find_residuals(const vl_block *block, bool path, bool by_force)
{
    const double *x = block->x[0], *y = block->x[1], *z = block->x[2];
    const double *fx = block->force[0], *fy = block->force[1], *fz = block->force[2];
    double *restrict ux = block->u[0], *restrict uy = block->u[1], *restrict uz = block->u[2];
    double *restrict distance = block->distance, *restrict lambda = block->lambda;
    double *restrict residual = block->residual;
    const double *length = block->length, *compliance = block->compliance_per_dt2;
#pragma omp simd
    for (int k = 0; k < block->rows; k++) {
        int a = path ? k : block->from[k], b = path ? k + 1 : block->to[k];
        double dx = x[b] - x[a], dy = y[b] - y[a], dz = z[b] - z[a];
        double size = sqrt(dx * dx + dy * dy + dz * dz);
        double inverse = size > 0 ? 1 / size : 0;
        ux[k] = dx * inverse;
        uy[k] = dy * inverse;
        uz[k] = dz * inverse;
        distance[k] = size;
        if (by_force)
            lambda[k] = fx[k] * ux[k] + fy[k] * uy[k] + fz[k] * uz[k];
        residual[k] = size - length[k] - compliance[k] * lambda[k];
    }
}

// A string is active when it is too long, or has had tension and may become slack; a link without a
// direction is not.
static void choose_active(const vl_block *block)
{
    double *restrict active = block->active, *restrict residual = block->residual;
    const double *lambda = block->lambda, *distance = block->distance;
    const double *is_string = block->is_string, *movable = block->movable;
#pragma omp simd
    for (int k = 0; k < block->rows; k++) {
        double slack = residual[k] > 0 ? 0 : is_string[k];
        slack = lambda[k] > 0 ? 0 : slack;
        double acts = distance[k] > 0 ? movable[k] : 0;
        residual[k] = slack > 0 ? 0 : residual[k];
        active[k] = slack > 0 ? 0 : acts;
    }
}

void vl_block_find_residuals(vl_block *block, bool by_force)
{
    if (by_force)
        find_residuals(block, true, true);
    else if (block->path)
        find_residuals(block, true, false);
    else
        find_residuals(block, false, false);
    choose_active(block);
}
