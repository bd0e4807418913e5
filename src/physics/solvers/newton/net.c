// A net of links, along the new or the old direction. With masses M = W⁻¹ and the stiffness κ of a
// link it solves for places and multipliers together,
//     M (x − x̃) + Jᵀ λ = 0,    |d| − length = α̃ λ + (λ − λ̂)/κ,
// by Newton's method, whose multipliers are eliminated: with u uᵀ along a link, P = 1 − u uᵀ and
// 1/s = α̃ + 1/κ,
//     (M + Σ (λ/|d|) P + Σ s u uᵀ) Δx = −(M (x − x̃) + Jᵀ μ),    μ = s (|d| − length + λ̂/κ),
// over the links that act, and λ becomes μ + s u·Δd (Gill, Robinson, "A primal-dual augmented
// Lagrangian", 2012). There are three unknowns for each particle, and the matrix is positive
// definite whatever links are redundant: what only these bear is given by λ̂ and κ. At first λ̂ are
// the tensions of the last step. Where forces balance, λ is the next λ̂ (Hestenes, "Multiplier and
// gradient methods", 1969): that divides the strain by κ times the least stiffness of the net. It
// helps little where a strain is of second order in the displacement that a load needs, as of a
// straight line of links between two pins, or of a flat mesh with both diagonals. There a strain of
// the change of λ in a step over κ is left, which vanishes at rest. These equations are then the
// ones that are solved.
//     In a compressed net the terms in P make a matrix indefinite; it is made again without those
// of links that push. Along the old direction there is no such term.

#include "physics/math/axes.h"
#include "physics/math/sparse.h"
#include "physics/solvers/newton/block.h"

#include <float.h>
#include <math.h>
#include <string.h>

// Floating-point operations of a Newton step beyond which a net has no matrix.
static const double most_work = 4e9;

// κ times the inverse masses at a link, also of a block that others press out of shape, and while
// the clock stands.
static const double stiff = 1e6, stiff_pressed = 1e3, stiff_at_rest = 1e7;

// Strain along the new direction above which there is no solution.
static const double usable = 5e-2;

// What the multipliers of a net are found with.
typedef struct vl_net {
    vl_sparse *sparse;  // NULL: it would take too long
    int *entry;         // of its contributions
    double *vector;     // kg m, by node and axis: −(M (x − x̃) + Jᵀ μ); then m, the step
    double *before;     // kg m, λ̂ of each link
    double *soft;       // 1/kg, 1/κ
    double *target;     // kg m, μ
    double *impulse;    // kg m, by node and axis: of all links, as in the last step
    double *kept;       // kg m, `impulse` to go back to: of λ̂, and of a start
    double *change;     // kg m, of `impulse` by a Newton step
    double *factorised; // `active` when the factor was made
    bool pushes;        // the factor has the terms in P of links that push
    double rounding;    // error of the largest strain
} vl_net;

void vl_net_create(vl_arena *arena, vl_block *block)
{
    int nodes = block->nodes, rows = block->rows;
    vl_net *net = block->net = vl_arena_take(arena, 1, sizeof *net);
    vl_pattern pattern = vl_pattern_of_links(nodes, block->from, block->to, rows);
    net->sparse = vl_sparse_create(arena, &pattern, most_work, &net->entry);
    block->has_matrix = net->sparse != NULL;
    double **const of_nodes[] = {&net->vector, &net->impulse, &net->change, &net->kept};
    double **const of_rows[] = {&net->factorised, &net->before, &net->soft, &net->target};
    for (int i = 0; i < 4; i++) {
        *of_nodes[i] = vl_arena_take(arena, VL_AXES * (size_t)nodes, sizeof(double));
        *of_rows[i] = vl_arena_take(arena, (size_t)rows, sizeof(double));
    }
}

static double inverse_masses(const vl_block *block, int k)
{
    return block->w[block->from[k]] + block->w[block->to[k]];
}

static vl_vec3 read(const double *vector, int node)
{
    return (vl_vec3){vector[3 * node], vector[3 * node + 1], vector[3 * node + 2]};
}

static void pull_at(const vl_block *block, int k, vl_vec3 impulse, double *vector)
{
    double *from = vector + VL_AXES * block->from[k], *to = vector + VL_AXES * block->to[k];
    from[0] += impulse.x, from[1] += impulse.y, from[2] += impulse.z;
    to[0] -= impulse.x, to[1] -= impulse.y, to[2] -= impulse.z;
}

// −Jᵀ of multipliers: the impulses of links on all nodes.
static void pull(const vl_block *block, const double *multiplier, double *vector)
{
    double *const *o = vl_block_directions(block);
    memset(vector, 0, VL_AXES * (size_t)block->nodes * sizeof *vector);
    for (int k = 0; k < block->rows; k++)
        pull_at(block, k, vl_scale(vl_read(o, k), multiplier[k]), vector);
}

// −(M (x − x̃) + Jᵀ λ), 0 of what does not move.
static void find_imbalance(const vl_block *block, const double *multiplier, double *vector)
{
    pull(block, multiplier, vector);
    for (int n = 0; n < block->nodes; n++)
        for (int axis = 0; axis < VL_AXES; axis++) {
            double moved = block->x[axis][n] - block->start[axis][n];
            double *at = &vector[VL_AXES * n + axis];
            *at = block->w[n] > 0 ? *at - moved / block->w[n] : 0;
        }
}

// Finds residuals. Returns how far places and multipliers are from those of κ, relative to lengths
// of links: places from where the multipliers pull them, lengths from what these or none stretch.
// Rounding errors are those of places, and of displacements by large forces.
static double measure(vl_block *block)
{
    vl_net *net = block->net;
    net->rounding = 0;
    double shift = 0, largest = 0, excess = 0, off = 0;
    vl_block_find_residuals(block, false);
    find_imbalance(block, block->lambda, net->vector);
    for (int k = 0; k < block->rows; k++)
        shift = fmax(shift, fabs(block->lambda[k]) * inverse_masses(block, k));
    double rounding = block->rounding + 4 * DBL_EPSILON * shift;
    for (int k = 0; k < block->rows; k++) {
        double inverse = block->inverse_length[k], size = fabs(block->residual[k]);
        double from = block->w[block->from[k]] * vl_length(read(net->vector, block->from[k]));
        double to = block->w[block->to[k]] * vl_length(read(net->vector, block->to[k]));
        double more = net->soft[k] * (block->lambda[k] - net->before[k]);
        double gap = fmin(size, fabs(block->residual[k] - more)) - rounding;
        largest = fmax(largest, size * inverse);
        net->rounding = fmax(net->rounding, block->rounding * inverse);
        excess = fmax(excess, (size - rounding) * inverse * block->movable[k]);
        off = fmax(off, fmax(fmax(from, to) - rounding, gap * block->movable[k]) * inverse);
    }
    block->largest = largest;
    block->excess = excess;
    return off;
}

// μ, and which links act, where κ is `scale` over the inverse masses.
static void aim(const vl_block *block, double scale)
{
    const vl_net *net = block->net;
    for (int k = 0; k < block->rows; k++) {
        double strain = block->distance[k] - block->length[k];
        double soft = net->soft[k] = inverse_masses(block, k) / scale;
        bool acts = block->movable[k] > 0 && block->distance[k] > 0;
        double target =
            acts ? (strain + soft * net->before[k]) / (block->compliance_per_dt2[k] + soft) : 0;
        bool slack = block->is_string[k] > 0 && !(target > 0);
        block->active[k] = acts && !slack;
        net->target[k] = slack ? 0 : target;
    }
}

// λ/|d| of the term in P. `pushes`: also where it is negative.
static double stiffness_across(const vl_block *block, int k, bool pushes)
{
    bool turns = block->active[k] > 0 && !block->along_old;
    double stiffness = turns ? block->lambda[k] / block->distance[k] : 0;
    return pushes ? stiffness : fmax(stiffness, 0);
}

// Makes the matrix and its factor.
static bool factorise(const vl_block *block, bool pushes)
{
    static const int in_block[] = {0, 1, 2, 1, 3, 4, 2, 4, 5};

    const vl_net *net = block->net;
    const int *entry = net->entry;
    double *values = net->sparse->values;
    vl_sparse_clear(net->sparse);
    for (int n = 0; n < block->nodes; n++)
        for (int i = 0; i < 6; i += i ? 2 : 3) // xx, yy, zz
            values[entry[6 * n + i]] += block->w[n] > 0 ? 1 / block->w[n] : 1;
    for (int k = 0; k < block->rows; k++) {
        if (!(block->active[k] > 0))
            continue;
        double b[6] = {0}, along = 1 / (block->compliance_per_dt2[k] + net->soft[k]);
        double across = stiffness_across(block, k, pushes);
        vl_block_add(b, vl_read(vl_block_directions(block), k), along - across, across);
        int from = block->from[k], to = block->to[k];
        for (int i = 0; i < 6; i++) {
            values[entry[6 * from + i]] += block->w[from] > 0 ? b[i] : 0;
            values[entry[6 * to + i]] += block->w[to] > 0 ? b[i] : 0;
        }
        for (int i = 0; block->w[from] > 0 && block->w[to] > 0 && i < 9; i++)
            values[entry[6 * block->nodes + 9 * k + i]] -= b[in_block[i]];
    }
    return vl_sparse_factorise(net->sparse);
}

// x = x̃ + W times the impulses. So momentum is kept to rounding, and not to the error of a
// solution.
static void move(vl_block *block)
{
    for (int n = 0; n < block->nodes; n++) {
        vl_vec3 moved = vl_scale(read(block->net->impulse, n), block->w[n]);
        vl_write(block->x, n, vl_add(vl_read(block->start, n), moved));
    }
}

// A Newton step from x and λ, with the last factor where that `serves` and the same links act.
// False where it is not finite.
static bool step(vl_block *block, bool serves)
{
    vl_net *net = block->net;
    double *const *o = vl_block_directions(block);
    size_t bytes = (size_t)block->rows * sizeof *block->active;
    if (!serves || memcmp(net->factorised, block->active, bytes) != 0) {
        net->pushes = factorise(block, true);
        if (!net->pushes && !factorise(block, false))
            return false;
        memcpy(net->factorised, block->active, bytes);
    }
    find_imbalance(block, net->target, net->vector);
    vl_sparse_solve(net->sparse, net->vector, net->vector);
    memset(net->change, 0, VL_AXES * (size_t)block->nodes * sizeof *net->change);
    for (int k = 0; k < block->rows; k++) {
        vl_vec3 d = vl_sub(read(net->vector, block->to[k]), read(net->vector, block->from[k]));
        double across = stiffness_across(block, k, net->pushes), along = vl_dot(d, vl_read(o, k));
        double more = along / (block->compliance_per_dt2[k] + net->soft[k]);
        double lambda = net->target[k] + (block->active[k] > 0 ? more : 0);
        vl_vec3 force = vl_scale(vl_read(o, k), lambda - across * along);
        pull_at(block, k, vl_add(force, vl_scale(d, across)), net->change);
        lambda = block->is_string[k] > 0 ? fmax(lambda, 0) : lambda;
        block->delta_lambda[k] = lambda - block->lambda[k];
    }
    for (int i = 0; i < VL_AXES * block->nodes; i++)
        net->change[i] -= net->impulse[i];
    return true;
}

// Makes a part of the step.
static void advance(vl_block *block, double part)
{
    for (int k = 0; k < block->rows; k++)
        block->lambda[k] += part * block->delta_lambda[k];
    for (int i = 0; i < VL_AXES * block->nodes; i++)
        block->net->impulse[i] += part * block->net->change[i];
    move(block);
}

// kg m²: half of what whole steps minimise, at x.
static double aimed_energy(vl_block *block, double scale)
{
    double sum = 0;
    vl_block_find_residuals(block, false);
    aim(block, scale);
    for (int n = 0; n < block->nodes; n++) {
        vl_vec3 d = vl_sub(vl_read(block->x, n), vl_read(block->start, n));
        sum += block->w[n] > 0 ? vl_dot(d, d) / block->w[n] : 0;
    }
    for (int k = 0; k < block->rows; k++) {
        double soft = block->compliance_per_dt2[k] + block->net->soft[k];
        sum += block->net->target[k] * block->net->target[k] * soft;
    }
    return sum;
}

// Begins where the tensions of the last step pull the nodes along the directions at tₙ, if that is
// nearer to a solution. As long as forces change little that is right to the third order.
static void begin_near(vl_block *block, double scale)
{
    vl_net *net = block->net;
    double energy = aimed_energy(block, scale);
    pull(block, block->lambda, net->impulse);
    if (block->along_old || block->part)
        return;
    memcpy(net->kept, net->impulse, VL_AXES * (size_t)block->nodes * sizeof(double));
    block->along_old = true;
    pull(block, block->lambda, net->impulse);
    block->along_old = false;
    move(block);
    if (aimed_energy(block, scale) < energy)
        return;
    memcpy(net->impulse, net->kept, VL_AXES * (size_t)block->nodes * sizeof(double));
    vl_axes_copy(block->x, block->start, block->nodes);
}

// In turn with others, redundant links meet lengths that do not fit, and their multipliers grow
// with each visit. The masses bear this part of them: the matrix is definite where 2 Σ −λ/|d| of a
// node, over links that push, is below its mass. What the rest has moved stays.
static double part_borne(vl_block *block)
{
    double most = 1, *load = block->net->vector; // by node
    memset(load, 0, (size_t)block->nodes * sizeof *load);
    vl_block_find_residuals(block, false);
    for (int k = 0; k < block->rows; k++) {
        double push = fmax(-2 * stiffness_across(block, k, true), 0);
        load[block->from[k]] += push;
        load[block->to[k]] += push;
    }
    for (int n = 0; n < block->nodes; n++)
        most = fmax(most, load[n] * block->w[n]);
    return 1 / most;
}

vl_solve vl_net_solve(vl_block *block, int most, double tolerance)
{
    enum { WHOLE_STEPS = 8 };

    const vl_net *net = block->net;
    const double scale = block->pressed ? stiff_pressed : block->at_rest ? stiff_at_rest : stiff;
    const size_t bytes = (size_t)block->rows * sizeof(double);
    vl_solve solve = {.solved = true, .measured = true};
    // what it has moved before belongs to its multipliers
    vl_axes_difference(block->start, block->x, block->displacement, 1, block->nodes);
    double kept = block->part ? part_borne(block) : 1;
    for (int k = 0; k < block->rows; k++) {
        block->length[k] += (1 - kept) * block->compliance_per_dt2[k] * block->lambda[k];
        block->lambda[k] *= kept;
    }
    vl_axes_mix(block->start, block->x, block->start, kept, block->nodes);
    memcpy(net->before, block->lambda, bytes);
    begin_near(block, scale);
    double off = measure(block), refined = HUGE_VAL;
    bool balanced = false; // off by no more than rounding
    while (solve.sweeps < most && solve.solved && fmax(block->excess, off) > tolerance) {
        double off_before = off;
        if (refined < HUGE_VAL && !(block->largest < 0.5 * refined))
            break;
        refined = HUGE_VAL;
        if (balanced) {
            memcpy(net->before, block->lambda, bytes);
            memcpy(net->kept, net->impulse, VL_AXES * (size_t)block->nodes * sizeof(double));
            refined = block->largest;
        }
        double energy = aimed_energy(block, scale) * (1 + 1e-9); // but for rounding
        solve.solved = step(block, solve.sweeps > 0 && (block->along_old || refined < HUGE_VAL));
        advance(block, solve.solved ? 1 : 0);
        // whole steps find sooner which strings act, but may go in circles
        bool searches = solve.solved && (solve.sweeps >= WHOLE_STEPS || !block->has_strings);
        for (double part = 0.5; searches && part > 0.01 && !(aimed_energy(block, scale) <= energy);
             part *= 0.5)
            advance(block, -part);
        solve.sweeps++;
        off = measure(block);
        bool stalls = refined == HUGE_VAL && off > 0.5 * off_before;
        balanced = off <= tolerance || (stalls && off <= scale * net->rounding);
    }
    if (refined < HUGE_VAL && !(block->largest < 0.5 * refined)) {
        memcpy(block->lambda, net->before, bytes);
        memcpy(net->impulse, net->kept, VL_AXES * (size_t)block->nodes * sizeof(double));
        move(block);
        measure(block);
        off = 0;
        balanced = true;
    }
    solve.solved &= vl_axes_are_within(block->x, DBL_MAX, block->nodes);
    if (!solve.solved) {
        vl_axes_copy(block->x, block->start, block->nodes);
        memset(block->lambda, 0, bytes);
        pull(block, block->lambda, net->impulse);
        measure(block);
    }
    vl_axes_difference(block->displacement, block->x, block->start, 1, block->nodes);
    for (int i = 0; i < block->fixed_count; i++)
        for (int axis = 0; axis < VL_AXES; axis++) {
            vl_fixed_node *fixed = &block->fixed[i];
            double impulse = net->impulse[VL_AXES * fixed->node + axis];
            fixed->impulse[axis] = impulse - kept * fixed->step[axis];
            fixed->step[axis] = impulse;
        }
    // few steps leave a strain; where forces balance, links that have no lengths together are as
    // near as they can be
    double worst = block->along_old ? block->largest : fmin(block->largest, off);
    solve.solved &= most == 0 || worst <= (block->along_old ? VL_BLOCK_USABLE : usable);
    solve.residual = block->largest;
    bool as_near_as_can_be = balanced && block->largest <= VL_BLOCK_USABLE;
    solve.unconverged = fmax(block->excess, off) > tolerance && !as_near_as_can_be;
    return solve;
}
