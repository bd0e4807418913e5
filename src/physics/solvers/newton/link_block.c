// Some links solved at once: how they are laid out, and who solves them.

#include "physics/solvers/newton/link_block_parts.h"

#include "base/memory.h"
#include "physics/math/axes.h"
#include "physics/model/incidence.h"
#include "physics/model/model.h"

#include <float.h>
#include <string.h>

// --- paths ---

typedef struct joints {
    int *degree;     // of a slot: links of the block
    int (*touch)[2]; // the first two of them
} joints;

static int far_end(const vl_links *links, int link, int slot)
{
    return links->from[link] == slot ? links->to[link] : links->from[link];
}

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

static void free_joints(joints *j)
{
    vl_free(j->degree);
    vl_free(j->touch);
}

static void put_row(vl_block *block, int link, int from, int to)
{
    block->link[block->rows] = link;
    block->from[block->rows] = from;
    block->to[block->rows] = to;
    block->rows++;
}

// From one end of a path to the other.
static int walk(vl_block *block, const vl_world *world, const joints *j, int slot)
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
        slot = far_end(&world->links, next, slot);
        put_row(block, next, block->nodes - 1, block->nodes);
        block->slot[block->nodes++] = slot;
        before = next;
        found++;
    }
}

// Lays the links out along paths. False where they branch or close a ring.
static bool lay_paths(vl_block *block, const vl_world *world, const int *link, int count)
{
    joints j;
    int found = 0;
    bool path = find_joints(&j, world, link, count);
    for (int slot = 0; path && slot < world->particles.count; slot++) {
        if (j.degree[slot] != 1)
            continue;
        found += walk(block, world, &j, slot);
        j.degree[block->slot[block->nodes - 1]] = 0; // walked: no beginning any more
    }
    free_joints(&j);
    if (path && found == count)
        return true;
    block->rows = block->nodes = 0;
    return false;
}

static void make_rows(vl_block *block, int count)
{
    size_t rows = 2 * (size_t)count;
    block->link = vl_alloc(rows, sizeof(int));
    block->from = vl_alloc(rows, sizeof(int));
    block->to = vl_alloc(rows, sizeof(int));
    block->slot = vl_alloc(rows, sizeof(int));
}

static int *all_links(int count)
{
    int *link = vl_alloc((size_t)count, sizeof *link);
    for (int i = 0; i < count; i++)
        link[i] = i;
    return link;
}

bool vl_block_is_path(const vl_world *world)
{
    int count = world->links.hard_count;
    vl_block *block = vl_alloc(1, sizeof *block);
    int *link = all_links(count);
    make_rows(block, count);
    bool path = lay_paths(block, world, link, count);
    vl_free(link);
    vl_block_free(block);
    return path;
}

// --- nets ---

static void lay_net(vl_block *block, const vl_world *world, const int *link, int count)
{
    int *node = vl_alloc((size_t)world->particles.count, sizeof *node);
    for (int k = 0; k < count; k++)
        node[world->links.from[link[k]]] = node[world->links.to[link[k]]] = 1;
    for (int slot = 0; slot < world->particles.count; slot++)
        if (node[slot]) {
            node[slot] = block->nodes;
            block->slot[block->nodes++] = slot;
        }
    for (int k = 0; k < count; k++)
        put_row(block, link[k], node[world->links.from[link[k]]], node[world->links.to[link[k]]]);
    vl_free(node);
}

static int most_entries(const int *first, int nodes)
{
    int64_t sum = 0;
    for (int n = 0; n < nodes; n++) {
        int64_t touch = first[n + 1] - first[n];
        sum += touch * (touch - 1) / 2;
    }
    return sum < INT32_MAX / 2 ? (int)sum : -1;
}

static void add_entry(vl_block *block, int row, int shared, int sign)
{
    block->row[block->entries] = row;
    block->shared[block->entries] = shared;
    block->sign[block->entries++] = (signed char)sign;
}

// The entries of column k: its diagonal, and the later links at both of its ends. Two links with
// both ends in common have two terms in one entry: the second is left to `twin`.
static void add_column(vl_block *block, int k, const vl_incidence *touch)
{
    const int ends[2] = {block->from[k], block->to[k]};
    block->column_start[k] = block->entries;
    add_entry(block, k, -1, 1);
    for (int e = 0; e < 2; e++)
        for (int t = touch->first[ends[e]]; t < touch->first[ends[e] + 1]; t++) {
            int other = touch->link[t];
            if (other <= k)
                continue;
            bool same = (block->from[other] == ends[e]) == (e == 0);
            bool twins = block->from[other] + block->to[other] == ends[0] + ends[1] &&
                         (block->from[other] == ends[0] || block->from[other] == ends[1]);
            if (twins && e == 1)
                continue;
            add_entry(block, other, twins ? -1 : ends[e], same ? 1 : -1);
        }
}

static void make_sparse(vl_block *block)
{
    vl_incidence touch = vl_incidence_create(block->from, block->to, block->rows, block->nodes);
    int most = most_entries(touch.first, block->nodes);
    if (most >= 0 && block->rows > 0 && vl_sparse_available()) {
        size_t entries = (size_t)most + (size_t)block->rows;
        block->column_start = vl_alloc((size_t)block->rows + 1, sizeof(int));
        block->row = vl_alloc(entries, sizeof(int));
        block->shared = vl_alloc(entries, sizeof(int));
        block->sign = vl_alloc(entries, sizeof(signed char));
        for (int k = 0; k < block->rows; k++)
            add_column(block, k, &touch);
        block->column_start[block->rows] = block->entries;
        block->sparse = vl_sparse_create(block->rows, block->column_start, block->row);
        if (block->sparse && vl_sparse_work(block->sparse) > VL_BLOCK_MOST_WORK) {
            vl_sparse_free(block->sparse);
            block->sparse = NULL;
        }
    }
    vl_incidence_free(&touch);
}

// --- memory ---

static double *numbers(int count)
{
    return vl_alloc((size_t)count, sizeof(double));
}

static void make_arrays(vl_block *block)
{
    vl_axes_create(block->x, block->nodes);
    vl_axes_create(block->move, block->nodes);
    block->w = numbers(block->nodes);
    vl_axes_create(block->start, block->nodes);
    vl_axes_create(block->force, block->rows);
    vl_axes_create(block->apart, block->rows);
    block->pivot = vl_alloc((size_t)block->rows, sizeof *block->pivot);
    vl_axes_create(block->u, block->rows);
    vl_axes_create(block->o, block->rows);
    double **const of_rows[] = {
        &block->rest,     &block->inverse_rest, &block->reach,      &block->flexibility,
        &block->lambda,   &block->step,         &block->missing,    &block->pulls_only,
        &block->movable,  &block->active,       &block->factorised, &block->lower,
        &block->distance, &block->turning,      &block->coupling,   &block->diagonal,
        &block->upper,    &block->work,
    };
    for (size_t i = 0; i < sizeof of_rows / sizeof *of_rows; i++)
        *of_rows[i] = numbers(block->rows);
}

vl_block *vl_block_create_all(const vl_world *world)
{
    int *link = all_links(world->links.hard_count);
    vl_block *block = vl_block_create(world, link, world->links.hard_count);
    vl_free(link);
    if (!block->path && block->rows > 0 && vl_sparse_available())
        block->approach = vl_approach_create(block);
    return block;
}

static bool is_large(const vl_block *block)
{
    return block->sparse && vl_sparse_work(block->sparse) > VL_BLOCK_LARGE_WORK;
}

vl_block *vl_block_create(const vl_world *world, const int *link, int count)
{
    vl_block *block = vl_alloc(1, sizeof *block);
    make_rows(block, count);
    block->path = lay_paths(block, world, link, count);
    if (!block->path) {
        lay_net(block, world, link, count);
        make_sparse(block);
    }
    block->many = count > 3 * block->nodes;
    make_arrays(block);
    if (!block->path && is_large(block))
        block->kept = vl_kept_create(block);
    return block;
}

vl_block *vl_block_create_part(const vl_world *world, const int *link, int count)
{
    vl_block *block = vl_block_create(world, link, count);
    block->part = true;
    return block;
}

void vl_block_free(vl_block *block)
{
    if (!block)
        return;
    void *const arrays[] = {
        block->link,         block->from,     block->to,
        block->slot,         block->w,        block->rest,
        block->inverse_rest, block->reach,    block->flexibility,
        block->lambda,       block->step,     block->missing,
        block->pulls_only,   block->movable,  block->active,
        block->factorised,   block->lower,    block->diagonal,
        block->upper,        block->work,     block->distance,
        block->turning,      block->coupling, block->pivot,
        block->column_start, block->row,      block->shared,
        block->sign,
    };
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        vl_free(arrays[i]);
    vl_axes_free(block->x);
    vl_axes_free(block->move);
    vl_axes_free(block->start);
    vl_axes_free(block->force);
    vl_axes_free(block->apart);
    vl_axes_free(block->u);
    vl_axes_free(block->o);
    vl_sparse_free(block->sparse);
    vl_approach_free(block->approach);
    vl_kept_free(block->kept);
    vl_free(block);
}

// --- positions in and out ---

void vl_block_gather(const vl_block *block, double *const to[VL_AXES], double *const from[VL_AXES])
{
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int n = 0; n < block->nodes; n++)
            to[axis][n] = from[axis][block->slot[n]];
}

static void scatter(const vl_block *block, const vl_world *world)
{
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int n = 0; n < block->nodes; n++)
            world->particles.x[axis][block->slot[n]] = block->x[axis][n];
}

// Four roundings of the largest coordinate.
static void set_round(vl_block *block)
{
    double most = 0;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int n = 0; n < block->nodes; n++) {
            double size = fabs(block->x[axis][n]);
            most = size > most ? size : most;
        }
    block->round = 4 * DBL_EPSILON * most;
}

// The directions at tₙ.
static void set_old_directions(vl_block *block, const vl_world *world)
{
    vl_block_gather(block, block->x, world->particles.x_old);
    for (int k = 0; k < block->rows; k++) {
        vl_vec3 d = vl_sub(vl_read(block->x, block->to[k]), vl_read(block->x, block->from[k]));
        double length = vl_length(d);
        vl_write(block->o, k, vl_scale(d, length > 0 ? 1 / length : 0));
    }
}

static void begin_row(vl_block *block, const vl_links *links, int k)
{
    int link = block->link[k];
    double w = block->w[block->from[k]] + block->w[block->to[k]];
    bool there = link >= 0;
    block->rest[k] = there ? links->length[link] : 0;
    block->inverse_rest[k] = there ? 1 / links->length[link] : 0;
    block->flexibility[k] = there ? links->compliance[link] / (block->h * block->h) : 0;
    block->pulls_only[k] = there && links->kind[link] == VL_STRING;
    block->movable[k] = there && w > 0;
    block->lambda[k] = 0;
}

void vl_block_begin(vl_block *block, const vl_world *world, double h)
{
    block->h = h;
    block->old = world->solver.direction == VL_DIRECTION_OLD;
    block->is_factorised = false;
    for (int n = 0; n < block->nodes; n++)
        block->w[n] = world->particles.inverse_mass[block->slot[n]];
    for (int k = 0; k < block->rows; k++)
        begin_row(block, &world->links, k);
    if (block->old || block->path)
        set_old_directions(block, world);
    if (block->kept && !block->old)
        vl_kept_begin(block, world);
}

static double largest_strain(const vl_block *block)
{
    double largest = 0;
    for (int k = 0; k < block->rows; k++) {
        vl_vec3 d = vl_sub(vl_read(block->x, block->to[k]), vl_read(block->x, block->from[k]));
        double error = vl_length(d) - block->rest[k];
        double off = block->pulls_only[k] > 0 && error < 0 ? 0 : fabs(error);
        largest = fmax(largest, off * block->inverse_rest[k]);
    }
    return largest;
}

// The approach knows nothing of links that give way.
static bool is_stiff(const vl_block *block)
{
    double most = 0;
    for (int k = 0; k < block->rows; k++)
        most = fmax(most, block->flexibility[k]);
    return !(most > 0);
}

static int approach(vl_block *block, double tolerance)
{
    enum { MOST_TURNS = 100 };

    double near = block->sparse ? VL_BLOCK_NEAR : VL_BLOCK_USABLE;
    return vl_block_approach(block, MOST_TURNS, fmax(tolerance, near));
}

// Newton's method from where the particles are is the projection. A stiff net from which that does
// not come near is brought near first, which knows no masses. Without a matrix that is all there
// is.
static vl_solve solve_net(vl_block *block, const vl_world *world, int most, double tolerance)
{
    vl_solve solve = {.solved = false};
    if (block->sparse) {
        solve = vl_block_newton(block, most, tolerance);
        if (!(largest_strain(block) > VL_BLOCK_FAR))
            return solve;
    }
    if (block->old || most == 0 || !block->approach || !is_stiff(block))
        return block->sparse ? solve : vl_block_newton(block, most, tolerance);

    vl_block_gather(block, block->x, world->particles.x);
    memset(block->lambda, 0, (size_t)block->rows * sizeof *block->lambda);
    int sweeps = solve.sweeps + approach(block, tolerance);
    solve = vl_block_newton(block, most, tolerance);
    solve.sweeps += sweeps;
    return solve;
}

vl_solve vl_block_solve(vl_block *block, vl_world *world, int most, double tolerance)
{
    vl_block_gather(block, block->x, world->particles.x);
    set_round(block);
    if (block->old && block->many) // along old directions there is nothing to project onto
        return (vl_solve){.measured = true, .residual = largest_strain(block)};
    vl_solve solve;
    if (!block->path)
        solve = solve_net(block, world, most, tolerance);
    else if (!block->old && !block->part)
        solve = vl_block_project_path(block, most, tolerance);
    else
        solve = vl_block_newton(block, most, tolerance);
    scatter(block, world);
    return solve;
}

// Jakobsen's step on row k.
static void relax(const vl_block *block, int k)
{
    int a = block->from[k], b = block->to[k];
    vl_vec3 from = vl_read(block->x, a), to = vl_read(block->x, b), d = vl_sub(to, from);
    double distance = vl_length(d), error = distance - block->rest[k];
    double masses = block->w[a] + block->w[b];
    if (!(block->movable[k] > 0 && distance > 0) || (block->pulls_only[k] > 0 && error < 0))
        return;
    vl_vec3 pull = vl_scale(d, error / (distance * masses));
    vl_write(block->x, a, vl_add(from, vl_scale(pull, block->w[a])));
    vl_write(block->x, b, vl_sub(to, vl_scale(pull, block->w[b])));
}

vl_solve vl_block_solve_fallback(vl_block *block, vl_world *world, int most)
{
    block->old = false;
    if (block->path && !block->part) {
        vl_solve solve = vl_block_solve(block, world, most, VL_BLOCK_USABLE);
        if (solve.solved)
            return solve;
        vl_axes_copy(block->x, block->start, block->nodes);
    } else {
        vl_block_gather(block, block->x, world->particles.x);
    }
    for (int i = 0; i < most; i++)
        for (int k = 0; k < block->rows; k++)
            relax(block, i % 2 ? block->rows - 1 - k : k);
    scatter(block, world);
    return (vl_solve){.sweeps = most, .measured = true, .residual = largest_strain(block)};
}

double vl_block_residual(vl_block *block, const vl_world *world)
{
    vl_block_gather(block, block->x, world->particles.x);
    set_round(block);
    return vl_block_newton(block, 0, 0).residual;
}
