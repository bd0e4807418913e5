// A path of links along its new direction. The unknowns are the forces f of the links, times h²:
//     x = x̃ − W Dᵀ f,   d = D x,   f ∥ d,   |d| = length + α̃ |f|
// which is the limit of Jakobsen's relaxation: the nearest positions, weighted by mass, at which
// all links have their lengths. (For strings under tension the problem is convex.) With λ = f·u and
// P = 1 − u uᵀ a step of Newton's method solves
//     (A + (|d|/λ) P + α̃ u uᵀ) f' = d̃ − length u,    A = D W Dᵀ, d̃ = D x̃
// with three rows for a link, coupled to the next link by a multiple of the unit matrix. Because of
// the term in P a link under tension turns with its force; Gauss-Newton lacks it, and fails where a
// heavy ball hangs on a fine chain. Without tension a stiff term replaces it, which keeps f along
// u, as in Gauss-Newton. The first directions are those at tₙ, the first tensions those of one
// Gauss-Newton step.

#include "physics/math/axes.h"
#include "physics/solvers/newton/block.h"

#include <float.h>
#include <math.h>
#include <string.h>

// Stiffness of a link without tension against transverse forces, relative to A.
static const double stiffest = 1e6;
// Part of A added to the diagonal, which bounds the change of f: the forces of a straight path
// between two pins are not determined.
static const double grain = 1e-12;

// Finds the error of each link, m: its residual, or the displacement by the transverse part of its
// force. (Compilers do not check as many arrays as the loops over rows have for overlap; the
// pragmas say that there is none.)
static void find_errors(const vl_block *block)
{
    const double *fx = block->force[0], *fy = block->force[1], *fz = block->force[2];
    const double *ux = block->u[0], *uy = block->u[1], *uz = block->u[2], *w = block->w;
    const double *lambda = block->lambda, *distance = block->distance;
    const double *residual = block->residual, *active = block->active;
    double *restrict off = block->delta_lambda, *restrict moved = block->work;
#pragma omp simd
    for (int k = 0; k < block->rows; k++) {
        double x = fx[k] - lambda[k] * ux[k], y = fy[k] - lambda[k] * uy[k];
        double z = fz[k] - lambda[k] * uz[k];
        double size = fabs(lambda[k]), inverse_mass = w[k] + w[k + 1];
        double free = inverse_mass * sqrt(x * x + y * y + z * z);
        double shift = inverse_mass * size;
        double scale = shift > distance[k] ? distance[k] / shift : 1;
        double across = free * scale, along = fabs(residual[k]);
        off[k] = (along > across ? along : across) * active[k];
        moved[k] = shift;
    }
}

// The rounding error is four times that of the largest coordinate, or of the displacement by the
// largest force.
static void measure(vl_block *block)
{
    vl_block_find_residuals(block, true);
    find_errors(block);
    const double *off = block->delta_lambda, *moved = block->work, *inverse = block->inverse_length;
    const double *residual = block->residual;
    double most_moved = 0, merit = 0, largest = 0, excess = 0;
    for (int k = 0; k < block->rows; k++)
        most_moved = vl_larger(most_moved, moved[k]);
    double rounding = block->rounding + 4 * DBL_EPSILON * most_moved;
    for (int k = 0; k < block->rows; k++) {
        merit += off[k] * off[k] * inverse[k] * inverse[k];
        largest = vl_larger(largest, fabs(residual[k]) * inverse[k]);
        excess = vl_larger(excess, (off[k] - rounding) * inverse[k]);
    }
    block->merit = merit;
    block->largest = largest;
    block->excess = excess;
}

// --- one Newton step ---

// Finds the numbers of the rows without the directions, in independent loops.
static void prepare(const vl_block *block)
{
    const double *w = block->w, *lambda = block->lambda, *distance = block->distance;
    double *restrict transverse = block->transverse, *restrict coupling = block->coupling;
    const double *active = block->active;
#pragma omp simd
    for (int k = 0; k < block->rows; k++) {
        double most = stiffest * (w[k] + w[k + 1]);
        bool tense = lambda[k] * most > distance[k];
        transverse[k] = tense ? distance[k] / lambda[k] : most;
    }
    for (int k = 0; k + 1 < block->rows; k++)
        coupling[k] = -w[k + 1] * active[k] * active[k + 1];
}

// The row of link k: D + q u uᵀ on the diagonal, and the right side.
static inline vl_pivot row_of(const vl_block *block, int k)
{
    vl_vec3 u = vl_read(block->u, k);
    double a = block->w[k] + block->w[k + 1], held = grain * a;
    double q = held + block->compliance_per_dt2[k] - block->transverse[k];
    double back = held * block->lambda[k] - block->length[k];
    if (!(block->active[k] > 0))
        return (vl_pivot){.m = {1, 0, 0, 1, 0, 1}};
    vl_pivot row = {.right = vl_add(vl_read(block->separation, k), vl_scale(u, back))};
    vl_block_add(row.m, u, q, a + block->transverse[k]);
    return row;
}

// Eliminates an inverted neighbour from a row that is coupled to it by c.
static inline void eliminate(vl_pivot *row, const vl_pivot *p, double c)
{
    for (int i = 0; i < 6; i++)
        row->m[i] -= c * c * p->m[i];
    row->right = vl_sub(row->right, vl_scale(vl_block_times(p->m, p->right), c));
}

static inline void invert(vl_pivot *p)
{
    double xx = p->m[0], xy = p->m[1], xz = p->m[2], yy = p->m[3], yz = p->m[4], zz = p->m[5];
    double a = yy * zz - yz * yz, b = xz * yz - xy * zz, c = xy * yz - xz * yy;
    double inverse = 1 / (xx * a + xy * b + xz * c);
    p->m[0] = a * inverse;
    p->m[1] = b * inverse;
    p->m[2] = c * inverse;
    p->m[3] = (xx * zz - xz * xz) * inverse;
    p->m[4] = (xy * xz - xx * yz) * inverse;
    p->m[5] = (xx * yy - xy * xy) * inverse;
}

// f of row k, from that of a neighbour coupled to it by c.
static inline void substitute_back(const vl_block *block, int k, double c, int neighbour)
{
    const vl_pivot *p = &block->pivot[k];
    vl_vec3 right = vl_sub(p->right, vl_scale(vl_read(block->force, neighbour), c));
    vl_write(block->force, k, vl_block_times(p->m, right));
}

// Elimination from both ends to the middle: two independent chains of divisions.
static void solve_forces(const vl_block *block)
{
    const double *c = block->coupling;
    vl_pivot *p = block->pivot;
    int last = block->rows - 1, middle = block->rows / 2;
    for (int k = 0; k < middle; k++) {
        int up = last - k;
        p[k] = row_of(block, k);
        if (k > 0)
            eliminate(&p[k], &p[k - 1], c[k - 1]);
        invert(&p[k]);
        if (up <= middle)
            continue;
        p[up] = row_of(block, up);
        if (up < last)
            eliminate(&p[up], &p[up + 1], c[up]);
        invert(&p[up]);
    }

    p[middle] = row_of(block, middle);
    if (middle > 0)
        eliminate(&p[middle], &p[middle - 1], c[middle - 1]);
    if (middle < last)
        eliminate(&p[middle], &p[middle + 1], c[middle]);
    invert(&p[middle]);

    substitute_back(block, middle, 0, middle);
    for (int k = 1; k <= middle; k++) {
        substitute_back(block, middle - k, c[middle - k], middle - k + 1);
        if (middle + k <= last)
            substitute_back(block, middle + k, c[middle + k - 1], middle + k - 1);
    }
}

// x = x̃ − W Dᵀ f
static void move(const vl_block *block)
{
    int last = block->nodes - 1;
    const double *w = block->w;
    for (int axis = 0; axis < VL_AXES; axis++) {
        const double *f = block->force[axis], *start = block->start[axis];
        double *restrict x = block->x[axis];
        x[0] = start[0] + w[0] * f[0];
#pragma omp simd
        for (int n = 1; n < last; n++)
            x[n] = start[n] + w[n] * (f[n] - f[n - 1]);
        x[last] = start[last] - w[last] * f[last - 1];
    }
}

vl_solve vl_block_project_path(vl_block *block, int most, double tolerance)
{
    vl_solve solve = {.solved = true, .measured = true};
    vl_axes_copy(block->start, block->x, block->nodes);
    for (int axis = 0; axis < VL_AXES; axis++) {
        memset(block->force[axis], 0, (size_t)block->rows * sizeof(double));
        for (int k = 0; k < block->rows; k++)
            block->separation[axis][k] = block->x[axis][k + 1] - block->x[axis][k];
    }
    measure(block);
    double last = block->merit;
    if (most > 0 && block->excess > tolerance) {
        // multipliers by one Gauss-Newton step at the first positions
        (void)vl_block_linear_step(block);
        memcpy(block->lambda, block->delta_lambda, (size_t)block->rows * sizeof *block->lambda);
        // where they exist, directions at tₙ are nearer to the solution
        for (int k = 0; k < block->rows; k++) {
            bool there = block->o[0][k] != 0 || block->o[1][k] != 0 || block->o[2][k] != 0;
            for (int axis = 0; there && axis < VL_AXES; axis++)
                block->u[axis][k] = block->o[axis][k];
        }
    }
    while (solve.sweeps < most && block->excess > tolerance) {
        last = block->merit;
        prepare(block);
        solve_forces(block);
        for (int k = 0; k < block->rows; k++) { // a string has only tension
            vl_vec3 f = vl_read(block->force, k);
            if (block->is_string[k] > 0 && !(vl_dot(f, vl_read(block->u, k)) > 0))
                vl_write(block->force, k, (vl_vec3){0, 0, 0});
        }
        move(block);
        measure(block);
        solve.sweeps++;
    }
    // −Dᵀ f of the fixed nodes
    for (int i = 0; i < block->fixed_count; i++)
        for (int axis = 0; axis < VL_AXES; axis++) {
            const double *f = block->force[axis];
            int n = block->fixed[i].node;
            double ahead = n < block->rows ? f[n] : 0, back = n > 0 ? f[n - 1] : 0;
            block->fixed[i].impulse[axis] = ahead - back;
        }
    if (most > 0)
        solve.solved = block->excess <= tolerance || block->merit <= 1e-2 * last ||
                       block->largest <= VL_BLOCK_USABLE;
    solve.residual = block->largest;
    solve.unconverged = block->excess > tolerance;
    return solve;
}
