// Newton's method on the multipliers of many links at once. Along the present directions it is a
// Gauss-Newton projection (Goldenthal et al., "Efficient simulation of inextensible cloth", 2007,
// section 3.2); along those at tₙ it is SHAKE solved as one system (Barth et al., "Algorithms for
// constrained molecular dynamics", 1995, "M-SHAKE"). Compliance: Macklin et al., "XPBD", 2016,
// equation 18.
//
// The factor of a large net is stored for a frame, as links turn little in its substeps and a
// factorisation costs some tens of solves. Links are then corrected along the directions that they
// had when the factor was made, as SHAKE does with those of tₙ: x = x̃ − W Jᵀ(o) λ with the same
// matrix J(o) W Jᵀ(o) + α̃. Along other directions, the forces that cancel in an overdetermined net
// would no longer cancel.

#include "base/memory.h"
#include "physics/math/axes.h"
#include "physics/math/tridiagonal.h"
#include "physics/model/incidence.h"
#include "physics/model/model.h"
#include "physics/solvers/newton/block.h"

#include <math.h>
#include <string.h>

// Floating-point operations of a Newton step beyond which a net has no matrix, and beyond which it
// stores its factor for a frame.
static const double most_work = 4e9, large_work = 1e6;

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
    if (block->sparse && block->sparse->work > large_work) {
        block->stored = vl_arena_take(arena, 1, sizeof *block->stored);
        vl_axes_take(arena, block->stored->at, block->nodes);
        block->stored->w = vl_arena_take(arena, (size_t)block->nodes, sizeof(double));
    }
}

// --- its factor ---

// Makes J(o) W Jᵀ(o) + α̃. The diagonal is raised by the part `softness`, which makes an
// overdetermined problem one of least squares.
static void put_values(vl_block *block, double softness)
{
    double *const *o = vl_block_directions(block);
    double *values = block->sparse->values;
    const double *w = block->w, *active = block->active;
    const int *off_diagonal = block->entry + block->rows;
    for (int k = 0; k < block->rows; k++) {
        double sum = w[block->from[k]] + w[block->to[k]];
        double full = sum * (1 + softness) + block->compliance_per_dt2[k];
        values[block->entry[k]] = active[k] > 0 ? full : 1;
    }
    for (int c = 0; c < block->coupling_count; c++) {
        const vl_coupling *p = &block->couplings[c];
        int k = p->column;
        double shared = p->node < 0 ? w[block->from[k]] + w[block->to[k]] : w[p->node];
        values[off_diagonal[c]] =
            p->sign * shared * active[k] * active[p->row] * vl_block_product(o, k, o, p->row);
    }
}

// Factorises along the directions of the corrections. False: there is no factor.
static bool factorise(vl_block *block)
{
    // An overdetermined net, or a block that is a piece of a mesh, would buckle far for little
    // strain where it is nearly flat (Levenberg). With a stored factor there are too few steps to
    // converge with such a diagonal.
    static const double softness[] = {1e-10, 1e-7, 1e-4};
    bool soft = (block->overdetermined || block->part) && !block->stored;
    double lower_bound = soft ? 1e-3 : 0;

    bool good = false;
    for (int i = 0; !good && i < 3; i++) {
        put_values(block, softness[i] > lower_bound ? softness[i] : lower_bound);
        good = vl_sparse_factorise(block->sparse);
    }
    memcpy(block->factorised, block->active, (size_t)block->rows * sizeof *block->active);
    return good;
}

// --- the stored factor ---

// Makes block->o the present directions and factorises. False: there is no factor.
static bool renew_factor(vl_block *block)
{
    vl_stored_factor *stored = block->stored;
    vl_axes_copy(block->o, block->u, block->rows);
    stored->time = stored->time_now;
    stored->renewed = true;
    stored->good = factorise(block);
    return stored->good;
}

static bool are_same(const double *a, const double *b, int count)
{
    return memcmp(a, b, (size_t)count * sizeof *a) == 0;
}

// The result must depend on the state alone, not on earlier trial substeps: a factor of the present
// time must be of the present positions, and one of an earlier time must be of this frame.
static bool is_current(const vl_block *block, const vl_world *world)
{
    const vl_stored_factor *stored = block->stored;
    if (!stored->good || stored->frame != world->now.frames || stored->h != block->h ||
        !are_same(stored->w, block->w, block->nodes))
        return false;
    bool later = stored->time < world->now.time, same = !stored->renewed;
    for (int axis = 0; !later && same && axis < VL_AXES; axis++)
        same = are_same(stored->at[axis], block->x[axis], block->nodes);
    return later || same;
}

void vl_stored_factor_begin(vl_block *block, const vl_world *world)
{
    vl_stored_factor *stored = block->stored;
    vl_block_gather(block, block->x, world->particles.x_old);
    stored->time_now = world->now.time;
    if (is_current(block, world))
        return;
    stored->frame = world->now.frames;
    stored->h = block->h;
    vl_axes_copy(stored->at, block->x, block->nodes);
    memcpy(stored->w, block->w, (size_t)block->nodes * sizeof *stored->w);
    vl_block_find_residuals(block);
    stored->good = renew_factor(block);
    stored->renewed = false;
}

// --- Newton steps ---

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
        block->is_factorised = same || renew_factor(block);
    else if (!block->along_old || !block->is_factorised || !same)
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

static bool make_step(vl_block *block)
{
    bool found = block->path ? step_of_path(block) : step_of_net(block);
    if (!found)
        return false;
    for (int k = 0; k < block->rows; k++) { // a string has only tension: λ ≥ 0
        double lower_bound = block->is_string[k] > 0 ? -block->lambda[k] : -HUGE_VAL;
        double step = block->delta_lambda[k];
        block->delta_lambda[k] = step > lower_bound ? step : lower_bound;
    }
    // displacement = W Jᵀ(o) Δλ, which is subtracted from x
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
    return search_along_step(block);
}

vl_solve vl_block_newton(vl_block *block, int most, double tolerance)
{
    measure(block);
    vl_solve solve = {.solved = true, .measured = true};
    double last = block->merit;
    while (solve.sweeps < most && block->excess > tolerance) {
        last = block->merit;
        solve.sweeps++;
        bool nearer = make_step(block);
        // the links may have turned too far from the directions of the stored factor
        bool stale = has_stored_factor(block) && block->largest > VL_BLOCK_USABLE &&
                     block->merit > 1e-1 * last;
        if (stale ? renew_factor(block) : nearer)
            continue;
        last = 0;
        break;
    }
    // a solution is reached, or each step gains a digit; along the new direction a near one counts
    // too. Overdetermined links have at best a least-squares solution.
    bool converges = block->excess <= tolerance || block->merit <= 1e-2 * last;
    bool usable = !block->along_old && block->largest <= VL_BLOCK_USABLE;
    if (most > 0)
        solve.solved = usable || block->overdetermined || converges;
    solve.residual = block->largest;
    return solve;
}
