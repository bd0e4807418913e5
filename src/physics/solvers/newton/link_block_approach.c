// From far away, where Newton's method is no good yet: every link is given its length in its
// present direction by itself, then the positions that fit all of these best are found, in turn.
// The matrix of the second part, a Laplacian of the net, stays the same for ever and is factorised
// once; news crosses the whole net in one turn. Bouaziz et al., "Projective dynamics", 2014, with
// stiffness alone: mass only says where what is not held at all stays.

#include "physics/solvers/newton/link_block_parts.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

// How much of a link's stiffness holds a mean particle where it was.
static const double anchor = 1e-7;

// The links of each node to later nodes, as columns of a lower triangle.
static void lay_pattern(vl_approach *a, const vl_block *block)
{
    int *start = a->column_start;
    for (int k = 0; k < block->rows; k++)
        start[(block->from[k] < block->to[k] ? block->from[k] : block->to[k]) + 1]++;
    for (int n = 0; n < block->nodes; n++)
        start[n + 1] += start[n] + 1;
    int *next = vl_alloc((size_t)block->nodes, sizeof *next);
    for (int n = 0; n < block->nodes; n++) {
        a->row[start[n]] = n;
        next[n] = start[n] + 1;
    }
    for (int k = 0; k < block->rows; k++) {
        bool up = block->from[k] < block->to[k];
        int column = up ? block->from[k] : block->to[k], row = up ? block->to[k] : block->from[k];
        int entry = start[column] + 1;
        while (entry < next[column] && a->row[entry] != row)
            entry++;
        if (entry == next[column])
            a->row[next[column]++] = row;
        a->entry[k] = entry;
    }
    // what twins left free at the end of a column is closed up
    int to = 0;
    int *moved = vl_alloc((size_t)start[block->nodes], sizeof *moved);
    for (int n = 0; n < block->nodes; n++) {
        int first = to;
        for (int e = start[n]; e < next[n]; e++) {
            moved[e] = to;
            a->row[to++] = a->row[e];
        }
        start[n] = first;
    }
    start[block->nodes] = to;
    for (int k = 0; k < block->rows; k++)
        a->entry[k] = moved[a->entry[k]];
    vl_free(moved);
    vl_free(next);
}

vl_approach *vl_approach_create(const vl_block *block)
{
    vl_approach *a = vl_alloc(1, sizeof *a);
    size_t rows = (size_t)block->rows, nodes = (size_t)block->nodes;
    a->column_start = vl_alloc(nodes + 1, sizeof(int));
    a->row = vl_alloc(rows + nodes, sizeof(int));
    a->entry = vl_alloc(rows, sizeof(int));
    a->mass = vl_alloc(nodes, sizeof(double));
    a->right = vl_alloc(nodes, sizeof(double));
    lay_pattern(a, block);
    a->sparse = vl_sparse_create(block->nodes, a->column_start, a->row);
    for (size_t n = 0; n < nodes; n++)
        a->mass[n] = -1; // of no matrix yet
    return a;
}

void vl_approach_free(vl_approach *a)
{
    if (!a)
        return;
    vl_sparse_free(a->sparse);
    vl_free(a->column_start);
    vl_free(a->row);
    vl_free(a->entry);
    vl_free(a->mass);
    vl_free(a->right);
    vl_free(a);
}

static double stiffness(const vl_block *block, int k)
{
    return block->inverse_rest[k] * block->inverse_rest[k];
}

static void put_values(vl_approach *a, const vl_block *block)
{
    double *values = vl_sparse_values(a->sparse), total = 0, masses = 0;
    memset(values, 0, (size_t)a->column_start[block->nodes] * sizeof *values);
    for (int k = 0; k < block->rows; k++)
        total += stiffness(block, k);
    for (int n = 0; n < block->nodes; n++)
        masses += a->mass[n];
    a->held = masses > 0 ? anchor * total / masses : 0;
    for (int n = 0; n < block->nodes; n++)
        values[a->column_start[n]] = a->mass[n] > 0 ? a->held * a->mass[n] : 1;
    for (int k = 0; k < block->rows; k++) {
        int from = block->from[k], to = block->to[k];
        double s = stiffness(block, k);
        if (a->mass[from] > 0)
            values[a->column_start[from]] += s;
        if (a->mass[to] > 0)
            values[a->column_start[to]] += s;
        if (a->mass[from] > 0 && a->mass[to] > 0)
            values[a->entry[k]] -= s;
    }
}

// Anew when something was pinned or let go.
static bool factorise(vl_approach *a, const vl_block *block)
{
    bool same = true;
    for (int n = 0; n < block->nodes; n++) {
        double mass = block->w[n] > 0 ? 1 / block->w[n] : 0;
        same = same && mass == a->mass[n];
        a->mass[n] = mass;
    }
    if (same)
        return true;
    put_values(a, block);
    bool good = vl_sparse_factorise(a->sparse);
    for (int n = 0; !good && n < block->nodes; n++)
        a->mass[n] = -1; // of no masses
    return good;
}

// The sides of the system in one axis: what each link, at its own length, says of its ends.
static void put_right(vl_approach *a, const vl_block *block, int axis)
{
    const double *x = block->x[axis], *start = block->start[axis];
    for (int n = 0; n < block->nodes; n++)
        a->right[n] = a->mass[n] > 0 ? a->held * a->mass[n] * start[n] : x[n];
    for (int k = 0; k < block->rows; k++) {
        int from = block->from[k], to = block->to[k];
        double apart = x[to] - x[from], s = stiffness(block, k);
        bool slack = block->pulls_only[k] > 0 && block->distance[k] < block->rest[k];
        double wanted = slack ? apart : block->rest[k] * block->u[axis][k];
        if (a->mass[from] > 0)
            a->right[from] += s * ((a->mass[to] > 0 ? 0 : x[to]) - wanted);
        if (a->mass[to] > 0)
            a->right[to] += s * ((a->mass[from] > 0 ? 0 : x[from]) + wanted);
    }
}

// Directions and distances, and the largest strain.
static double look(vl_block *block)
{
    double largest = 0;
    for (int k = 0; k < block->rows; k++) {
        vl_vec3 d = vl_sub(vl_read(block->x, block->to[k]), vl_read(block->x, block->from[k]));
        double length = vl_length(d), off = length - block->rest[k];
        vl_write(block->u, k, vl_scale(d, length > 0 ? 1 / length : 0));
        block->distance[k] = length;
        off = block->pulls_only[k] > 0 && off < 0 ? 0 : fabs(off);
        largest = fmax(largest, off * block->inverse_rest[k] * block->movable[k]);
    }
    return largest;
}

int vl_block_approach(vl_block *block, int most, double near)
{
    vl_approach *a = block->approach;
    if (!a || !a->sparse || !factorise(a, block))
        return 0;
    for (int axis = 0; axis < VL_AXES; axis++)
        memcpy(block->start[axis], block->x[axis], (size_t)block->nodes * sizeof(double));
    int turns = 0;
    while (turns < most && look(block) > near) {
        for (int axis = 0; axis < VL_AXES; axis++) {
            put_right(a, block, axis);
            vl_sparse_solve(a->sparse, a->right, block->x[axis]);
        }
        turns++;
    }
    return turns;
}
