// Newton's method on the multipliers of all links of paths. Along the present directions it is a
// Gauss-Newton projection (Goldenthal et al., "Efficient simulation of inextensible cloth", 2007,
// section 3.2); along those at tₙ it is SHAKE solved as one system (Barth et al., "Algorithms for
// constrained molecular dynamics", 1995, "M-SHAKE"). Compliance: Macklin et al., "XPBD", 2016,
// equation 18.

#include "physics/math/axes.h"
#include "physics/model/model.h"
#include "physics/solvers/newton/block.h"

#include <math.h>
#include <string.h>

// --- directions, residuals and strains of links ---

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

// --- a tridiagonal system ---

static const double least_pivot = 1e-11, lifted_pivot = 1e-8;

// Solves lower[i] x[i − 1] + diagonal[i] x[i] + upper[i] x[i + 1] = b[i] for i = 0 … count − 1 by
// elimination from the first row to the last (Thomas; Press et al., "Numerical Recipes", 2.4);
// lower[0] and upper[count − 1] are ignored. `b` becomes x. `work` holds `count` numbers.
//
// A pivot below 1e-11 of its diagonal is replaced by 1e-8 of the diagonal, so that x stays bounded.
static void solve_tridiagonal(int count, const double *restrict lower,
                              const double *restrict diagonal, const double *restrict upper,
                              double *restrict b, double *restrict work)
{
    // one division a row: work is 1/pivot
    double before = 0, inverse = 0, above = 0;
    for (int i = 0; i < count; i++) {
        double factor = i ? lower[i] * inverse : 0;
        double pivot = diagonal[i] - factor * above;
        if (!(fabs(pivot) >= least_pivot * fabs(diagonal[i])) || pivot == 0)
            pivot = diagonal[i] != 0 ? lifted_pivot * diagonal[i] : lifted_pivot;
        inverse = 1 / pivot;
        above = upper[i];
        before = b[i] - factor * before;
        work[i] = inverse;
        b[i] = before;
    }

    double after = 0;
    for (int i = count - 1; i >= 0; i--) {
        double known = i + 1 < count ? upper[i] * after : 0;
        after = (b[i] - known) * work[i];
        b[i] = after;
    }
}

// --- Newton steps ---

static void measure(vl_block *block)
{
    vl_block_find_residuals(block, false);
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

// C − α̃ λ of a string, too, that hangs loose.
static double gap(const vl_block *block, int k)
{
    return block->distance[k] - block->length[k] - block->compliance_per_dt2[k] * block->lambda[k];
}

// displacement = W Jᵀ(o) Δλ, which is subtracted from x
static void find_displacement(vl_block *block)
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

// How much shorter the displacement makes a link.
static double shortening(const vl_block *block, int k)
{
    double *const *u = block->u;
    double sum = 0;
    for (int axis = 0; axis < VL_AXES; axis++) {
        const double *displacement = block->displacement[axis];
        sum += u[axis][k] * (displacement[block->to[k]] - displacement[block->from[k]]);
    }
    return sum;
}

// What is not active gives up its multiplier.
static void put_right_side(vl_block *block)
{
    bool given_up = false;
    double *right = block->delta_lambda;
    for (int k = 0; k < block->rows; k++) {
        right[k] = block->active[k] > 0 ? 0 : -block->lambda[k];
        given_up |= right[k] != 0;
    }
    if (given_up)
        find_displacement(block);
    for (int k = 0; k < block->rows; k++)
        if (block->active[k] > 0)
            right[k] = gap(block, k) - (given_up ? shortening(block, k) : 0);
}

// J(u) W Jᵀ(o) + α̃ of the active links of a path. False where one of them has turned by a right
// angle or more.
static bool put_path(vl_block *block)
{
    double *const *u = block->u, *const *o = vl_block_directions(block);
    const double *w = block->w, *active = block->active;
    int last = block->rows - 1;
    bool turned = false;
    for (int k = 0; k <= last; k++) {
        bool one = !block->along_old && !block->part; // but for rounding
        double along = one ? 1 : vl_block_product(u, k, o, k);
        double full = (w[k] + w[k + 1]) * along + block->compliance_per_dt2[k];
        turned |= active[k] > 0 && !(along > 0);
        block->diagonal[k] = active[k] > 0 ? full : 1;
    }
    for (int k = 0; k < last; k++) {
        double both = -w[k + 1] * active[k] * active[k + 1];
        block->upper[k] = both * vl_block_product(u, k, o, k + 1);
        block->lower[k + 1] = both * vl_block_product(u, k + 1, o, k);
    }
    return !turned;
}

// Which strings of a path are taut after a linear step. Links are added from the first to the last.
// A string is active as soon as it would be too long, and stays so: a link that pulls makes its
// neighbours longer, so that runs of active links only grow together (Cryer, "The efficient
// solution of linear complementarity problems for tridiagonal Minkowski matrices", 1983). Where a
// path folds by more than a right angle, this is a guess.
static void choose_taut(vl_block *block)
{
    const double *a = block->lower, *d = block->diagonal, *c = block->upper;
    const double *lambda = block->lambda;
    vl_run *run = block->run - 1; // the last of those to the left
    for (int k = 0; k < block->rows; k++) {
        vl_run right = {.begin = k + 1, .end = k}; // of row j, at first empty
        for (int j = k; j >= 0; j = right.begin - 1) {
            bool beside = run >= block->run && run->end == j - 1, alone = right.begin > k;
            vl_run left = beside ? *run : (vl_run){.begin = j};
            double before = beside ? c[j - 1] : 0, after = alone ? 0 : a[j + 1];
            double free = gap(block, j) + d[j] * lambda[j] + (j > 0 ? a[j] * lambda[j - 1] : 0) +
                          (j + 1 < block->rows ? c[j] * lambda[j + 1] : 0) - a[j] * left.last -
                          c[j] * right.first;
            if (!(block->active[j] > 0) || (block->is_string[j] > 0 && !(free > 0 && d[j] > 0)))
                break;
            double pivot = d[j] - a[j] * left.ll * before - c[j] * right.ff * after;
            double inverse = 1 / (pivot > 1e-11 * d[j] ? pivot : 1e-11 * d[j]);
            // what row j has of the ends of the run, and they of its multiplier
            double of_first = beside ? -a[j] * left.lf : 1,
                   to_first = beside ? -left.fl * before : 1;
            double of_last = alone ? 1 : -c[j] * right.fl, to_last = alone ? 1 : -right.lf * after;
            right = (vl_run){
                .begin = left.begin,
                .end = right.end,
                .first = left.first + to_first * free * inverse,
                .last = right.last + to_last * free * inverse,
                .ff = left.ff + to_first * of_first * inverse,
                .fl = to_first * of_last * inverse,
                .lf = to_last * of_first * inverse,
                .ll = right.ll + to_last * of_last * inverse,
            };
            run -= beside;
        }
        if (right.begin <= k)
            *++run = right;
    }
    memset(block->active, 0, (size_t)block->rows * sizeof *block->active);
    for (; run >= block->run; run--)
        for (int k = run->begin; k <= run->end; k++)
            block->active[k] = 1;
}

static bool step_of_path(vl_block *block, bool first)
{
    if (first && block->has_strings) {
        for (int k = 0; k < block->rows; k++)
            block->active[k] = block->distance[k] > 0 ? block->movable[k] : 0;
        (void)put_path(block);
        choose_taut(block);
    }
    if (!put_path(block))
        return false;
    put_right_side(block);
    solve_tridiagonal(block->rows, block->lower, block->diagonal, block->upper, block->delta_lambda,
                      block->work);
    return true;
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

    find_displacement(block);
    // a part of the step that changes no link by more than the longer of its length and distance
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
    double before = block->merit, part = 1 / sqrt(most);
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

// Strings that would push, and slack ones that would be too long, change sides. Returns whether
// there are any.
static bool exchange(vl_block *block)
{
    bool any = false;
    find_displacement(block);
    for (int k = 0; k < block->rows; k++) {
        double lambda = block->lambda[k] + block->delta_lambda[k];
        double wrong =
            block->active[k] > 0 ? -lambda : gap(block, k) - shortening(block, k) - block->rounding;
        if (wrong > 0 && block->is_string[k] > 0 && block->movable[k] > 0 &&
            block->distance[k] > 0) {
            block->active[k] = block->active[k] > 0 ? 0 : 1;
            any = true;
        }
    }
    return any;
}

bool vl_block_linear_step(vl_block *block)
{
    enum { MOST_EXCHANGES = 10 };

    for (int i = 0; i <= MOST_EXCHANGES; i++) {
        if (!step_of_path(block, i == 0))
            return false;
        if (!block->has_strings || !exchange(block))
            return true;
    }
    for (int k = 0; k < block->rows; k++)
        if (block->is_string[k] > 0)
            block->delta_lambda[k] = fmax(block->delta_lambda[k], -block->lambda[k]);
    return true;
}

vl_solve vl_block_newton(vl_block *block, int most, double tolerance)
{
    measure(block);
    vl_solve solve = {.solved = true, .measured = true};
    double last = block->merit;
    while (solve.sweeps < most && block->excess > tolerance) {
        last = block->merit;
        solve.sweeps++;
        if (!vl_block_linear_step(block) || !search_along_step(block)) {
            last = 0;
            break;
        }
    }
    // a solution is reached, or each step gains a digit; along the new direction a near one counts
    // too
    bool converges = block->excess <= tolerance || block->merit <= 1e-2 * last;
    bool usable = !block->along_old && block->largest <= VL_BLOCK_USABLE;
    if (most > 0)
        solve.solved = usable || converges;
    solve.residual = block->largest;
    solve.unconverged = block->excess > tolerance;
    return solve;
}
