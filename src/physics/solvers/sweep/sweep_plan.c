#include "physics/solvers/sweep/sweep_plan.h"

#include "base/memory.h"
#include "physics/model/incidence.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum {
    MOST_APART = 64,        // links of a piece that is not consecutive
    MOST_RUN = 1024,        // links of a consecutive piece
    TILE_SLOTS = 4096,      // particles of a tile, in arrays by axis
    TILE_POINTS = 1024,     // particles of a tile, as points
    LINKS_OF_A_PART = 8192, // a second core does not pay for fewer
};

// A piece before it is sorted into the plan, with its key.
typedef struct planned_piece {
    int phase, part, tile, position; // the key
    vl_sweep_piece piece;            // unless apart, `first` and `count` are links
    int level;                       // or colour
} planned_piece;

typedef struct planner {
    const vl_links *links;
    int particle_count;
    vl_sweep_order order;
    vl_arena *arena; // of the plan
    vl_sweep_plan *plan;
    int row_count, row_capacity;
    planned_piece *pieces;
    int piece_count;
    int *place; // by particle: linked particles have near places
    int *phase; // of the last piece so far that moves the particle
    int *tile;  // the same
} planner;

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

// --- pieces ---

static void add_piece(planner *planning, int level, int first, int count, vl_link_kind kind,
                      int most)
{
    for (int k = 0; k < count; k += most)
        planning->pieces[planning->piece_count++] = (planned_piece){
            .piece = {first + k, smaller(count - k, most), kind},
            .level = level,
        };
}

// Links of one level share no particle; they are swept after those of all lower levels.
typedef struct levelled {
    int level, kind, place, index; // the key
} levelled;

static void add_levels(planner *planning)
{
    const vl_links *links = planning->links;
    vl_sweep_plan *plan = planning->plan;
    int count = links->hard_count;
    levelled *sorted = vl_alloc((size_t)count, sizeof *sorted);
    for (int k = 0; k < count; k++) {
        sorted[k].index = k;
        sorted[k].kind = (int)links->kind[k];
        sorted[k].place = smaller(planning->place[links->from[k]], planning->place[links->to[k]]);
    }
    if (planning->order == VL_ORDER_COLOURED) {
        for (int c = 0; c < links->colour_count; c++) // a colour is a level
            for (int r = links->colour_run[c]; r < links->colour_run[c + 1]; r++)
                for (int k = 0; k < links->runs[r].count; k++)
                    sorted[links->runs[r].first + k].level = c;
    } else {
        // a link is one level above every earlier one that shares a particle with it
        int *level = vl_alloc((size_t)planning->particle_count, sizeof *level);
        for (int i = 0; i < links->count; i++) {
            int k = links->listed[i];
            if (k >= links->hard_count)
                continue;
            int *from = &level[links->from[k]], *to = &level[links->to[k]];
            sorted[k].level = *from = *to = 1 + larger(*from, *to);
        }
        vl_free(level);
    }
    qsort(sorted, (size_t)count, sizeof *sorted, vl_compare_keys);
    for (int i = 0; i < count; i++) {
        int k = sorted[i].index;
        plan->indices[i] = k;
        plan->from[i] = plan->point_of[links->from[k]];
        plan->to[i] = plan->point_of[links->to[k]];
        plan->length[i] = links->length[k];
    }
    for (int i = 0, end; i < count; i = end) {
        end = i;
        while (end < count && sorted[end].level == sorted[i].level &&
               sorted[end].kind == sorted[i].kind)
            end++;
        add_piece(planning, sorted[i].level, i, end - i, (vl_link_kind)sorted[i].kind, MOST_APART);
    }
    vl_free(sorted);
}

// --- places ---

// Collects the particles connected to `start`, breadth first, in `reached`, and marks them with
// `mark`; returns how many.
static int walk(const vl_incidence *g, int start, int *marks, int mark, int *reached)
{
    int count = 0;
    reached[count++] = start;
    marks[start] = mark;
    for (int next = 0; next < count; next++)
        for (int n = g->first[reached[next]]; n < g->first[reached[next] + 1]; n++)
            if (marks[g->other[n]] != mark) {
                marks[g->other[n]] = mark;
                reached[count++] = g->other[n];
            }
    return count;
}

// Places by a breadth-first search over the hard links from one end of each connected part
// (Cuthill, McKee, "Reducing the bandwidth of sparse symmetric matrices", 1969, without their order
// among neighbours).
static void find_places_by_order(planner *planning)
{
    enum { SEEN = 1, PLACED = 2 };

    const vl_links *links = planning->links;
    int particle_count = planning->particle_count, *near = planning->plan->point_of;
    vl_arena work = {0};
    vl_incidence g =
        vl_incidence_create(&work, links->from, links->to, links->hard_count, particle_count);
    int *marks = vl_arena_take(&work, (size_t)particle_count, sizeof *marks);
    int *reached = vl_arena_take(&work, (size_t)particle_count, sizeof *reached);
    int numbered = 0;
    for (int i = 0; i < particle_count; i++) {
        if (marks[i] == PLACED)
            continue;
        // the particle reached last is at an end
        int count = walk(&g, i, marks, SEEN, reached);
        walk(&g, reached[count - 1], marks, PLACED, reached);
        for (int n = 0; n < count; n++)
            planning->place[reached[n]] = near[reached[n]] = numbered++;
    }
    vl_arena_free(&work);
}

// In the first phase the particles are cut into parts, in the second phase half a part further on;
// the last phase has only one part. The share grows with the place; the last share of the second
// phase belongs to part 0, as its first.
static int share_of(const planner *planning, int phase, int place)
{
    int64_t parts = planning->plan->parts, count = planning->particle_count;
    return (int)((2 * parts * place + (phase == 1 ? count : 0)) / (2 * count));
}

// The k-th of the ends of the links of a piece, two for each link.
static int particle_of(const planner *planning, const vl_sweep_piece *piece, int k)
{
    int at = piece->first + k / 2;
    int link = planning->plan->apart ? planning->plan->indices[at] : at;
    return k % 2 ? planning->links->to[link] : planning->links->from[link];
}

// Chooses the first phase, from `planned->phase` on, in which all places from `low` to `high`
// belong to one core.
static void choose_phase(const planner *planning, planned_piece *planned, int low, int high)
{
    int parts = planning->plan->parts;
    for (; planned->phase < VL_SWEEP_PHASES - 1; planned->phase++) {
        int share = share_of(planning, planned->phase, low);
        planned->part = share % parts;
        if (share == share_of(planning, planned->phase, high))
            return;
    }
    planned->part = 0;
}

static void place_pieces(planner *planning)
{
    for (int n = 0; n < planning->piece_count; n++) {
        planned_piece *planned = &planning->pieces[n];
        planned->position = n;
        // in no earlier phase or tile than earlier pieces on the same particles
        int low = planning->particle_count, high = 0;
        for (int k = 0; k < 2 * planned->piece.count; k++) {
            int i = particle_of(planning, &planned->piece, k);
            low = smaller(low, planning->place[i]);
            high = larger(high, planning->place[i]);
            planned->phase = larger(planned->phase, planning->phase[i]);
            planned->tile = larger(planned->tile, planning->tile[i]);
        }
        choose_phase(planning, planned, low, high);
        int size = planning->plan->apart ? TILE_POINTS : TILE_SLOTS;
        planned->tile = larger(planned->tile, low / size);
        for (int k = 0; k < 2 * planned->piece.count; k++) {
            int i = particle_of(planning, &planned->piece, k);
            planning->phase[i] = planned->phase;
            planning->tile[i] = planned->tile;
        }
    }
}

// Cuts links into rows of consecutive ends.
static void put_rows(planner *planning, const vl_sweep_piece *piece)
{
    const int *from = planning->links->from, *to = planning->links->to;
    vl_sweep_row *rows = planning->plan->rows;
    int wanted = planning->row_count + piece->count;
    rows = vl_grow(rows, &planning->row_capacity, wanted, sizeof *rows);
    for (int i = piece->first, end; i < piece->first + piece->count; i = end) {
        end = i + 1;
        while (end < piece->first + piece->count && end < i + VL_SWEEP_LANES &&
               from[end] == from[end - 1] + 1 && to[end] == to[end - 1] + 1)
            end++;
        rows[planning->row_count++] = (vl_sweep_row){from[i], to[i], i, end - i};
    }
    planning->plan->rows = rows;
}

static void put_pieces(planner *planning)
{
    vl_sweep_plan *plan = planning->plan;
    qsort(planning->pieces, (size_t)planning->piece_count, sizeof *planning->pieces,
          vl_compare_keys);
    plan->pieces =
        vl_arena_take(planning->arena, (size_t)planning->piece_count, sizeof *plan->pieces);
    int next = 0;
    for (int n = 0; n < planning->piece_count; n++) {
        const planned_piece *planned = &planning->pieces[n];
        const planned_piece *before = n > 0 ? planned - 1 : NULL;
        bool more = before && !plan->apart && before->phase == planned->phase &&
                    before->part == planned->part && before->tile == planned->tile &&
                    before->level == planned->level && before->piece.kind == planned->piece.kind;
        while (next <= planned->phase * plan->parts + planned->part)
            plan->part_first[next++] = plan->piece_count;
        if (!more)
            plan->pieces[plan->piece_count++] = planned->piece;
        if (plan->apart)
            continue;
        vl_sweep_piece *piece = &plan->pieces[plan->piece_count - 1];
        piece->first = more ? piece->first : planning->row_count;
        put_rows(planning, &planned->piece);
        piece->count = planning->row_count - piece->first;
    }
    while (next <= VL_SWEEP_PHASES * plan->parts)
        plan->part_first[next++] = plan->piece_count;
    plan->record_first =
        vl_arena_take(planning->arena, (size_t)plan->piece_count + 1, sizeof *plan->record_first);
}

// --- the plan ---

static vl_sweep_plan *allocate(vl_arena *arena, const vl_links *links, int particle_count,
                               vl_sweep_order order, int parts)
{
    size_t count = (size_t)links->hard_count, particles = (size_t)particle_count;
    vl_sweep_plan *plan = vl_arena_take(arena, 1, sizeof *plan);
    plan->parts = larger(1, smaller(parts, links->hard_count / LINKS_OF_A_PART));
    plan->team = plan->parts > 1 ? vl_team_create(arena, plan->parts) : NULL;
    // in listed order neighbours in a row share particles: no run can be swept at once
    int in_runs = 0;
    for (int r = 0; r < links->run_count; r++)
        in_runs += links->runs[r].consecutive ? links->runs[r].count : 0;
    plan->apart = order != VL_ORDER_COLOURED || in_runs < links->hard_count / 4 * 3;
    plan->particle_count = particle_count;
    plan->part_first = vl_arena_take(arena, VL_SWEEP_PHASES * (size_t)plan->parts + 1, sizeof(int));
    plan->records = vl_arena_take(arena, count, sizeof *plan->records);
    if (!plan->apart)
        return plan;
    plan->point_of = vl_arena_take(arena, particles, sizeof(int));
    plan->points = vl_arena_take(arena, particles, sizeof(vl_sweep_point));
    plan->old = vl_arena_take(arena, particles, sizeof(vl_sweep_point));
    plan->indices = vl_arena_take(arena, count, sizeof(int));
    plan->from = vl_arena_take(arena, count, sizeof(int));
    plan->to = vl_arena_take(arena, count, sizeof(int));
    plan->length = vl_arena_take(arena, count, sizeof(double));
    return plan;
}

vl_sweep_plan *vl_sweep_plan_create(vl_arena *arena, const vl_sweep_kernel *kernel,
                                    const vl_links *links, int particle_count, vl_sweep_order order,
                                    int parts)
{
    vl_arena work = {0};
    size_t particles = (size_t)particle_count;
    planner planning = {
        .links = links,
        .particle_count = particle_count,
        .order = order,
        .arena = arena,
        .plan = allocate(arena, links, particle_count, order, parts),
        .pieces = vl_arena_take(&work, (size_t)links->hard_count, sizeof *planning.pieces),
        .place = vl_arena_take(&work, particles, sizeof(int)),
        .phase = vl_arena_take(&work, particles, sizeof(int)),
        .tile = vl_arena_take(&work, particles, sizeof(int)),
    };
    planning.plan->kernel = kernel ? kernel : vl_sweep_kernels()[0];
    if (planning.plan->apart) {
        find_places_by_order(&planning);
        add_levels(&planning);
    } else {
        // places by slots: the lowest slot of a particle and its neighbours
        for (int i = 0; i < particle_count; i++)
            planning.place[i] = i;
        for (int k = 0; k < links->hard_count; k++) {
            int i = links->from[k], j = links->to[k];
            planning.place[i] = smaller(planning.place[i], j);
            planning.place[j] = smaller(planning.place[j], i);
        }
        for (int c = 0; c < links->colour_count; c++)
            for (int r = links->colour_run[c]; r < links->colour_run[c + 1]; r++) {
                const vl_link_run *run = &links->runs[r];
                add_piece(&planning, c, run->first, run->count, run->kind,
                          run->consecutive ? MOST_RUN : MOST_APART);
            }
    }
    place_pieces(&planning);
    put_pieces(&planning);
    vl_arena_free(&work);
    vl_arena_at_end(arena, vl_free, planning.plan->rows);
    return planning.plan;
}

void vl_sweep_plan_take_lengths(vl_sweep_plan *plan, const vl_links *links)
{
    for (int i = 0; plan->apart && i < links->hard_count; i++)
        plan->length[i] = links->length[plan->indices[i]];
}

// --- reactions ---

void vl_sweep_plan_record(vl_sweep_plan *plan, const vl_links *links, const double *inverse_mass)
{
    plan->record_count = 0;
    for (int n = 0; n < plan->piece_count; n++) {
        const vl_sweep_piece *piece = &plan->pieces[n];
        plan->record_first[n] = plan->record_count;
        for (int i = piece->first; i < piece->first + piece->count; i++) {
            int first = plan->apart ? plan->indices[i] : plan->rows[i].first;
            int count = plan->apart ? 1 : plan->rows[i].count;
            for (int k = first; k < first + count; k++) {
                int from = links->from[k], to = links->to[k];
                bool fixed = inverse_mass[from] == 0;
                if (fixed != (inverse_mass[to] == 0))
                    plan->records[plan->record_count++] =
                        (vl_sweep_record){.fixed = fixed ? from : to, .other = fixed ? to : from};
            }
        }
    }
    plan->record_first[plan->piece_count] = plan->record_count;
}

void vl_sweep_plan_add_reactions(vl_sweep_plan *plan, const double *inverse_mass,
                                 double *const reaction[VL_AXES], const int *slot_of)
{
    for (int r = 0; r < plan->record_count; r++) {
        const vl_sweep_record *record = &plan->records[r];
        int slot = slot_of ? slot_of[record->fixed] : record->fixed;
        vl_accumulate(reaction, slot, vl_scale(record->moved, -1 / inverse_mass[record->other]));
    }
    plan->record_count = 0;
}

static vl_vec3 place_of_other(const vl_sweep_plan *plan, const vl_sweep *sweep,
                              const vl_sweep_record *record)
{
    if (!plan->apart)
        return vl_read(sweep->x, record->other);
    const vl_sweep_point *point = &plan->points[plan->point_of[record->other]];
    return (vl_vec3){point->x, point->y, point->z};
}

// --- sweeping ---

// What the parts of a plan do at the same time.
typedef struct stage {
    const vl_sweep_plan *plan;
    const vl_sweep *sweep;
    int first; // the first of the parts, of all phases
    bool backwards;
} stage;

// The first of `count` that belongs to a part.
static int first_of(const vl_sweep_plan *plan, int part, int count)
{
    return (int)((int64_t)count * part / plan->parts);
}

static void take_points(const void *work, int part)
{
    const stage *now = work;
    const vl_sweep_plan *plan = now->plan;
    const vl_sweep *sweep = now->sweep;
    int end = first_of(plan, part + 1, plan->particle_count);
    for (int i = first_of(plan, part, plan->particle_count); i < end; i++) {
        int n = plan->point_of[i];
        plan->points[n] = vl_sweep_read_point(sweep->x, sweep->inverse_mass, i);
        if (sweep->x_old[0])
            plan->old[n] = vl_sweep_read_point(sweep->x_old, sweep->inverse_mass, i);
    }
}

static void put_points(const void *work, int part)
{
    const stage *now = work;
    const vl_sweep_plan *plan = now->plan;
    int end = first_of(plan, part + 1, plan->particle_count);
    for (int i = first_of(plan, part, plan->particle_count); i < end; i++) {
        const vl_sweep_point *point = &plan->points[plan->point_of[i]];
        vl_write(now->sweep->x, i, (vl_vec3){point->x, point->y, point->z});
    }
}

void vl_sweep_plan_begin(const vl_sweep_plan *plan, const vl_sweep *sweep)
{
    if (plan->apart)
        vl_team_do(plan->team, take_points, &(stage){.plan = plan, .sweep = sweep});
}

void vl_sweep_plan_end(const vl_sweep_plan *plan, const vl_sweep *sweep)
{
    if (plan->apart)
        vl_team_do(plan->team, put_points, &(stage){.plan = plan, .sweep = sweep});
}

static void run_piece(const vl_sweep_plan *plan, const vl_sweep *sweep, int n)
{
    const vl_sweep_piece *piece = &plan->pieces[n];
    vl_sweep now = *sweep;
    now.lower_bound = piece->kind == VL_STRING ? 0 : -HUGE_VAL;
    now.count = piece->count;
    if (!plan->apart) {
        now.rows = plan->rows + piece->first;
        now.function.rows(&now);
        return;
    }
    now.points = plan->points;
    now.old = plan->old;
    now.from = plan->from + piece->first;
    now.to = plan->to + piece->first;
    now.indices = plan->indices + piece->first;
    now.length = plan->length + piece->first;
    now.function.apart(&now);
}

// The links of a piece share no particle: what moves an end of a link in it is that link.
static void run_part(const void *work, int part)
{
    const stage *now = work;
    const vl_sweep_plan *plan = now->plan;
    int first = plan->part_first[now->first + part], end = plan->part_first[now->first + part + 1];
    for (int k = first; k < end; k++) {
        int n = now->backwards ? end - 1 - (k - first) : k;
        int record = plan->record_first[n];
        int last = plan->record_count > 0 ? plan->record_first[n + 1] : record;
        for (int r = record; r < last; r++)
            plan->records[r].before = place_of_other(plan, now->sweep, &plan->records[r]);
        run_piece(plan, now->sweep, n);
        for (int r = record; r < last; r++) {
            vl_sweep_record *moved = &plan->records[r];
            vl_vec3 by = vl_sub(place_of_other(plan, now->sweep, moved), moved->before);
            moved->moved = vl_add(moved->moved, by);
        }
    }
}

void vl_sweep_plan_run(const vl_sweep_plan *plan, const vl_sweep *sweep, bool backwards)
{
    for (int f = 0; f < VL_SWEEP_PHASES; f++) {
        int phase = backwards ? VL_SWEEP_PHASES - 1 - f : f;
        const stage now = {plan, sweep, phase * plan->parts, backwards};
        const int *first = &plan->part_first[now.first];
        int count = 0; // of parts with links
        for (int part = 0; part < plan->parts; part++)
            count += first[part + 1] > first[part];
        if (count > 1)
            vl_team_do(plan->team, run_part, &now);
        for (int part = 0; count == 1 && part < plan->parts; part++)
            run_part(&now, part);
    }
}
