// Newton's method on the multipliers of many links at once. Along the present directions it is a
// Gauss-Newton projection (Goldenthal et al., "Efficient simulation of inextensible cloth", 2007,
// section 3.2); along those at tₙ it is SHAKE solved as one system (Barth et al., "Algorithms for
// constrained molecular dynamics", 1995, "M-SHAKE"). Compliance: Macklin et al., "XPBD", 2016,
// equation 18.

#include "base/memory.h"
#include "physics/math/axes.h"
#include "physics/math/tridiagonal.h"
#include "physics/model/incidence.h"
#include "physics/model/model.h"
#include "physics/solvers/newton/block.h"

#include <math.h>
#include <string.h>

// Floating-point operations of a Newton step beyond which a net has no matrix.
static const double most_work = 4e9;

// --- the matrix of a net ---

void vl_net_matrix_create(vl_arena *arena, vl_block *block)
{
    vl_arena work = {0};
    vl_incidence at = vl_incidence_create(&work, block->from, block->to, block->rows, block->nodes);
    int64_t sum = 0;
    for (int n = 0; n < block->nodes; n++) {
        int64_t links = at.first[n + 1] - at.first[n];
        sum += links * (links - 1) / 2;
    }
    int most = sum < INT32_MAX / 2 ? (int)sum : -1; // couplings; −1: there are too many
    if (most >= 0 && block->rows > 0) {
        vl_pattern pattern = vl_pattern_create(block->rows, block->rows + most);
        block->couplings = vl_arena_take(arena, (size_t)most, sizeof *block->couplings);
        for (int k = 0; k < block->rows; k++)
            vl_pattern_add(&pattern, k, k);
        for (int k = 0; k < block->rows; k++) {
            // with the later links at its nodes; links that share both nodes have one entry
            const int ends[2] = {block->from[k], block->to[k]};
            for (int e = 0; e < 2; e++)
                for (int t = at.first[ends[e]]; t < at.first[ends[e] + 1]; t++) {
                    int row = at.link[t];
                    bool twins = at.other[t] == ends[1 - e];
                    if (row <= k || (twins && e == 1))
                        continue;
                    bool same = (block->from[row] == ends[e]) == (e == 0);
                    block->couplings[block->coupling_count++] =
                        (vl_coupling){row, k, twins ? -1 : ends[e], same ? 1 : -1};
                    vl_pattern_add(&pattern, row, k);
                }
        }
        block->sparse = vl_sparse_create(arena, &pattern, most_work, &block->entry);
    }
    vl_arena_free(&work);
}

// --- its factor ---

// Factorises J(o) W Jᵀ(o) + α̃, o the directions of the corrections. The diagonal is raised by the
// part `softness`, which makes an overdetermined problem one of least squares. False: there is no
// factor.
static bool factorise(vl_block *block)
{
    // A block that is a piece of a mesh, or a net with redundant links, would buckle far for little
    // strain where it is nearly flat (Levenberg).
    static const double softness[] = {1e-10, 1e-7, 1e-4};
    double as_strained = block->overdetermined ? fmin(1e-3, 0.1 * block->largest) : 0;
    double lower_bound = block->part ? 1e-3 : as_strained;

    double *const *o = vl_block_directions(block);
    double *values = block->sparse->values;
    const double *w = block->w, *active = block->active;
    const int *off_diagonal = block->entry + block->rows;
    for (int c = 0; c < block->coupling_count; c++) {
        const vl_coupling *p = &block->couplings[c];
        int k = p->column;
        double shared = p->node < 0 ? w[block->from[k]] + w[block->to[k]] : w[p->node];
        values[off_diagonal[c]] =
            p->sign * shared * active[k] * active[p->row] * vl_block_product(o, k, o, p->row);
    }
    bool good = false;
    for (int i = 0; !good && i < 3; i++) {
        for (int k = 0; k < block->rows; k++) {
            double sum = w[block->from[k]] + w[block->to[k]];
            double full = sum * (1 + fmax(softness[i], lower_bound)) + block->compliance_per_dt2[k];
            values[block->entry[k]] = active[k] > 0 ? full : 1;
        }
        good = vl_sparse_factorise(block->sparse);
    }
    memcpy(block->factorised, active, (size_t)block->rows * sizeof *active);
    return good;
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
    double *const *u = block->path ? block->u : vl_block_directions(block);
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
    vl_tridiagonal_solve(block->rows, block->lower, block->diagonal, block->upper,
                         block->delta_lambda, block->work);
    return true;
}

// The factor of the old directions is used as long as the same links are active.
static bool step_of_net(vl_block *block)
{
    if (!block->sparse)
        return false;
    size_t bytes = (size_t)block->rows * sizeof *block->active;
    bool same = memcmp(block->active, block->factorised, bytes) == 0;
    if (!block->along_old || !block->is_factorised || !same)
        block->is_factorised = factorise(block);
    if (!block->is_factorised)
        return false;
    put_right_side(block);
    vl_sparse_solve(block->sparse, block->delta_lambda, block->delta_lambda);
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
        if (!(block->path ? step_of_path(block, i == 0) : step_of_net(block)))
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
    for (int k = 0; k < block->rows && block->has_strings;
         k++) // those of a net that are nearly taut
        if (block->is_string[k] > 0 &&
            block->distance[k] > (1 - VL_BLOCK_USABLE) * block->length[k])
            block->active[k] = block->movable[k];
    while (solve.sweeps < most && block->excess > tolerance) {
        last = block->merit;
        solve.sweeps++;
        if (!vl_block_linear_step(block) || !search_along_step(block)) {
            last = 0;
            break;
        }
    }
    // a solution is reached, or each step gains a digit; along the new direction a near one counts
    // too. Overdetermined links have at best a least-squares solution.
    bool converges = block->excess <= tolerance || block->merit <= 1e-2 * last;
    bool usable = !block->along_old && block->largest <= VL_BLOCK_USABLE;
    if (most > 0)
        solve.solved = usable || block->overdetermined || converges;
    solve.residual = block->largest;
    solve.unconverged = most > 0 && block->excess > tolerance;
    return solve;
}
