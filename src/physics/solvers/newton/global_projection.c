// A projection for links so far from their lengths that Newton's method fails. An iteration gives
// each link its length in its present direction, and then finds the positions that fit all links
// best. The matrix of the second part, a Laplacian of the net, does not depend on the positions and
// is factorised once; a correction crosses the whole net in one iteration. Bouaziz et al.,
// "Projective dynamics", 2014, with stiffness alone: masses only decide where a free net stays.

#include "physics/math/axes.h"
#include "physics/solvers/newton/block.h"

// Stiffness that holds a mean particle in place, relative to that of a link.
static const double anchor = 1e-7;

// Operations, some 100 s: a net that needs more, and more memory than a machine has to give, is
// left to sweeps.
static const double most_work = 1e11;

// One unknown for each node, and the same matrix in all axes.
typedef struct vl_global_projection {
    vl_sparse *sparse;
    int *entry;    // entry of each node, on the diagonal, then of each link
    double *mass;  // kg, of the nodes when the matrix was made; 0: does not move
    double anchor; // 1/(kg m²), stiffness that holds a particle in place, by mass
    double *right;
} vl_global_projection;

vl_global_projection *vl_global_projection_create(vl_arena *arena, const vl_block *block)
{
    vl_global_projection *g = vl_arena_take(arena, 1, sizeof *g);
    g->mass = vl_arena_take(arena, (size_t)block->nodes, sizeof(double));
    g->right = vl_arena_take(arena, (size_t)block->nodes, sizeof(double));
    vl_pattern pattern = vl_pattern_create(block->nodes, block->nodes + block->rows);
    for (int n = 0; n < block->nodes; n++) {
        vl_pattern_add(&pattern, n, n);
        g->mass[n] = -1; // no matrix yet
    }
    for (int k = 0; k < block->rows; k++) {
        int a = block->from[k], b = block->to[k];
        vl_pattern_add(&pattern, a < b ? b : a, a < b ? a : b);
    }
    g->sparse = vl_sparse_create(arena, &pattern, most_work, &g->entry);
    return g;
}

static double stiffness(const vl_block *block, int k)
{
    return block->inverse_length[k] * block->inverse_length[k];
}

// Factorises again only when a particle was pinned or released.
static bool factorise(vl_global_projection *g, const vl_block *block)
{
    bool same = true;
    for (int n = 0; n < block->nodes; n++) {
        double mass = block->w[n] > 0 ? 1 / block->w[n] : 0;
        same = same && mass == g->mass[n];
        g->mass[n] = mass;
    }
    if (same)
        return true;
    double *values = g->sparse->values, total = 0, masses = 0;
    vl_sparse_clear(g->sparse);
    for (int k = 0; k < block->rows; k++)
        total += stiffness(block, k);
    for (int n = 0; n < block->nodes; n++)
        masses += g->mass[n];
    g->anchor = masses > 0 ? anchor * total / masses : 0;
    for (int n = 0; n < block->nodes; n++)
        values[g->entry[n]] = g->mass[n] > 0 ? g->anchor * g->mass[n] : 1;
    for (int k = 0; k < block->rows; k++) {
        int from = block->from[k], to = block->to[k];
        double s = stiffness(block, k);
        if (g->mass[from] > 0)
            values[g->entry[from]] += s;
        if (g->mass[to] > 0)
            values[g->entry[to]] += s;
        if (g->mass[from] > 0 && g->mass[to] > 0)
            values[g->entry[block->nodes + k]] -= s;
    }
    bool good = vl_sparse_factorise(g->sparse);
    for (int n = 0; !good && n < block->nodes; n++)
        g->mass[n] = -1;
    return good;
}

// Σ stiffness · φ over the links of a node.
static double sum_around(const vl_block *block, int node, const double *phi)
{
    double sum = 0;
    for (int k = 0; k < block->rows; k++) {
        int from = block->from[k], to = block->to[k];
        if (from == node || to == node)
            sum += stiffness(block, k) * phi[from == node ? to : from];
    }
    return sum;
}

// Of all impulses of links, in any direction, that give the free nodes their momenta m (x − start),
// it takes those whose sum of squares is smallest: stiffness · (φ − φ') between two nodes. The
// matrix is that of the projection, whose anchor is undone by repetition.
static void find_reactions(vl_global_projection *g, vl_block *block, int axis)
{
    enum { REPETITIONS = 8 };

    const double *x = block->x[axis], *start = block->start[axis];
    double *phi = block->displacement[axis];
    for (int n = 0; n < block->nodes; n++)
        g->right[n] = g->mass[n] * (x[n] - start[n]);
    for (int i = 0; i < REPETITIONS; i++) {
        vl_sparse_solve(g->sparse, g->right, phi);
        for (int k = 0; k < block->fixed_count; k++)
            block->fixed[k].impulse[axis] -= sum_around(block, block->fixed[k].node, phi);
        for (int n = 0; n < block->nodes; n++)
            g->right[n] = g->anchor * g->mass[n] * phi[n];
    }
}

int vl_global_projection_run(vl_block *block, int most, double near)
{
    vl_global_projection *g = block->projection;
    if (!g->sparse || !factorise(g, block))
        return 0;
    vl_axes_copy(block->start, block->x, block->nodes);
    int iterations = 0;
    while (iterations < most && vl_block_find_strain(block, true) > near) {
        for (int axis = 0; axis < VL_AXES; axis++) {
            const double *x = block->x[axis], *start = block->start[axis];
            for (int n = 0; n < block->nodes; n++)
                g->right[n] = g->mass[n] > 0 ? g->anchor * g->mass[n] * start[n] : x[n];
            for (int k = 0; k < block->rows; k++) {
                int from = block->from[k], to = block->to[k];
                double apart = x[to] - x[from], s = stiffness(block, k);
                bool slack = block->is_string[k] > 0 && block->distance[k] < block->length[k];
                double wanted = slack ? apart : block->length[k] * block->u[axis][k];
                if (g->mass[from] > 0)
                    g->right[from] += s * ((g->mass[to] > 0 ? 0 : x[to]) - wanted);
                if (g->mass[to] > 0)
                    g->right[to] += s * ((g->mass[from] > 0 ? 0 : x[from]) + wanted);
            }
            vl_sparse_solve(g->sparse, g->right, block->x[axis]);
        }
        iterations++;
    }
    for (int axis = 0; axis < VL_AXES && block->fixed_count > 0; axis++)
        find_reactions(g, block, axis);
    return iterations;
}
