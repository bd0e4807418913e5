#include "physics/solvers/sweep/grids.h"

#include "base/memory.h"
#include "physics/math/axes.h"
#include "physics/model/incidence.h"
#include "physics/solvers/sweep/sweep_plan.h"

#include <math.h>
#include <string.h>

enum {
    MOST_GRIDS = 32,
    LEAST_PARTICLES = 8, // of a grid that is worth a coarser one
    MOST_PARENTS = 8,
    MOST_WAYS = 24, // links of a particle through which a path may lead
    SWEEPS = 4,     // over each grid in a pass
};

// The links of a grid, and which of them meet at a particle.
typedef struct graph {
    int count;
    const vl_links *links;
    vl_incidence at;
} graph;

// The shortest way by links of the grid below.
typedef struct path {
    double length; // m
    int links[3], count;
} path;

typedef struct coarse {
    int count;
    int *below;              // of each particle: its index in the grid below
    double *x[VL_AXES];      // m
    double *before[VL_AXES]; // m, when the pass began
    double *mass;            // kg, that moves with it
    double *inverse_mass;    // 1/kg
    vl_links links;
    path *ways;  // of each link
    double *now; // m, of each link when the pass began
    vl_sweep_plan *plan;
    // Of particle i of the grid below: it moves with parent[k] by the share weight[k], from
    // first[i] to first[i + 1].
    int count_below;
    int *first, *parent;
    double *weight;
    int parent_capacity, weight_capacity;
} coarse;

struct vl_grids {
    const vl_sweep_kernel *kernel;
    int count;
    coarse grids[MOST_GRIDS]; // from the finest on
};

// --- thinning ---

// kept[i] becomes the index of particle i in the coarser grid, or −1. What is fixed comes first: a
// grid that does not know of a pin cannot hang from it.
static int thin_out(const graph *g, const bool *fixed, int *kept)
{
    enum { OPEN = -2, LEFT_OUT = -1 };

    int count = 0;
    for (int i = 0; i < g->count; i++)
        kept[i] = OPEN;
    for (int turn = 0; turn < 2; turn++)
        for (int i = 0; i < g->count; i++) {
            if (kept[i] != OPEN || (turn == 0 && !fixed[i]))
                continue;
            kept[i] = count++;
            for (int n = g->at.first[i]; n < g->at.first[i + 1]; n++)
                if (kept[g->at.other[n]] == OPEN)
                    kept[g->at.other[n]] = LEFT_OUT;
        }
    // numbered anew in their order below, so that neighbours stay near each other
    count = 0;
    for (int i = 0; i < g->count; i++)
        kept[i] = kept[i] >= 0 ? count++ : LEFT_OUT;
    return count;
}

// Shares of the kept neighbours, the nearer the more.
static void add_parents(coarse *grid, const graph *g, const int *kept, int i)
{
    int first = grid->first[i], next = first;
    double sum = 0;
    int most = first + MOST_PARENTS;
    grid->parent = vl_grow(grid->parent, &grid->parent_capacity, most, sizeof *grid->parent);
    grid->weight = vl_grow(grid->weight, &grid->weight_capacity, most, sizeof *grid->weight);
    if (kept[i] >= 0) {
        grid->parent[next] = kept[i];
        grid->weight[next++] = sum = 1;
    }
    for (int n = g->at.first[i]; kept[i] < 0 && n < g->at.first[i + 1]; n++)
        if (kept[g->at.other[n]] >= 0 && next < most) {
            grid->parent[next] = kept[g->at.other[n]];
            grid->weight[next] = 1 / g->links->length[g->at.link[n]];
            sum += grid->weight[next++];
        }
    for (int k = first; k < next; k++)
        grid->weight[k] /= sum;
    grid->first[i + 1] = next;
}

// Paths from one kept particle to others of a higher number.
typedef struct paths {
    const graph *g;
    const int *kept;
    int *found; // numbers of those that are reached
    int found_count;
    path *shortest; // by number; of length 0: not reached
} paths;

static void reach(paths *p, int from, int at, path way)
{
    int number = p->kept[at];
    if (number <= from)
        return;
    path *known = &p->shortest[number];
    if (known->length == 0)
        p->found[p->found_count++] = number;
    if (known->length == 0 || way.length < known->length)
        *known = way;
}

static path go_on(const graph *g, path way, int n)
{
    way.links[way.count++] = g->at.link[n];
    way.length += g->links->length[g->at.link[n]];
    return way;
}

static bool leads_on(const graph *g, int i)
{
    return g->at.first[i + 1] - g->at.first[i] <= MOST_WAYS;
}

// By two and by three links; what lies between is not kept.
static void find_paths(paths *p, int start)
{
    const graph *g = p->g;
    int from = p->kept[start];
    for (int n = g->at.first[start]; n < g->at.first[start + 1]; n++) {
        int i = g->at.other[n];
        path one = go_on(g, (path){0}, n);
        for (int m = g->at.first[i]; leads_on(g, i) && m < g->at.first[i + 1]; m++) {
            int j = g->at.other[m];
            path two = go_on(g, one, m);
            reach(p, from, j, two);
            bool on = p->kept[j] < 0 && leads_on(g, j);
            for (int l = g->at.first[j]; on && l < g->at.first[j + 1]; l++)
                reach(p, from, g->at.other[l], go_on(g, two, l));
        }
    }
}

// The links of the coarser grid, and the path of each, in the order in which they are found.
typedef struct findings {
    vl_link *links;
    path *ways;
    int count, link_capacity, way_capacity;
} findings;

// Where they are not fewer than those below, which is so in a tangle without near and far, no more
// are looked for.
static findings find_links(const graph *g, const int *kept, int count, int below)
{
    findings all = {0};
    paths p = {.g = g,
               .kept = kept,
               .found = vl_alloc((size_t)count, sizeof(int)),
               .shortest = vl_alloc((size_t)count, sizeof(path))};
    for (int i = 0; i < g->count && all.count < below; i++) {
        if (kept[i] < 0)
            continue;
        p.found_count = 0;
        find_paths(&p, i);
        int wanted = all.count + p.found_count;
        all.links = vl_grow(all.links, &all.link_capacity, wanted, sizeof *all.links);
        all.ways = vl_grow(all.ways, &all.way_capacity, wanted, sizeof *all.ways);
        for (int n = 0; n < p.found_count; n++) {
            path *way = &p.shortest[p.found[n]];
            all.links[all.count] = (vl_link){.from = kept[i],
                                             .to = p.found[n],
                                             .kind = VL_ROD,
                                             .length = way->length,
                                             .family = -1};
            all.ways[all.count++] = *way;
            *way = (path){0};
        }
    }
    vl_free(p.found);
    vl_free(p.shortest);
    return all;
}

// --- making them ---

static void allocate(coarse *grid, const graph *g, int count)
{
    size_t n = (size_t)count;
    grid->count = count;
    grid->count_below = g->count;
    grid->below = vl_alloc(n, sizeof(int));
    vl_axes_create(grid->x, count);
    vl_axes_create(grid->before, count);
    grid->mass = vl_alloc(n, sizeof(double));
    grid->inverse_mass = vl_alloc(n, sizeof(double));
    grid->first = vl_alloc((size_t)g->count + 1, sizeof(int));
}

// The grid above `links`; false where it would not be coarser. `fixed` is that of the particles
// below, and becomes that of the grid.
static bool create_grid(coarse *grid, const vl_links *links, int count_below, bool *fixed)
{
    graph g = {count_below, links,
               vl_incidence_create(links->from, links->to, links->hard_count, count_below)};
    int *kept = vl_alloc((size_t)count_below, sizeof *kept);
    int count = thin_out(&g, fixed, kept);
    findings found = find_links(&g, kept, count, links->hard_count);
    bool coarser = found.count > 0 && found.count < links->hard_count && count < count_below;

    if (coarser) {
        allocate(grid, &g, count);
        for (int i = 0; i < count_below; i++) {
            add_parents(grid, &g, kept, i);
            if (kept[i] >= 0) {
                grid->below[kept[i]] = i;
                fixed[kept[i]] = fixed[i];
            }
        }
        vl_links_create(&grid->links, found.links, found.count, count);
        grid->ways = vl_alloc((size_t)found.count, sizeof *grid->ways);
        grid->now = vl_alloc((size_t)found.count, sizeof *grid->now);
        for (int k = 0; k < found.count; k++)
            grid->ways[grid->links.listed[k]] = found.ways[k];
        grid->plan = vl_sweep_plan_create(&grid->links, count, VL_ORDER_COLOURED, 1);
    }
    vl_free(found.links);
    vl_free(found.ways);
    vl_free(kept);
    vl_incidence_free(&g.at);
    return coarser;
}

vl_grids *vl_grids_create(const vl_world *world, int most)
{
    const vl_particles *p = &world->particles;
    vl_grids *grids = vl_alloc(1, sizeof *grids);
    bool *fixed = vl_alloc((size_t)p->count, sizeof *fixed);
    grids->kernel = world->sweep_kernel ? world->sweep_kernel : vl_sweep_kernel_best();
    for (int i = 0; i < p->count; i++)
        fixed[i] = p->inverse_mass[i] == 0;

    const vl_links *links = &world->links;
    int count = p->count;
    while (grids->count < most && grids->count < MOST_GRIDS && count >= LEAST_PARTICLES) {
        coarse *next = &grids->grids[grids->count];
        if (!create_grid(next, links, count, fixed))
            break;
        grids->count++;
        links = &next->links;
        count = next->count;
    }
    vl_free(fixed);
    return grids;
}

static void free_grid(coarse *grid)
{
    vl_free(grid->below);
    vl_axes_free(grid->x);
    vl_axes_free(grid->before);
    vl_free(grid->mass);
    vl_free(grid->inverse_mass);
    vl_free(grid->first);
    vl_free(grid->parent);
    vl_free(grid->weight);
    vl_links_free(&grid->links);
    vl_free(grid->ways);
    vl_free(grid->now);
    vl_sweep_plan_free(grid->plan);
}

void vl_grids_free(vl_grids *grids)
{
    if (!grids)
        return;
    for (int i = 0; i < grids->count; i++)
        free_grid(&grids->grids[i]);
    vl_free(grids);
}

int vl_grids_count(const vl_grids *grids)
{
    return grids->count;
}

// --- a pass ---

// The particles of the grid below, or of the world.
typedef struct level {
    double *const *x;
    const double *mass, *inverse_mass;
} level;

static level level_below(const vl_grids *grids, const vl_world *world, int g)
{
    const vl_particles *p = &world->particles;
    if (g == 0)
        return (level){p->x, p->mass, p->inverse_mass};
    const coarse *below = &grids->grids[g - 1];
    return (level){below->x, below->mass, below->inverse_mass};
}

// Particles that are fixed now (in a hand, say) do not move with anything.
static void take_masses(coarse *grid, const level *below)
{
    memset(grid->mass, 0, (size_t)grid->count * sizeof *grid->mass);
    for (int i = 0; i < grid->count_below; i++)
        for (int k = grid->first[i]; below->inverse_mass[i] > 0 && k < grid->first[i + 1]; k++)
            grid->mass[grid->parent[k]] += below->mass[i] * grid->weight[k];
    for (int i = 0; i < grid->count; i++) {
        bool fixed = below->inverse_mass[grid->below[i]] == 0;
        grid->inverse_mass[i] = fixed ? 0 : 1 / grid->mass[i];
    }
}

static void take_positions(coarse *grid, const level *below)
{
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < grid->count; i++)
            grid->x[axis][i] = grid->before[axis][i] = below->x[axis][grid->below[i]];
}

static void move_below(const coarse *grid, const level *below)
{
    for (int i = 0; i < grid->count_below; i++) {
        vl_vec3 sum = {0, 0, 0};
        if (below->inverse_mass[i] == 0)
            continue;
        for (int k = grid->first[i]; k < grid->first[i + 1]; k++) {
            int n = grid->parent[k];
            vl_vec3 moved = vl_sub(vl_read(grid->x, n), vl_read(grid->before, n));
            sum = vl_add(sum, vl_scale(moved, grid->weight[k]));
        }
        vl_write(below->x, i, vl_add(vl_read(below->x, i), sum));
    }
}

// How long link k below is now, and how long it is to be; a slack string is as it should be.
static double length_below(const vl_grids *grids, const vl_world *world, int g, int k,
                           double *wanted)
{
    if (g > 0) {
        const coarse *below = &grids->grids[g - 1];
        *wanted = below->links.length[k];
        return below->now[k];
    }
    double now = vl_link_length(&world->links, &world->particles, k),
           length = world->links.length[k];
    *wanted = world->links.kind[k] == VL_STRING && now < length ? now : length;
    return now;
}

// A link is to change in the proportion in which its path is to.
static void take_lengths(const vl_grids *grids, const vl_world *world, int g)
{
    const coarse *grid = &grids->grids[g];
    for (int k = 0; k < grid->links.hard_count; k++) {
        double now = 0, wanted = 0;
        for (int i = 0; i < grid->ways[k].count; i++) {
            double link_wanted;
            now += length_below(grids, world, g, grid->ways[k].links[i], &link_wanted);
            wanted += link_wanted;
        }
        vl_vec3 from = vl_read(grid->x, grid->links.from[k]);
        vl_vec3 to = vl_read(grid->x, grid->links.to[k]);
        grid->now[k] = vl_length(vl_sub(to, from));
        grid->links.length[k] = now > 0 ? grid->now[k] * (wanted / now) : grid->now[k];
    }
    vl_sweep_plan_take_lengths(grid->plan, &grid->links);
}

static void sweep_grid(const vl_grids *grids, const coarse *grid)
{
    const vl_sweep sweep = {
        .function = grids->kernel->along_new,
        .links = &grid->links,
        .x = grid->x,
        .inverse_mass = grid->inverse_mass,
        .relaxation = 1,
    };
    vl_sweep_plan_begin(grid->plan, &sweep);
    for (int i = 0; i < SWEEPS; i++)
        vl_sweep_plan_run(grid->plan, &sweep, false);
    vl_sweep_plan_end(grid->plan, &sweep);
}

void vl_grids_pass(vl_grids *grids, vl_world *world)
{
    for (int g = 0; g < grids->count; g++) {
        level below = level_below(grids, world, g);
        take_masses(&grids->grids[g], &below);
        take_positions(&grids->grids[g], &below);
        take_lengths(grids, world, g);
    }
    for (int g = grids->count - 1; g >= 0; g--) {
        level below = level_below(grids, world, g);
        sweep_grid(grids, &grids->grids[g]);
        move_below(&grids->grids[g], &below);
    }
}
