// The layout of a block in rows and nodes, and its memory.

#include "base/memory.h"
#include "physics/math/axes.h"
#include "physics/model/model.h"
#include "physics/solvers/newton/block.h"

// --- paths ---

typedef struct joints {
    int *degree;     // by slot: number of links of the block
    int (*touch)[2]; // the first two of them
} joints;

// Whether no particle has more than two links of the block.
static bool find_joints(joints *j, const vl_world *world, const int *link, int count)
{
    size_t particles = (size_t)world->particles.count;
    j->degree = vl_alloc(particles, sizeof *j->degree);
    j->touch = vl_alloc(particles, sizeof *j->touch);
    bool path = true;
    for (int k = 0; k < count; k++) {
        const int ends[2] = {world->links.from[link[k]], world->links.to[link[k]]};
        for (int e = 0; e < 2; e++) {
            int degree = j->degree[ends[e]]++;
            path = path && degree < 2;
            if (degree < 2)
                j->touch[ends[e]][degree] = link[k];
        }
    }
    return path;
}

static void put_row(vl_block *block, int link, int from, int to)
{
    block->link[block->rows] = link;
    block->from[block->rows] = from;
    block->to[block->rows] = to;
    block->rows++;
}

// Lays out a path from its end `slot`; returns its number of links.
static int walk(vl_block *block, const vl_links *links, const joints *j, int slot)
{
    int found = 0, before = -1;
    if (block->nodes > 0)
        put_row(block, -1, block->nodes - 1, block->nodes);
    block->slot[block->nodes++] = slot;
    for (;;) {
        int next = -1;
        for (int e = 0; e < j->degree[slot]; e++)
            if (j->touch[slot][e] != before)
                next = j->touch[slot][e];
        if (next < 0)
            return found;
        slot = links->from[next] == slot ? links->to[next] : links->from[next];
        put_row(block, next, block->nodes - 1, block->nodes);
        block->slot[block->nodes++] = slot;
        before = next;
        found++;
    }
}

// Lays out paths; false where the links branch or close a ring.
static bool lay_paths(vl_block *block, const vl_world *world, const int *link, int count)
{
    joints j;
    int found = 0;
    bool path = find_joints(&j, world, link, count);
    for (int slot = 0; path && slot < world->particles.count; slot++) {
        if (j.degree[slot] != 1)
            continue;
        found += walk(block, &world->links, &j, slot);
        j.degree[block->slot[block->nodes - 1]] = 0; // the other end is done
    }
    vl_free(j.degree);
    vl_free(j.touch);
    if (path && found == count)
        return true;
    block->rows = block->nodes = 0;
    return false;
}

// --- nets ---

static void lay_net(vl_block *block, const vl_world *world, const int *link, int count)
{
    const int *from = world->links.from, *to = world->links.to;
    int *node = vl_alloc((size_t)world->particles.count, sizeof *node);
    for (int k = 0; k < count; k++)
        node[from[link[k]]] = node[to[link[k]]] = 1;
    for (int slot = 0; slot < world->particles.count; slot++)
        if (node[slot]) {
            node[slot] = block->nodes;
            block->slot[block->nodes++] = slot;
        }
    for (int k = 0; k < count; k++)
        put_row(block, link[k], node[from[link[k]]], node[to[link[k]]]);
    vl_free(node);
}

// --- memory ---

// The links `link[0 … count − 1]` or, where `link` is NULL, all.
static vl_block *lay_out(vl_arena *arena, const vl_world *world, const int *link, int count)
{
    vl_block *block = vl_arena_take(arena, 1, sizeof *block);
    int **const of_rows[] = {&block->link, &block->from, &block->to, &block->slot};
    for (int i = 0; i < 4; i++)
        *of_rows[i] = vl_arena_take(arena, 2 * (size_t)count, sizeof(int));
    int *chosen = vl_alloc((size_t)count, sizeof *chosen);
    for (int k = 0; k < count; k++)
        chosen[k] = link ? link[k] : k;
    block->path = lay_paths(block, world, chosen, count);
    if (!block->path)
        lay_net(block, world, chosen, count);
    block->overdetermined = count > 3 * block->nodes;
    vl_free(chosen);
    return block;
}

// Gives the arrays, each with `axes` parts, their places from `next` on.
static double *place(double *next, double **const *arrays, size_t count, int axes, size_t length)
{
    for (size_t i = 0; i < count; i++)
        for (int axis = 0; axis < axes; axis++, next += length)
            arrays[i][axis] = next;
    return next;
}

// Whole cache lines, and a gap between two arrays: at equal offsets in a page, the axes of a node
// would compete for the same cache lines.
static size_t padded(int count)
{
    return ((size_t)count + 79) / 8 * 8;
}

static void make_arrays(vl_arena *arena, vl_block *b)
{
    double **const node_axes[] = {b->x, b->displacement, b->start}, **const node[] = {&b->w};
    double **const row_axes[] = {b->u, b->o, b->force, b->separation};
    double **const row[] = {
        &b->length,     &b->inverse_length, &b->compliance_per_dt2,
        &b->lambda,     &b->delta_lambda,   &b->residual,
        &b->is_string,  &b->movable,        &b->active,
        &b->factorised, &b->lower,          &b->diagonal,
        &b->upper,      &b->work,           &b->distance,
        &b->transverse, &b->coupling,
    };

    enum { ROWS = sizeof row / sizeof *row };

    size_t nodes = padded(b->nodes), rows = padded(b->rows);
    double *numbers = vl_arena_take(arena, (3 * VL_AXES + 1) * nodes + (4 * VL_AXES + ROWS) * rows,
                                    sizeof(double));
    double *next = place(numbers, node_axes, 3, VL_AXES, nodes);
    next = place(next, node, 1, 1, nodes);
    next = place(next, row_axes, 4, VL_AXES, rows);
    place(next, row, ROWS, 1, rows);
    b->pivot = vl_arena_take(arena, (size_t)b->rows, sizeof *b->pivot);
    b->fixed = vl_arena_take(arena, (size_t)b->nodes, sizeof *b->fixed);
}

vl_block *vl_block_create_part(vl_arena *arena, const vl_world *world, const int *link, int count)
{
    vl_block *block = lay_out(arena, world, link, count);
    make_arrays(arena, block);
    if (!block->path)
        vl_net_matrix_create(arena, block);
    block->part = true;
    return block;
}

vl_block *vl_block_create(vl_arena *arena, const vl_world *world)
{
    vl_block *block = vl_block_create_part(arena, world, NULL, world->links.hard_count);
    if (!block->path && block->rows > 0)
        block->projection = vl_global_projection_create(arena, block);
    block->part = false;
    return block;
}

bool vl_block_is_path(const vl_world *world)
{
    vl_arena arena = {0};
    bool path = lay_out(&arena, world, NULL, world->links.hard_count)->path;
    vl_arena_free(&arena);
    return path;
}
