// The matrix of a net and its factor.
//
// The factor of a large net is stored for a frame, as links turn little in its substeps and a
// factorisation costs some tens of solves. Links are then corrected along the directions that they
// had when the factor was made, as SHAKE does with those of tₙ: x = x̃ − W Jᵀ(o) λ with the same
// matrix J(o) W Jᵀ(o) + α̃. Along other directions, the forces that cancel in an overdetermined net
// would no longer cancel.

#include "base/interrupt.h"
#include "base/memory.h"
#include "physics/math/axes.h"
#include "physics/model/incidence.h"
#include "physics/model/model.h"
#include "physics/solvers/newton/block.h"

#include <string.h>

// Floating-point operations of a Newton step beyond which a net has no matrix, and beyond which it
// stores its factor for a frame.
static const double most_work = 4e9, large_work = 1e6;

// --- the pattern ---

// Number of couplings, where links that share both nodes count twice; −1 where there are too many.
static int most_couplings(const int *first, int nodes)
{
    int64_t sum = 0;
    for (int n = 0; n < nodes; n++) {
        int64_t links = first[n + 1] - first[n];
        sum += links * (links - 1) / 2;
    }
    return sum < INT32_MAX / 2 ? (int)sum : -1;
}

// Couples link k to the later links at its nodes. Links that share both nodes have one entry.
static void couple(vl_block *block, int k, const vl_incidence *at, vl_pattern *pattern)
{
    const int ends[2] = {block->from[k], block->to[k]};
    for (int e = 0; e < 2; e++)
        for (int t = at->first[ends[e]]; t < at->first[ends[e] + 1]; t++) {
            int row = at->link[t];
            bool twins = at->other[t] == ends[1 - e];
            if (row <= k || (twins && e == 1))
                continue;
            bool same = (block->from[row] == ends[e]) == (e == 0);
            block->couplings[block->coupling_count++] =
                (vl_coupling){row, k, twins ? -1 : ends[e], same ? 1 : -1};
            vl_pattern_add(pattern, row, k);
        }
}

void vl_net_matrix_create(vl_arena *arena, vl_block *block)
{
    vl_arena work = {0};
    vl_incidence at = vl_incidence_create(&work, block->from, block->to, block->rows, block->nodes);
    int most = most_couplings(at.first, block->nodes);
    if (most >= 0 && block->rows > 0) {
        vl_pattern pattern = vl_pattern_create(block->rows, block->rows + most);
        block->couplings = vl_arena_take(arena, (size_t)most, sizeof *block->couplings);
        for (int k = 0; k < block->rows; k++)
            vl_pattern_add(&pattern, k, k);
        for (int k = 0; k < block->rows; k++)
            couple(block, k, &at, &pattern);
        block->sparse = vl_sparse_create(arena, &pattern, most_work, &block->entry);
    }
    vl_arena_free(&work);
    if (block->sparse && block->sparse->work > large_work) {
        block->stored = vl_arena_take(arena, 1, sizeof *block->stored);
        vl_axes_take(arena, block->stored->at, block->nodes);
        block->stored->w = vl_arena_take(arena, (size_t)block->nodes, sizeof(double));
    }
}

// --- the factor ---

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

bool vl_net_factorise(vl_block *block)
{
    // An overdetermined net, or a block that is a piece of a mesh, would buckle far for little
    // strain where it is nearly flat (Levenberg). With a stored factor there are too few steps to
    // converge with such a diagonal.
    static const double softness[] = {1e-10, 1e-7, 1e-4};
    bool soft = (block->overdetermined || block->part) && !block->stored;
    double lower_bound = soft ? 1e-3 : 0;

    bool good = false;
    for (int i = 0; !good && i < 3 && !vl_interrupt_happened(); i++) {
        put_values(block, softness[i] > lower_bound ? softness[i] : lower_bound);
        good = vl_sparse_factorise(block->sparse);
    }
    memcpy(block->factorised, block->active, (size_t)block->rows * sizeof *block->active);
    return good;
}

// --- the stored factor ---

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
    stored->good = vl_stored_factor_renew(block);
    stored->renewed = false;
}

bool vl_stored_factor_renew(vl_block *block)
{
    vl_stored_factor *stored = block->stored;
    vl_axes_copy(block->o, block->u, block->rows);
    stored->time = stored->time_now;
    stored->renewed = true;
    stored->good = vl_net_factorise(block);
    return stored->good;
}
