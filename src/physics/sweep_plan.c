#include "physics/sweep_plan.h"

#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>

enum {
    MOST_GATHERED = 64,    // links of a piece that is not consecutive
    MOST_RUN = 1024,       // links of one that is
    TILE_SLOTS = 4096,     // particles of a tile
    LINKS_OF_A_PART = 8192 // for fewer a second core does not pay
};

// A piece on its way into the plan, and where it goes.
typedef struct entry {
    vl_sweep_piece piece;
    int phase, part, tile, position;
} entry;

typedef struct planner {
    const vl_links *links;
    int particle_count;
    vl_sweep_plan *plan;
    entry *pieces;
    int piece_count;
    int *place; // of each particle: the least slot of itself and its neighbours
    int *phase; // of the last piece so far that moves the particle
    int *tile;  // the same
} planner;

// --- pieces ---

static void add_piece(planner *planning, int first, int count, vl_link_kind kind, bool consecutive)
{
    int most = consecutive ? MOST_RUN : MOST_GATHERED;
    for (int k = 0; k < count; k += most)
        planning->pieces[planning->piece_count++] =
            (entry){.piece = {first + k, count - k < most ? count - k : most, kind, consecutive}};
}

static void add_runs(planner *planning)
{
    const vl_links *links = planning->links;
    for (int i = 0; i < links->hard_count; i++)
        planning->plan->indices[i] = i;
    for (int r = 0; r < links->run_count; r++) {
        const vl_link_run *run = &links->runs[r];
        add_piece(planning, run->first, run->count, run->kind, run->consecutive);
    }
}

// A link in listed order. Its level is one above that of every earlier link that shares a particle
// with it: those of one level do not depend on each other.
typedef struct levelled {
    int level, index, position;
    vl_link_kind kind;
} levelled;

static int compare_levelled(const void *left, const void *right)
{
    const levelled *a = left, *b = right;
    if (a->level != b->level)
        return a->level < b->level ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    return (a->position > b->position) - (a->position < b->position);
}

static levelled *level_links(const planner *planning)
{
    const vl_links *links = planning->links;
    levelled *sorted = vl_alloc((size_t)links->hard_count, sizeof *sorted);
    int *level = vl_alloc((size_t)planning->particle_count, sizeof *level);
    int next = 0;
    for (int i = 0; i < links->count; i++) {
        int k = links->listed[i];
        if (k >= links->hard_count)
            continue;
        int *from = &level[links->from[k]], *to = &level[links->to[k]];
        int own = 1 + (*from > *to ? *from : *to);
        *from = *to = own;
        sorted[next] = (levelled){own, k, next, links->kind[k]};
        next++;
    }
    vl_free(level);
    qsort(sorted, (size_t)next, sizeof *sorted, compare_levelled);
    return sorted;
}

static void add_levels(planner *planning)
{
    int count = planning->links->hard_count;
    levelled *sorted = level_links(planning);
    for (int i = 0, end; i < count; i = end) {
        for (end = i; end < count && sorted[end].level == sorted[i].level &&
                      sorted[end].kind == sorted[i].kind;
             end++)
            planning->plan->indices[end] = sorted[end].index;
        add_piece(planning, i, end - i, sorted[i].kind, false);
    }
    vl_free(sorted);
}

// --- places ---

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int largest(int a, int b)
{
    return a > b ? a : b;
}

static void find_places(planner *planning)
{
    const vl_links *links = planning->links;
    for (int i = 0; i < planning->particle_count; i++)
        planning->place[i] = i;
    for (int k = 0; k < links->hard_count; k++) {
        int i = links->from[k], j = links->to[k];
        planning->place[i] = least(planning->place[i], j);
        planning->place[j] = least(planning->place[j], i);
    }
}

// In the first phase the particles are cut into parts, in the second one half a part further on; in
// the last nobody else is at work.
static int owner(const planner *planning, int phase, int particle)
{
    int64_t parts = planning->plan->parts, count = planning->particle_count;
    int64_t twice = 2 * parts * planning->place[particle];
    int owners[VL_SWEEP_PHASES] = {(int)(twice / (2 * count)),
                                   (int)((twice + count) / (2 * count) % parts), 0};
    return owners[phase];
}

// The k-th of the ends of the links of a piece, two for each link.
static int particle_of(const planner *planning, const vl_sweep_piece *piece, int k)
{
    int at = piece->first + k / 2;
    int link = piece->consecutive ? at : planning->plan->indices[at];
    return k % 2 ? planning->links->to[link] : planning->links->from[link];
}

// The first phase in which all of the particles are one core's own and nothing earlier on them is
// still to come.
static void choose_phase(const planner *planning, entry *placed)
{
    const vl_sweep_piece *piece = &placed->piece;
    int first = particle_of(planning, piece, 0), ends = 2 * piece->count;
    placed->phase = 0;
    for (int k = 0; k < ends; k++)
        placed->phase = largest(placed->phase, planning->phase[particle_of(planning, piece, k)]);
    for (; placed->phase < VL_SWEEP_PHASES - 1; placed->phase++) {
        placed->part = owner(planning, placed->phase, first);
        bool own = true;
        for (int k = 0; k < ends; k++)
            own &= owner(planning, placed->phase, particle_of(planning, piece, k)) == placed->part;
        if (own)
            return;
    }
    placed->part = 0;
}

static void choose_tile(const planner *planning, entry *placed)
{
    int place = planning->particle_count, tile = 0;
    for (int k = 0; k < 2 * placed->piece.count; k++) {
        int i = particle_of(planning, &placed->piece, k);
        place = least(place, planning->place[i]);
        tile = largest(tile, planning->tile[i]);
    }
    placed->tile = largest(tile, place / TILE_SLOTS);
}

static void place_pieces(planner *planning)
{
    for (int n = 0; n < planning->piece_count; n++) {
        entry *placed = &planning->pieces[n];
        placed->position = n;
        choose_phase(planning, placed);
        choose_tile(planning, placed);
        for (int k = 0; k < 2 * placed->piece.count; k++) {
            int i = particle_of(planning, &placed->piece, k);
            planning->phase[i] = placed->phase;
            planning->tile[i] = placed->tile;
        }
    }
}

static int compare_placed(const void *left, const void *right)
{
    const entry *a = left, *b = right;
    if (a->phase != b->phase)
        return a->phase < b->phase ? -1 : 1;
    if (a->part != b->part)
        return a->part < b->part ? -1 : 1;
    if (a->tile != b->tile)
        return a->tile < b->tile ? -1 : 1;
    return (a->position > b->position) - (a->position < b->position);
}

static void put_pieces(planner *planning)
{
    vl_sweep_plan *plan = planning->plan;
    qsort(planning->pieces, (size_t)planning->piece_count, sizeof *planning->pieces,
          compare_placed);
    plan->piece_count = planning->piece_count;
    plan->pieces = vl_alloc((size_t)plan->piece_count, sizeof *plan->pieces);
    int next = 0;
    for (int n = 0; n < plan->piece_count; n++) {
        const entry *placed = &planning->pieces[n];
        plan->pieces[n] = placed->piece;
        while (next <= placed->phase * plan->parts + placed->part)
            plan->part_first[next++] = n;
    }
    while (next <= VL_SWEEP_PHASES * plan->parts)
        plan->part_first[next++] = plan->piece_count;
}

// --- the plan ---

static int useful_parts(const vl_links *links, int parts)
{
    return largest(1, least(parts, links->hard_count / LINKS_OF_A_PART));
}

vl_sweep_plan *vl_sweep_plan_create(const vl_links *links, int particle_count, vl_sweep_order order,
                                    int parts)
{
    size_t count = (size_t)links->hard_count, particles = (size_t)particle_count;
    vl_sweep_plan *plan = vl_alloc(1, sizeof *plan);
    plan->order = order;
    plan->parts = useful_parts(links, parts);
    plan->indices = vl_alloc(count, sizeof *plan->indices);
    plan->part_first =
        vl_alloc((size_t)(VL_SWEEP_PHASES * plan->parts + 1), sizeof *plan->part_first);
    plan->most = vl_alloc((size_t)plan->parts * VL_SWEEP_LANES, sizeof *plan->most);

    planner planning = {
        .links = links,
        .particle_count = particle_count,
        .plan = plan,
        .pieces = vl_alloc(count, sizeof *planning.pieces),
        .place = vl_alloc(particles, sizeof(int)),
        .phase = vl_alloc(particles, sizeof(int)),
        .tile = vl_alloc(particles, sizeof(int)),
    };
    if (order == VL_ORDER_COLOURED)
        add_runs(&planning);
    else
        add_levels(&planning);
    find_places(&planning);
    place_pieces(&planning);
    put_pieces(&planning);
    vl_free(planning.pieces);
    vl_free(planning.place);
    vl_free(planning.phase);
    vl_free(planning.tile);
    return plan;
}

void vl_sweep_plan_free(vl_sweep_plan *plan)
{
    if (!plan)
        return;
    vl_free(plan->indices);
    vl_free(plan->pieces);
    vl_free(plan->part_first);
    vl_free(plan->most);
    vl_free(plan);
}

static void run_piece(const vl_sweep_plan *plan, const vl_sweep *sweep, int n, double *most)
{
    const vl_sweep_piece *piece = &plan->pieces[n];
    if (piece->consecutive)
        vl_sweep_run(sweep, piece->first, piece->count, piece->kind, most);
    else
        vl_sweep_gathered(sweep, plan->indices + piece->first, piece->count, piece->kind, most);
}

static void run_part(const vl_sweep_plan *plan, const vl_sweep *sweep, int part, bool backwards)
{
    int first = plan->part_first[part], end = plan->part_first[part + 1];
    for (int n = first; n < end; n++)
        run_piece(plan, sweep, backwards ? end - 1 - (n - first) : n, NULL);
}

void vl_sweep_plan_run(const vl_sweep_plan *plan, const vl_sweep *sweep, bool backwards)
{
    for (int f = 0; f < VL_SWEEP_PHASES; f++) {
        int phase = backwards ? VL_SWEEP_PHASES - 1 - f : f;
        int parts = phase == VL_SWEEP_PHASES - 1 ? 1 : plan->parts;
#pragma omp for schedule(static, 1)
        for (int part = 0; part < parts; part++)
            run_part(plan, sweep, phase * plan->parts + part, backwards);
    }
}

double vl_sweep_plan_measure(const vl_sweep_plan *plan, const vl_sweep *measure)
{
#pragma omp for schedule(static, 1)
    for (int part = 0; part < plan->parts; part++) {
        double *most = plan->most + part * VL_SWEEP_LANES;
        for (int lane = 0; lane < VL_SWEEP_LANES; lane++)
            most[lane] = 0;
        int first = (int)((int64_t)plan->piece_count * part / plan->parts);
        int end = (int)((int64_t)plan->piece_count * (part + 1) / plan->parts);
        for (int n = first; n < end; n++)
            run_piece(plan, measure, n, most);
    }

    double answer = 0;
    for (int i = 0; i < plan->parts * VL_SWEEP_LANES; i++)
        answer = plan->most[i] > answer ? plan->most[i] : answer;
    return answer;
}
