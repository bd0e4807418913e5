// Clusters of links. The links of one cluster are solved together by Newton's method (newton/); the
// clusters are solved one after the other, in Gauss-Seidel sweeps.

#include "base/memory.h"
#include "physics/model/incidence.h"
#include "physics/model/model.h"
#include "physics/solvers/newton/newton.h"
#include "physics/solvers/solvers.h"

#include <math.h>
#include <stdlib.h>

enum {
    MOST_LINKS = 64, // of a cluster that the scene does not name
    MOST_NEWTON = 4, // steps in one visit
};

static const double finest = 1e-12, usable = 1e-3;

typedef struct clusters {
    int count;
    vl_block **blocks;
    void *sweeps; // the memory of relaxation
} clusters;

// --- which links form a cluster ---

// Collects links that are in no cluster yet, breadth first from link `first`.
static int grow(const vl_world *world, const vl_incidence *at, bool *taken, int first, int *member)
{
    const vl_links *links = &world->links;
    int count = 0;
    taken[first] = true;
    member[count++] = first;
    for (int next = 0; next < count; next++) {
        const int ends[2] = {links->from[member[next]], links->to[member[next]]};
        for (int e = 0; e < 2; e++)
            for (int t = at->first[ends[e]]; count < MOST_LINKS && t < at->first[ends[e] + 1]; t++)
                if (!taken[at->link[t]]) {
                    taken[at->link[t]] = true;
                    member[count++] = at->link[t];
                }
    }
    return count;
}

// --- memory ---

// The clusters of the scene, whose links are taken then.
static void add_given(vl_arena *arena, clusters *own, const vl_world *world, bool *taken, int *link)
{
    int count = 0, hard = world->links.hard_count;
    int64_t *members = vl_alloc((size_t)hard, sizeof *members); // links with their clusters
    for (int i = 0; i < hard; i++)
        if (world->links.cluster[i] > 0) {
            members[count++] = ((int64_t)world->links.cluster[i] << 32) + i;
            taken[i] = true;
        }
    qsort(members, (size_t)count, sizeof *members, vl_block_compare);
    for (int i = 0, size = 0; i < count; i++) {
        link[size++] = (int)(members[i] & INT32_MAX);
        if (i + 1 < count && members[i + 1] >> 32 == members[i] >> 32)
            continue;
        own->blocks[own->count++] = vl_block_create_part(arena, world, link, size);
        size = 0;
    }
    vl_free(members);
}

static void *create(vl_arena *arena, const vl_world *world)
{
    size_t hard = (size_t)world->links.hard_count;
    clusters *own = vl_arena_take(arena, 1, sizeof *own);
    own->blocks = vl_arena_take(arena, hard, sizeof(vl_block *));
    own->sweeps = vl_solver_relax.create(arena, world);
    vl_arena work = {0};
    bool *taken = vl_arena_take(&work, hard, sizeof *taken);
    int *link = vl_arena_take(&work, hard + MOST_LINKS, sizeof *link);
    vl_incidence at = vl_incidence_create(&work, world->links.from, world->links.to,
                                          world->links.hard_count, world->particles.count);

    add_given(arena, own, world, taken, link);
    for (int i = 0; i < world->links.count; i++) {
        int first = world->links.listed[i];
        if (first < world->links.hard_count && !taken[first])
            own->blocks[own->count++] =
                vl_block_create_part(arena, world, link, grow(world, &at, taken, first, link));
    }
    vl_arena_free(&work);
    return own;
}

// --- solving ---

static double residual(const clusters *own, const vl_world *world)
{
    double largest = 0;
    for (int i = 0; i < own->count; i++)
        largest = fmax(largest, vl_block_residual(own->blocks[i], world));
    return largest;
}

static vl_solve solve(vl_world *world, void *memory, double h)
{
    const clusters *own = memory;
    double tolerance = world->solver.tolerance > 0 ? world->solver.tolerance : finest;
    for (int i = 0; i < own->count; i++)
        vl_block_begin(own->blocks[i], world, h);

    vl_solve solve = {.solved = true, .measured = true};
    bool moved = true;
    while (moved && solve.sweeps < world->solver.iterations) {
        moved = false;
        for (int i = 0; i < own->count; i++)
            moved |= vl_block_solve(own->blocks[i], world, MOST_NEWTON, tolerance).sweeps > 0;
        solve.sweeps++;
    }
    solve.residual = residual(own, world);
    solve.unconverged = world->solver.tolerance > 0 && solve.residual > tolerance;
    if (world->solver.direction == VL_DIRECTION_OLD && world->solver.iterations > 0)
        solve.solved = solve.residual <= usable;
    return solve;
}

static vl_solve solve_fallback(vl_world *world, void *memory, double h)
{
    const clusters *own = memory;
    int sweeps = vl_solver_relax.solve_fallback(world, own->sweeps, h).sweeps;
    for (int i = 0; i < own->count; i++)
        vl_block_begin(own->blocks[i], world, h);
    return (vl_solve){.sweeps = sweeps, .measured = true, .residual = residual(own, world)};
}

const vl_solver vl_solver_clusters = {
    .name = "clusters",
    .summary =
        "direct inside a cluster of links, Gauss-Seidel from cluster to cluster; the scene or "
        "the program says which links are one",
    .compliant = true,
    .ignores_order = true,
    .can_fail = {[VL_DIRECTION_OLD] = true},
    .create = create,
    .solve = solve,
    .solve_fallback = solve_fallback,
};
