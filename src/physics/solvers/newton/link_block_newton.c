// Newton's method on the multipliers of many links at once. Along the present links it is a
// Gauss-Newton projection (Goldenthal et al., "Efficient simulation of inextensible cloth", 2007,
// section 3.2); along the old ones it is SHAKE solved as one system (Barth et al., "Algorithms for
// constrained molecular dynamics", 1995, "M-SHAKE"). Compliance: Macklin et al., "XPBD", 2016,
// equation 18.

#include "physics/solvers/newton/link_block_parts.h"

#include "physics/math/tridiagonal.h"

#include <math.h>
#include <string.h>

// Directions, what is missing, and which links act: a string only when it is too long, or has
// pulled and may let go. Without a branch, so that the compiler makes vector code of it.
static inline void look(const vl_block *block, bool path)
{
    const double *x = block->x[0], *y = block->x[1], *z = block->x[2];
    double *restrict ux = block->u[0], *restrict uy = block->u[1], *restrict uz = block->u[2];
    double *restrict missing = block->missing, *restrict reach = block->reach;
    double *restrict active = block->active;
    const double *rest = block->rest, *inverse_rest = block->inverse_rest;
    const double *flexibility = block->flexibility, *lambda = block->lambda;
    const double *pulls_only = block->pulls_only, *movable = block->movable;
    for (int k = 0; k < block->rows; k++) {
        int a = path ? k : block->from[k], b = path ? k + 1 : block->to[k];
        double dx = x[b] - x[a], dy = y[b] - y[a], dz = z[b] - z[a];
        double distance = sqrt(dx * dx + dy * dy + dz * dz);
        double inverse = distance > 0 ? 1 / distance : 0;
        ux[k] = dx * inverse;
        uy[k] = dy * inverse;
        uz[k] = dz * inverse;
        double error = distance - rest[k] - flexibility[k] * lambda[k];
        double slack = error > 0 ? 0 : pulls_only[k];
        slack = lambda[k] > 0 ? 0 : slack;
        double acts = distance > 0 ? movable[k] : 0;
        missing[k] = slack > 0 ? 0 : error;
        active[k] = slack > 0 ? 0 : acts;
        reach[k] = inverse < inverse_rest[k] ? inverse : inverse_rest[k];
    }
}

void vl_block_look(vl_block *block)
{
    if (block->path)
        look(block, true);
    else
        look(block, false);
}

static void measure(vl_block *block)
{
    vl_block_look(block);

    block->merit = block->largest = block->excess = 0;
    for (int k = 0; k < block->rows; k++) {
        double size = fabs(block->missing[k]), inverse = block->inverse_rest[k];
        double relative = size * inverse * block->active[k];
        double excess = (size - block->round) * inverse * block->active[k];
        block->merit += relative * relative;
        block->largest = size * inverse > block->largest ? size * inverse : block->largest;
        block->excess = excess > block->excess ? excess : block->excess;
    }
}

static inline double product(double *const u[VL_AXES], int i, double *const o[VL_AXES], int j)
{
    return u[0][i] * o[0][j] + u[1][i] * o[1][j] + u[2][i] * o[2][j];
}

static double *const *directions(const vl_block *block)
{
    return block->old || block->kept ? block->o : block->u;
}

// J(u) W Jᵀ(o) + α̃ of a path. False where a link has turned by a right angle or more.
static bool step_of_path(vl_block *block)
{
    double *const *u = block->u, *const *o = directions(block);
    const double *w = block->w, *active = block->active;
    int last = block->rows - 1;
    bool turned = false;
    for (int k = 0; k <= last; k++) {
        double along = product(u, k, o, k);
        double full = (w[k] + w[k + 1]) * along + block->flexibility[k];
        turned |= active[k] > 0 && !(along > 0);
        block->diagonal[k] = active[k] > 0 ? full : 1;
        block->step[k] = block->missing[k] * active[k];
    }
    for (int k = 0; k < last; k++) {
        double both = -w[k + 1] * active[k] * active[k + 1];
        block->upper[k] = both * product(u, k, o, k + 1);
        block->lower[k + 1] = both * product(u, k + 1, o, k);
    }
    vl_tridiagonal_solve(block->rows, block->lower, block->diagonal, block->upper, block->step,
                         block->work);
    return !turned;
}

// J(o) W Jᵀ(o) + α̃, with a grain of `softness` on the diagonal, which makes a least-squares problem
// of what is over-determined.
static void put_values(vl_block *block, double softness)
{
    double *const *o = directions(block);
    double *values = vl_sparse_values(block->sparse);
    const double *w = block->w, *active = block->active;
    for (int k = 0; k < block->rows; k++) {
        double ends = w[block->from[k]] + w[block->to[k]];
        int first = block->column_start[k];
        values[first] = active[k] > 0 ? ends * (1 + softness) + block->flexibility[k] : 1;
        for (int e = first + 1; e < block->column_start[k + 1]; e++) {
            int row = block->row[e];
            double shared = block->shared[e] < 0 ? ends : w[block->shared[e]];
            values[e] = block->sign[e] * shared * active[k] * active[row] * product(o, k, o, row);
        }
    }
}

bool vl_block_factorise(vl_block *block)
{
    // of too many links, and of the piece of a mesh that a part may be: what is nearly flat would
    // buckle far for little strain (Levenberg). What is kept has too few steps for that to bring
    // the links home
    static const double softness[] = {1e-10, 1e-7, 1e-4};
    const double least = (block->many || block->part) && !block->kept ? 1e-3 : 0;

    bool good = false;
    for (int i = 0; !good && i < 3; i++) {
        put_values(block, fmax(softness[i], least));
        good = vl_sparse_factorise(block->sparse);
    }
    memcpy(block->factorised, block->active, (size_t)block->rows * sizeof *block->active);
    return good;
}

static bool solve_net(vl_block *block)
{
    for (int k = 0; k < block->rows; k++)
        block->step[k] = block->missing[k] * block->active[k];
    vl_sparse_solve(block->sparse, block->step, block->step);
    return true;
}

// The matrix of the old directions and a kept one stay, as long as the same links act.
static bool step_of_net(vl_block *block)
{
    if (!block->sparse)
        return false;
    size_t bytes = (size_t)block->rows * sizeof *block->active;
    bool same = memcmp(block->active, block->factorised, bytes) == 0;
    if (block->kept && !block->old)
        return (same || vl_kept_renew(block)) && solve_net(block);
    if (!block->old || !block->is_factorised || !same)
        block->is_factorised = vl_block_factorise(block);
    if (!block->is_factorised)
        return false;
    return solve_net(block);
}

// A string does not push.
static void keep_pulling(vl_block *block)
{
    for (int k = 0; k < block->rows; k++) {
        double least = block->pulls_only[k] > 0 ? -block->lambda[k] : -HUGE_VAL;
        block->step[k] = block->step[k] > least ? block->step[k] : least;
    }
}

// W Jᵀ(o) Δλ, by which the nodes are to go back.
static void set_move(vl_block *block)
{
    double *const *o = directions(block);
    for (int axis = 0; axis < VL_AXES; axis++) {
        double *restrict move = block->move[axis];
        const double *along = o[axis], *step = block->step;
        memset(move, 0, (size_t)block->nodes * sizeof *move);
        for (int k = 0; k < block->rows; k++) {
            double push = along[k] * step[k];
            move[block->from[k]] -= push;
            move[block->to[k]] += push;
        }
        for (int n = 0; n < block->nodes; n++)
            move[n] *= block->w[n];
    }
}

// The part of the step in which no link changes by more than its own length.
static double allowed_part(const vl_block *block)
{
    double most = 1;
    for (int k = 0; k < block->rows; k++) {
        double square = 0;
        for (int axis = 0; axis < VL_AXES; axis++) {
            const double *move = block->move[axis];
            double change = (move[block->to[k]] - move[block->from[k]]) * block->reach[k];
            square += change * change;
        }
        most = square > most ? square : most;
    }
    return 1 / sqrt(most);
}

static void go(vl_block *block, double part)
{
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int n = 0; n < block->nodes; n++)
            block->x[axis][n] -= part * block->move[axis][n];
    for (int k = 0; k < block->rows; k++)
        block->lambda[k] += part * block->step[k];
    measure(block);
}

// Goes the step, or as much of it as brings the links nearer to their lengths. False: none does.
static bool go_nearer(vl_block *block)
{
    enum { MOST_HALVINGS = 6 };

    double before = block->merit, part = allowed_part(block);
    go(block, part);
    for (int i = 0; i < MOST_HALVINGS && !(block->merit < before); i++) {
        go(block, -0.5 * part);
        part *= 0.5;
    }
    if (block->merit < before)
        return true;
    go(block, -part);
    return false;
}

static bool make_step(vl_block *block)
{
    bool found = block->path ? step_of_path(block) : step_of_net(block);
    if (!found)
        return false;
    keep_pulling(block);
    set_move(block);
    return go_nearer(block);
}

// There is a solution, or it is coming nearer by a digit a step; along the new direction one that
// is near is of use too. Of too many links a least-squares solution is all there is.
static bool is_solution(const vl_block *block, double last, double tolerance)
{
    bool coming = block->merit <= 1e-2 * last;
    bool usable = !block->old && block->largest <= VL_BLOCK_USABLE;
    return usable || block->many || block->excess <= tolerance || coming;
}

static bool is_kept(const vl_block *block)
{
    return block->kept && !block->old;
}

// Whether the kept factor has turned too far from the links to bring them to their lengths.
static bool is_worn(const vl_block *block, double last)
{
    return is_kept(block) && block->largest > VL_BLOCK_USABLE && block->merit > 1e-1 * last;
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
        if (is_worn(block, last) ? vl_kept_renew(block) : nearer)
            continue;
        last = 0;
        break;
    }
    if (most > 0)
        solve.solved = is_solution(block, last, tolerance);
    solve.residual = block->largest;
    return solve;
}
