// Newton's method on the multipliers of many links at once. Along the present directions it is a
// Gauss-Newton projection (Goldenthal et al., "Efficient simulation of inextensible cloth", 2007,
// section 3.2); along those at tₙ it is SHAKE solved as one system (Barth et al., "Algorithms for
// constrained molecular dynamics", 1995, "M-SHAKE"). Compliance: Macklin et al., "XPBD", 2016,
// equation 18.

#include "base/interrupt.h"
#include "physics/math/tridiagonal.h"
#include "physics/solvers/newton/block.h"

#include <math.h>
#include <string.h>

static void measure(vl_block *block)
{
    vl_block_find_residuals(block);
    block->merit = block->largest = block->excess = 0;
    for (int k = 0; k < block->rows; k++) {
        double size = fabs(block->residual[k]), inverse = block->inverse_length[k];
        double relative = size * inverse * block->active[k];
        double excess = (size - block->rounding) * inverse * block->active[k];
        block->merit += relative * relative;
        block->largest = size * inverse > block->largest ? size * inverse : block->largest;
        block->excess = excess > block->excess ? excess : block->excess;
    }
}

static void put_right_side(const vl_block *block)
{
    for (int k = 0; k < block->rows; k++)
        block->delta_lambda[k] = block->residual[k] * block->active[k];
}

// J(u) W Jᵀ(o) + α̃ of a path. False where a link has turned by a right angle or more.
static bool step_of_path(vl_block *block)
{
    double *const *u = block->u, *const *o = vl_block_directions(block);
    const double *w = block->w, *active = block->active;
    int last = block->rows - 1;
    bool turned = false;
    put_right_side(block);
    for (int k = 0; k <= last; k++) {
        double along = vl_block_product(u, k, o, k);
        double full = (w[k] + w[k + 1]) * along + block->compliance_per_dt2[k];
        turned |= active[k] > 0 && !(along > 0);
        block->diagonal[k] = active[k] > 0 ? full : 1;
    }
    for (int k = 0; k < last; k++) {
        double both = -w[k + 1] * active[k] * active[k + 1];
        block->upper[k] = both * vl_block_product(u, k, o, k + 1);
        block->lower[k + 1] = both * vl_block_product(u, k + 1, o, k);
    }
    vl_tridiagonal_solve(block->rows, block->lower, block->diagonal, block->upper,
                         block->delta_lambda, block->work);
    return !turned;
}

static bool has_stored_factor(const vl_block *block)
{
    return block->stored && !block->along_old;
}

// The factor of the old directions, or a stored one, is used as long as the same links are active.
static bool step_of_net(vl_block *block)
{
    if (!block->sparse)
        return false;
    size_t bytes = (size_t)block->rows * sizeof *block->active;
    bool same = memcmp(block->active, block->factorised, bytes) == 0;
    if (has_stored_factor(block))
        block->is_factorised = same || vl_stored_factor_renew(block);
    else if (!block->along_old || !block->is_factorised || !same)
        block->is_factorised = vl_net_factorise(block);
    if (!block->is_factorised)
        return false;
    put_right_side(block);
    vl_sparse_solve(block->sparse, block->delta_lambda, block->delta_lambda);
    return true;
}

// A string has only tension: λ ≥ 0.
static void bound_strings(vl_block *block)
{
    for (int k = 0; k < block->rows; k++) {
        double lower_bound = block->is_string[k] > 0 ? -block->lambda[k] : -HUGE_VAL;
        double step = block->delta_lambda[k];
        block->delta_lambda[k] = step > lower_bound ? step : lower_bound;
    }
}

// displacement = W Jᵀ(o) Δλ, which is subtracted from x.
static void set_displacement(vl_block *block)
{
    double *const *o = vl_block_directions(block);
    for (int axis = 0; axis < VL_AXES; axis++) {
        double *restrict displacement = block->displacement[axis];
        const double *along = o[axis], *step = block->delta_lambda;
        memset(displacement, 0, (size_t)block->nodes * sizeof *displacement);
        for (int k = 0; k < block->rows; k++) {
            double impulse = along[k] * step[k];
            displacement[block->from[k]] -= impulse;
            displacement[block->to[k]] += impulse;
        }
        for (int i = 0; i < block->fixed_count; i++)
            block->fixed[i].step[axis] = displacement[block->fixed[i].node];
        for (int n = 0; n < block->nodes; n++)
            displacement[n] *= block->w[n];
    }
}

// The part of the step that changes no link by more than the longer of its length and distance.
static double allowed_part(const vl_block *block)
{
    double most = 1;
    for (int k = 0; k < block->rows; k++) {
        double square = 0, distance = block->distance[k];
        double inverse = distance > 0 ? 1 / distance : 0, of_length = block->inverse_length[k];
        double inverse_reach = inverse < of_length ? inverse : of_length;
        for (int axis = 0; axis < VL_AXES; axis++) {
            const double *displacement = block->displacement[axis];
            double change =
                (displacement[block->to[k]] - displacement[block->from[k]]) * inverse_reach;
            square += change * change;
        }
        most = square > most ? square : most;
    }
    return 1 / sqrt(most);
}

static void advance(vl_block *block, double part)
{
    for (int axis = 0; axis < VL_AXES; axis++) {
        for (int n = 0; n < block->nodes; n++)
            block->x[axis][n] -= part * block->displacement[axis][n];
        for (int i = 0; i < block->fixed_count; i++)
            block->fixed[i].impulse[axis] -= part * block->fixed[i].step[axis];
    }
    for (int k = 0; k < block->rows; k++)
        block->lambda[k] += part * block->delta_lambda[k];
    measure(block);
}

// Makes the step, or the largest part that reduces the residuals. False: none does.
static bool search_along_step(vl_block *block)
{
    enum { MOST_HALVINGS = 6 };

    double before = block->merit, part = allowed_part(block);
    advance(block, part);
    for (int i = 0; i < MOST_HALVINGS && !(block->merit < before); i++) {
        advance(block, -0.5 * part);
        part *= 0.5;
    }
    if (block->merit < before)
        return true;
    advance(block, -part);
    return false;
}

static bool make_step(vl_block *block)
{
    bool found = block->path ? step_of_path(block) : step_of_net(block);
    if (!found)
        return false;
    bound_strings(block);
    set_displacement(block);
    return search_along_step(block);
}

// Whether a solution is reached, or each step gains a digit; along the new direction a near one
// counts too. Overdetermined links have at best a least-squares solution.
static bool is_solution(const vl_block *block, double last, double tolerance)
{
    bool converges = block->merit <= 1e-2 * last;
    bool usable = !block->along_old && block->largest <= VL_BLOCK_USABLE;
    return usable || block->overdetermined || block->excess <= tolerance || converges;
}

// Whether the links have turned too far from the directions of the stored factor.
static bool factor_is_stale(const vl_block *block, double last)
{
    return has_stored_factor(block) && block->largest > VL_BLOCK_USABLE &&
           block->merit > 1e-1 * last;
}

vl_solve vl_block_newton(vl_block *block, int most, double tolerance)
{
    measure(block);
    vl_solve solve = {.solved = true, .measured = true};
    double last = block->merit;
    while (solve.sweeps < most && block->excess > tolerance &&
           !vl_interrupted(10.0 * block->rows)) {
        last = block->merit;
        solve.sweeps++;
        bool nearer = make_step(block);
        if (factor_is_stale(block, last) ? vl_stored_factor_renew(block) : nearer)
            continue;
        last = 0;
        break;
    }
    if (most > 0)
        solve.solved = is_solution(block, last, tolerance);
    solve.residual = block->largest;
    return solve;
}
