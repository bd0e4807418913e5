#include "physics/solvers/sweep/grids.h"

#include "base/memory.h"
#include "physics/math/axes.h"
#include "physics/model/incidence.h"
#include "physics/solvers/sweep/sweep_plan.h"

#include <string.h>

enum {
    MOST_GRIDS = 32,
    LEAST_PARTICLES = 8, // of a grid that gets a coarser one
    MOST_PARENTS = 8,
    MOST_LINKS = 24, // links of a particle that a path may pass through
    SWEEPS = 4,      // over each grid in a pass
};

// The links of a grid, and those of each particle.
typedef struct graph {
    int count;
    const vl_links *links;
    vl_incidence at;
} graph;

// The shortest path along links of the grid below.
typedef struct path {
    double length; // m
    int links[3], count;
} path;

typedef struct coarse {
    int count;
    int *below;              // by particle: its index in the grid below
    int *slot;               // by particle: its slot in the world
    double *x[VL_AXES];      // m
    double *before[VL_AXES]; // m, when the pass began
    double *mass;            // kg, mass that moves with it
    double *inverse_mass;    // 1/kg
    vl_links links;
    path *paths; // of each link
    double *now; // m, length of each link when the pass began
    vl_sweep_plan *plan;
    // Particle i of the grid below moves with parent[k] by the share weight[k], for k from first[i]
    // to first[i + 1].
    int count_below;
    int *first, *parent;
    double *weight;
    int parent_capacity, weight_capacity;
} coarse;

struct vl_grids {
    int count;
    coarse grids[MOST_GRIDS]; // from the finest on
};

// --- coarsening ---

// Makes coarse_of[i] the index of particle i in the coarser grid, or −1. Fixed particles are chosen
// first: a coarser grid must have the pins.
static int coarsen(const graph *g, const bool *fixed, int *coarse_of)
{
    enum { OPEN = -2, LEFT_OUT = -1 };

    int count = 0;
    for (int i = 0; i < g->count; i++)
        coarse_of[i] = OPEN;
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < g->count; i++) {
            if (coarse_of[i] != OPEN || (round == 0 && !fixed[i]))
                continue;
            coarse_of[i] = count++;
            for (int n = g->at.first[i]; n < g->at.first[i + 1]; n++)
                if (coarse_of[g->at.other[n]] == OPEN)
                    coarse_of[g->at.other[n]] = LEFT_OUT;
        }
    // numbered in the order of the grid below, so that neighbours stay near each other
    count = 0;
    for (int i = 0; i < g->count; i++)
        coarse_of[i] = coarse_of[i] >= 0 ? count++ : LEFT_OUT;
    return count;
}

// Adds the shares of coarse neighbours; a nearer one has more.
static void add_parents(coarse *grid, const graph *g, const int *coarse_of, int i)
{
    int first = grid->first[i], next = first;
    double sum = 0;
    int most = first + MOST_PARENTS;
    grid->parent = vl_grow(grid->parent, &grid->parent_capacity, most, sizeof *grid->parent);
    grid->weight = vl_grow(grid->weight, &grid->weight_capacity, most, sizeof *grid->weight);
    if (coarse_of[i] >= 0) {
        grid->parent[next] = coarse_of[i];
        grid->weight[next++] = sum = 1;
    }
    for (int n = g->at.first[i]; coarse_of[i] < 0 && n < g->at.first[i + 1]; n++)
        if (coarse_of[g->at.other[n]] >= 0 && next < most) {
            grid->parent[next] = coarse_of[g->at.other[n]];
            grid->weight[next] = 1 / g->links->length[g->at.link[n]];
            sum += grid->weight[next++];
        }
    for (int k = first; k < next; k++)
        grid->weight[k] /= sum;
    grid->first[i + 1] = next;
}

// A search for paths between coarse particles, from lower to higher numbers, and the links of the
// coarser grid, each with its path.
typedef struct search {
    const graph *g;
    const int *coarse_of;
    int *found; // numbers of the particles reached
    int found_count;
    path *shortest; // by number; of length 0: not reached
    vl_link *links;
    path *paths;
    int count, link_capacity, path_capacity;
} search;

static void reach(search *s, int from, int at, const path *p)
{
    int number = s->coarse_of[at];
    if (number <= from)
        return;
    path *known = &s->shortest[number];
    if (known->length == 0)
        s->found[s->found_count++] = number;
    if (known->length == 0 || p->length < known->length)
        *known = *p;
}

static path extended(const graph *g, path p, int n)
{
    p.links[p.count++] = g->at.link[n];
    p.length += g->links->length[g->at.link[n]];
    return p;
}

static bool may_pass(const graph *g, int i)
{
    return g->at.first[i + 1] - g->at.first[i] <= MOST_LINKS;
}

// Finds paths of two and three links over particles that are not coarse.
static void find_paths(search *s, int start)
{
    const graph *g = s->g;
    int from = s->coarse_of[start];
    for (int n = g->at.first[start]; n < g->at.first[start + 1]; n++) {
        int i = g->at.other[n];
        path one = extended(g, (path){0}, n);
        for (int m = g->at.first[i]; may_pass(g, i) && m < g->at.first[i + 1]; m++) {
            int j = g->at.other[m];
            path two = extended(g, one, m);
            reach(s, from, j, &two);
            bool on = s->coarse_of[j] < 0 && may_pass(g, j);
            for (int l = g->at.first[j]; on && l < g->at.first[j + 1]; l++) {
                path three = extended(g, two, l);
                reach(s, from, g->at.other[l], &three);
            }
        }
    }
}

// The search ends where the links are not fewer than those below, as in a tangle.
static search find_links(const graph *g, const int *coarse_of, int count)
{
    search s = {.g = g,
                .coarse_of = coarse_of,
                .found = vl_alloc((size_t)count, sizeof(int)),
                .shortest = vl_alloc((size_t)count, sizeof(path))};
    for (int i = 0; i < g->count && s.count < g->links->hard_count; i++) {
        if (coarse_of[i] < 0)
            continue;
        find_paths(&s, i);
        int wanted = s.count + s.found_count;
        s.links = vl_grow(s.links, &s.link_capacity, wanted, sizeof *s.links);
        s.paths = vl_grow(s.paths, &s.path_capacity, wanted, sizeof *s.paths);
        for (int n = 0; n < s.found_count; n++) {
            int to = s.found[n];
            s.links[s.count] = (vl_link){.from = coarse_of[i],
                                         .to = to,
                                         .kind = VL_ROD,
                                         .length = s.shortest[to].length,
                                         .family = -1};
            s.paths[s.count++] = s.shortest[to];
            s.shortest[to] = (path){0};
        }
        s.found_count = 0;
    }
    vl_free(s.found);
    vl_free(s.shortest);
    return s;
}

// --- making them ---

static void fill_grid(vl_arena *arena, coarse *grid, const graph *g, const int *coarse_of,
                      int count, bool *fixed, const int *slot_below)
{
    size_t n = (size_t)count;
    grid->count = count;
    grid->count_below = g->count;
    grid->below = vl_arena_take(arena, n, sizeof(int));
    grid->slot = vl_arena_take(arena, n, sizeof(int));
    vl_axes_take(arena, grid->x, count);
    vl_axes_take(arena, grid->before, count);
    grid->mass = vl_arena_take(arena, n, sizeof(double));
    grid->inverse_mass = vl_arena_take(arena, n, sizeof(double));
    grid->first = vl_arena_take(arena, (size_t)g->count + 1, sizeof(int));
    for (int i = 0; i < g->count; i++) {
        add_parents(grid, g, coarse_of, i);
        if (coarse_of[i] >= 0) {
            grid->below[coarse_of[i]] = i;
            grid->slot[coarse_of[i]] = slot_below ? slot_below[i] : i;
            fixed[coarse_of[i]] = fixed[i];
        }
    }
    vl_arena_at_end(arena, vl_free, grid->parent);
    vl_arena_at_end(arena, vl_free, grid->weight);
}

// The grid above `links`; false where it would not be coarser. `fixed` is that of the particles
// below, and becomes that of the grid. `slot_below` has their slots; NULL above the world.
static bool create_grid(vl_arena *arena, coarse *grid, const vl_links *links, int count_below,
                        bool *fixed, const int *slot_below, const vl_sweep_kernel *kernel)
{
    vl_arena work = {0};
    graph g = {count_below, links,
               vl_incidence_create(&work, links->from, links->to, links->hard_count, count_below)};
    int *coarse_of = vl_arena_take(&work, (size_t)count_below, sizeof *coarse_of);
    int count = coarsen(&g, fixed, coarse_of);
    search found = find_links(&g, coarse_of, count);
    bool coarser = found.count > 0 && found.count < links->hard_count && count < count_below;
    if (coarser) {
        fill_grid(arena, grid, &g, coarse_of, count, fixed, slot_below);
        vl_links_create(arena, &grid->links, found.links, found.count, grid->count);
        grid->paths = vl_arena_take(arena, (size_t)found.count, sizeof *grid->paths);
        grid->now = vl_arena_take(arena, (size_t)found.count, sizeof *grid->now);
        for (int k = 0; k < found.count; k++)
            grid->paths[grid->links.listed[k]] = found.paths[k];
        grid->plan =
            vl_sweep_plan_create(arena, kernel, &grid->links, grid->count, VL_ORDER_COLOURED, 1);
    }
    vl_free(found.links);
    vl_free(found.paths);
    vl_arena_free(&work);
    return coarser;
}

vl_grids *vl_grids_create(vl_arena *arena, const vl_world *world, int most)
{
    const vl_particles *p = &world->particles;
    vl_grids *grids = vl_arena_take(arena, 1, sizeof *grids);
    bool *fixed = vl_alloc((size_t)p->count, sizeof *fixed);
    for (int i = 0; i < p->count; i++)
        fixed[i] = p->inverse_mass[i] == 0;

    const vl_links *links = &world->links;
    int count = p->count;
    while (grids->count < most && grids->count < MOST_GRIDS && count >= LEAST_PARTICLES) {
        coarse *next = &grids->grids[grids->count];
        const int *slots = grids->count > 0 ? next[-1].slot : NULL;
        if (!create_grid(arena, next, links, count, fixed, slots, world->sweep_kernel))
            break;
        grids->count++;
        links = &next->links;
        count = next->count;
    }
    vl_free(fixed);
    return grids;
}

// --- a pass ---

// The particles of a grid, or of the world.
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

// The present length of link k below and its length when solved; a slack string is solved.
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

// The relative correction of a link is that of its path.
static void take_lengths(const vl_grids *grids, const vl_world *world, int g)
{
    const coarse *grid = &grids->grids[g];
    for (int k = 0; k < grid->links.hard_count; k++) {
        double now = 0, wanted = 0;
        for (int i = 0; i < grid->paths[k].count; i++) {
            double link_wanted;
            now += length_below(grids, world, g, grid->paths[k].links[i], &link_wanted);
            wanted += link_wanted;
        }
        vl_vec3 from = vl_read(grid->x, grid->links.from[k]);
        vl_vec3 to = vl_read(grid->x, grid->links.to[k]);
        grid->now[k] = vl_length(vl_sub(to, from));
        grid->links.length[k] = now > 0 ? grid->now[k] * (wanted / now) : grid->now[k];
    }
    vl_sweep_plan_take_lengths(grid->plan, &grid->links);
}

static void sweep_grid(const coarse *grid, vl_world *world)
{
    bool wanted = vl_world_wants_reactions(world);
    if (wanted)
        vl_sweep_plan_record(grid->plan, &grid->links, grid->inverse_mass);

    const vl_sweep sweep = {
        .function = grid->plan->kernel->along_new,
        .x = {grid->x[0], grid->x[1], grid->x[2]},
        .length = grid->links.length,
        .inverse_mass = grid->inverse_mass,
        .relaxation = 1,
    };
    vl_sweep_plan_begin(grid->plan, &sweep);
    for (int i = 0; i < SWEEPS; i++)
        vl_sweep_plan_run(grid->plan, &sweep, false);
    vl_sweep_plan_end(grid->plan, &sweep);
    if (wanted)
        vl_sweep_plan_add_reactions(grid->plan, grid->inverse_mass, world->reaction, grid->slot);
}

void vl_grids_pass(vl_grids *grids, vl_world *world)
{
    for (int g = 0; g < grids->count; g++) {
        level below = level_below(grids, world, g);
        coarse *grid = &grids->grids[g];
        // particles that are fixed now, as held ones, do not move with their parents
        memset(grid->mass, 0, (size_t)grid->count * sizeof *grid->mass);
        for (int i = 0; i < grid->count_below; i++)
            for (int k = grid->first[i]; below.inverse_mass[i] > 0 && k < grid->first[i + 1]; k++)
                grid->mass[grid->parent[k]] += below.mass[i] * grid->weight[k];
        for (int i = 0; i < grid->count; i++) {
            bool fixed = below.inverse_mass[grid->below[i]] == 0;
            grid->inverse_mass[i] = fixed ? 0 : 1 / grid->mass[i];
        }
        for (int axis = 0; axis < VL_AXES; axis++)
            for (int i = 0; i < grid->count; i++)
                grid->x[axis][i] = grid->before[axis][i] = below.x[axis][grid->below[i]];
        take_lengths(grids, world, g);
    }
    for (int g = grids->count - 1; g >= 0; g--) {
        level below = level_below(grids, world, g);
        sweep_grid(&grids->grids[g], world);
        move_below(&grids->grids[g], &below);
    }
}
