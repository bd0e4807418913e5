// A block: its layout, its memory, and its solve, which chooses the method and its start.

#include "physics/solvers/newton/block.h"
#include "base/memory.h"
#include "physics/math/axes.h"
#include "physics/model/model.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- the layout in rows and nodes ---

// Of a particle of the block: its slot, its links, and which they are, of two at most.
typedef struct joint {
    int slot, degree, touch[2];
} joint;

// Link k begins at the joint end[2k] and ends at end[2k + 1]; joints are in the order of the slots.
typedef struct layout {
    const int *link;
    int count, joint_count;
    bool branches; // a joint has more than two links
    int *end;
    joint *joints;
} layout;

int vl_block_compare(const void *left, const void *right)
{
    const int64_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

// The work is that of the block, not of the world: there may be many blocks.
static void find_joints(layout *l, const vl_links *links)
{
    int64_t *ends = vl_alloc(2 * (size_t)l->count, sizeof *ends); // with their slots
    for (int i = 0; i < 2 * l->count; i++)
        ends[i] = ((int64_t)(i % 2 ? links->to : links->from)[l->link[i / 2]] << 32) + i;
    qsort(ends, 2 * (size_t)l->count, sizeof *ends, vl_block_compare);
    for (int i = 0; i < 2 * l->count; i++) {
        int slot = (int)(ends[i] >> 32), end = (int)(ends[i] & INT32_MAX);
        if (i == 0 || slot != ends[i - 1] >> 32)
            l->joints[l->joint_count++] = (joint){.slot = slot};
        joint *last = &l->joints[l->joint_count - 1];
        last->touch[last->degree++ % 2] = end / 2;
        l->branches |= last->degree > 2;
        l->end[end] = l->joint_count - 1;
    }
    vl_free(ends);
}

static void put_row(vl_block *block, int link, int from, int to)
{
    block->link[block->rows] = link;
    block->from[block->rows] = from;
    block->to[block->rows] = to;
    block->rows++;
}

// Lays out a path from its end, a joint; returns that at its other end.
static int walk(vl_block *block, const layout *l, int at)
{
    if (block->nodes > 0)
        put_row(block, -1, block->nodes - 1, block->nodes);
    block->slot[block->nodes++] = l->joints[at].slot;
    for (int before = -1;;) {
        int next = -1;
        for (int e = 0; e < l->joints[at].degree; e++)
            if (l->joints[at].touch[e] != before)
                next = l->joints[at].touch[e];
        if (next < 0)
            return at;
        at = l->end[2 * next] == at ? l->end[2 * next + 1] : l->end[2 * next];
        put_row(block, l->link[next], block->nodes - 1, block->nodes);
        block->slot[block->nodes++] = l->joints[at].slot;
        before = next;
    }
}

// Lays out paths; false where the links branch or close a ring.
static bool lay_paths(vl_block *block, const layout *l)
{
    int paths = 0;
    for (int i = 0; !l->branches && i < l->joint_count; i++)
        if (l->joints[i].degree == 1) {
            l->joints[walk(block, l, i)].degree = 0; // the other end is done
            paths++;
        }
    return !l->branches && block->rows == l->count + paths - 1;
}

// --- its memory ---

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
    layout l = {.link = chosen, .count = count};
    l.end = vl_alloc(2 * (size_t)count, sizeof *l.end);
    l.joints = vl_alloc(2 * (size_t)count, sizeof *l.joints);
    find_joints(&l, &world->links);
    block->path = lay_paths(block, &l);
    if (!block->path) { // a net
        block->rows = 0;
        block->nodes = l.joint_count;
        for (int i = 0; i < l.joint_count; i++)
            block->slot[i] = l.joints[i].slot;
        for (int k = 0; k < l.count; k++)
            put_row(block, l.link[k], l.end[2 * k], l.end[2 * k + 1]);
    }
    vl_free(chosen);
    vl_free(l.end);
    vl_free(l.joints);
    return block;
}

// Gives the arrays, each with `axes` parts, their places from `next` on.
static double *put(double *next, double **const *arrays, size_t count, int axes, size_t length)
{
    for (size_t i = 0; i < count; i++)
        for (int axis = 0; axis < axes; axis++, next += length)
            arrays[i][axis] = next;
    return next;
}

// Whole cache lines, and a gap between two arrays of a page or more: at equal offsets in a page,
// the axes of a node would compete for the same cache lines.
static size_t padded(int count)
{
    return ((size_t)count + (count < 512 ? 7 : 79)) / 8 * 8;
}

vl_block *vl_block_create_part(vl_arena *arena, const vl_world *world, const int *link, int count)
{
    vl_block *block = lay_out(arena, world, link, count);
    double **const node_axes[] = {block->x, block->displacement, block->start};
    double **const node[] = {&block->w};
    double **const row_axes[] = {block->u, block->o, block->force, block->separation};
    double **const row[] = {
        &block->length,       &block->inverse_length, &block->compliance_per_dt2, &block->lambda,
        &block->delta_lambda, &block->residual,       &block->is_string,          &block->movable,
        &block->active,       &block->lower,          &block->diagonal,           &block->upper,
        &block->work,         &block->distance,       &block->transverse,         &block->coupling,
    };

    enum { ROWS = sizeof row / sizeof *row };

    size_t nodes = padded(block->nodes), rows = padded(block->rows);
    double *numbers = vl_arena_take(arena, (3 * VL_AXES + 1) * nodes + (4 * VL_AXES + ROWS) * rows,
                                    sizeof(double));
    double *next = put(numbers, node_axes, 3, VL_AXES, nodes);
    next = put(next, node, 1, 1, nodes);
    next = put(next, row_axes, 4, VL_AXES, rows);
    put(next, row, ROWS, 1, rows);
    block->pivot = vl_arena_take(arena, (size_t)block->rows, sizeof *block->pivot);
    block->run = vl_arena_take(arena, (size_t)block->rows, sizeof *block->run);
    block->fixed = vl_arena_take(arena, (size_t)block->nodes, sizeof *block->fixed);
    if (!block->path)
        vl_net_create(arena, block);
    block->part = true;
    return block;
}

vl_block *vl_block_create(vl_arena *arena, const vl_world *world)
{
    vl_block *block = vl_block_create_part(arena, world, NULL, world->links.hard_count);
    block->part = false;
    return block;
}

bool vl_block_has_matrix(const vl_block *block)
{
    return block->path || block->has_matrix;
}

bool vl_block_is_path(const vl_world *world)
{
    vl_arena arena = {0};
    bool path = lay_out(&arena, world, NULL, world->links.hard_count)->path;
    vl_arena_free(&arena);
    return path;
}

// --- positions in and out ---

// Copies the rows of `from` (by slot) that belong to the nodes.
static void gather(const vl_block *block, double *const to[VL_AXES], double *const from[VL_AXES])
{
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int n = 0; n < block->nodes; n++)
            to[axis][n] = from[axis][block->slot[n]];
}

static void put_positions(const vl_block *block, const vl_world *world)
{
    for (int axis = 0; axis < VL_AXES; axis++) {
        for (int n = 0; n < block->nodes; n++)
            world->particles.x[axis][block->slot[n]] = block->x[axis][n];
        for (int i = 0; i < block->fixed_count; i++)
            world->reaction[axis][block->slot[block->fixed[i].node]] +=
                block->fixed[i].impulse[axis];
    }
}

// Four rounding errors of the largest coordinate.
static void set_rounding(vl_block *block)
{
    double most = 0;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int n = 0; n < block->nodes; n++)
            most = fabs(block->x[axis][n]) > most ? fabs(block->x[axis][n]) : most;
    block->rounding = 4 * DBL_EPSILON * most;
}

// --- its solve ---

// Whether the tensions of the last substep are where the next one begins.
static bool remembers(const vl_block *block)
{
    return block->net && !block->part;
}

void vl_block_begin(vl_block *block, const vl_world *world, double h)
{
    block->h = h;
    block->along_old = world->solver.direction == VL_DIRECTION_OLD;
    block->at_rest = world->solver.at_rest;
    block->has_strings = false;
    block->fixed_count = 0;
    for (int axis = 0; axis < VL_AXES; axis++)
        memset(block->displacement[axis], 0, (size_t)block->nodes * sizeof(double));
    for (int n = 0; n < block->nodes; n++) {
        block->w[n] = world->particles.inverse_mass[block->slot[n]];
        if (world->reactions_wanted && block->w[n] == 0)
            block->fixed[block->fixed_count++] = (vl_fixed_node){.node = n};
    }
    for (int k = 0; k < block->rows; k++) {
        int link = block->link[k];
        double w = block->w[block->from[k]] + block->w[block->to[k]];
        bool there = link >= 0;
        block->length[k] = there ? world->links.length[link] : 0;
        block->inverse_length[k] = there ? 1 / world->links.length[link] : 0;
        block->compliance_per_dt2[k] =
            there ? world->links.compliance[link] / (block->h * block->h) : 0;
        block->is_string[k] = there && world->links.kind[link] == VL_STRING;
        block->movable[k] = there && w > 0;
        block->has_strings |= block->is_string[k] > 0;
        block->lambda[k] = remembers(block) ? world->links.tension[link] * h * h : 0;
    }
    gather(block, block->x, world->particles.x_old);
    vl_block_find_residuals(block, false);
    double strain = 0;
    for (int k = 0; k < block->rows; k++)
        strain = fmax(strain, fabs(block->residual[k]) * block->inverse_length[k]);
    bool redundant = block->rows > 2 * block->nodes && !block->at_rest; // where it is flat
    block->pressed = block->part || (redundant && strain > VL_SETTLED_STRAIN);
    vl_axes_copy(block->o, block->u, block->rows);
}

static vl_solve find_solution(vl_block *block, const vl_world *world, int most, double tolerance)
{
    gather(block, block->x, world->particles.x);
    for (int i = 0; i < block->fixed_count; i++)
        memset(block->fixed[i].impulse, 0, sizeof block->fixed[i].impulse);
    set_rounding(block);
    if (block->net)
        return vl_net_solve(block, most, tolerance);
    if (!block->along_old && !block->part)
        return vl_block_project_path(block, most, tolerance);
    return vl_block_newton(block, most, tolerance);
}

vl_solve vl_block_solve(vl_block *block, vl_world *world, int most, double tolerance)
{
    vl_solve solve = find_solution(block, world, most, tolerance);
    double keeps = solve.residual <= VL_BLOCK_USABLE ? 1 / (block->h * block->h) : 0;
    for (int k = 0; k < block->rows && remembers(block); k++)
        world->links.tension[block->link[k]] = keeps * block->lambda[k];
    put_positions(block, world);
    return solve;
}

vl_solve vl_block_project(vl_block *block, vl_world *world, int most)
{
    vl_solve solve = {.measured = true};
    block->along_old = false;
    if (block->path)
        solve = find_solution(block, world, most, VL_BLOCK_USABLE);
    if (solve.solved)
        put_positions(block, world);
    return solve;
}

double vl_block_residual(vl_block *block, const vl_world *world)
{
    gather(block, block->x, world->particles.x);
    set_rounding(block);
    return vl_block_newton(block, 0, 0).residual;
}
