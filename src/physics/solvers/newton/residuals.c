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

// A string is active when it is too long, or has had tension and may become slack. There is no
// branch, so that the compiler makes vector code.
static inline void find_residuals(const vl_block *block, bool path)
{
    const double *x = block->x[0], *y = block->x[1], *z = block->x[2];
    double *restrict ux = block->u[0], *restrict uy = block->u[1], *restrict uz = block->u[2];
    double *restrict residual = block->residual, *restrict inverse_reach = block->inverse_reach;
    double *restrict active = block->active;
    const double *length = block->length, *inverse_length = block->inverse_length;
    const double *compliance = block->compliance_per_dt2, *lambda = block->lambda;
    const double *is_string = block->is_string, *movable = block->movable;
    for (int k = 0; k < block->rows; k++) {
        int a = path ? k : block->from[k], b = path ? k + 1 : block->to[k];
        double dx = x[b] - x[a], dy = y[b] - y[a], dz = z[b] - z[a];
        double distance = sqrt(dx * dx + dy * dy + dz * dz);
        double inverse = distance > 0 ? 1 / distance : 0;
        ux[k] = dx * inverse;
        uy[k] = dy * inverse;
        uz[k] = dz * inverse;
        double error = distance - length[k] - compliance[k] * lambda[k];
        double slack = error > 0 ? 0 : is_string[k];
        slack = lambda[k] > 0 ? 0 : slack;
        double acts = distance > 0 ? movable[k] : 0;
        residual[k] = slack > 0 ? 0 : error;
        active[k] = slack > 0 ? 0 : acts;
        inverse_reach[k] = inverse < inverse_length[k] ? inverse : inverse_length[k];
    }
}

void vl_block_find_residuals(vl_block *block)
{
    if (block->path)
        find_residuals(block, true);
    else
        find_residuals(block, false);
}

double vl_block_find_strain(vl_block *block, bool movable_alone)
{
    double largest = 0;
    for (int k = 0; k < block->rows; k++) {
        vl_vec3 d = vl_sub(vl_read(block->x, block->to[k]), vl_read(block->x, block->from[k]));
        double distance = vl_length(d), error = distance - block->length[k];
        vl_write(block->u, k, vl_scale(d, distance > 0 ? 1 / distance : 0));
        block->distance[k] = distance;
        bool counts = !(block->is_string[k] > 0 && error < 0);
        if (counts && (block->movable[k] > 0 || !movable_alone))
            largest = fmax(largest, fabs(error) * block->inverse_length[k]);
    }
    return largest;
}
