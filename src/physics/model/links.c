#include "physics/model/links.h"

#include "base/memory.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    MASK_COLOURS = 64, // colours tracked by one bit each; further ones by a counter
};

// A hard link with its colour, to be sorted by colour and kind, then so that links with consecutive
// ends follow each other.
typedef struct coloured {
    int colour, kind, apart, from; // the key; `apart` is how far `to` is from `from`
    int described;
} coloured;

// Greedy edge colouring. A particle with more than 64 links, such as the hub of a wheel, gets
// further colours from a counter, one for each link.
static int pick_colour(uint64_t *used, int *beyond, int a, int b, int family)
{
    uint64_t taken = used[a] | used[b];
    bool family_free = family >= 0 && family < MASK_COLOURS && !(taken >> family & 1);
    int colour = family_free ? family : 0;
    while (!family_free && colour < MASK_COLOURS && (taken >> colour & 1))
        colour++;

    if (colour < MASK_COLOURS) {
        used[a] |= UINT64_C(1) << colour;
        used[b] |= UINT64_C(1) << colour;
        return colour;
    }
    colour = beyond[a] > beyond[b] ? beyond[a] : beyond[b];
    if (colour < MASK_COLOURS)
        colour = MASK_COLOURS;
    beyond[a] = beyond[b] = colour + 1;
    return colour;
}

int vl_compare_keys(const void *left, const void *right)
{
    const int *a = left, *b = right;
    int k = 0;
    while (k + 1 < VL_KEYS && a[k] == b[k])
        k++;
    return (a[k] > b[k]) - (a[k] < b[k]);
}

static void put_link(vl_links *links, int index, const vl_link *link, int from, int to)
{
#define PUT(member) links->member[index] = link->member;
    VL_LINK_ARRAYS(PUT)
#undef PUT
    links->from[index] = from;
    links->to[index] = to;
    links->may_tear |= link->tear > 0;
}

// Appends a run, or a piece of one. Short pieces of one colour and kind are joined;
// `first_of_colour` is the number of the colour's first run.
static void put_run(vl_links *links, int first_of_colour, vl_link_run piece)
{
    piece.consecutive = piece.consecutive && piece.count >= VL_SHORTEST_RUN;
    vl_link_run *next = &links->runs[links->run_count];
    if (links->run_count > first_of_colour && !piece.consecutive && !next[-1].consecutive &&
        next[-1].kind == piece.kind) {
        next[-1].count += piece.count;
        return;
    }
    *next = piece;
    links->run_count++;
}

// Memory for `count` links.
static void allocate(vl_arena *arena, vl_links *links, int count)
{
    size_t n = (size_t)count;
    *links = (vl_links){.count = count};
#define ALLOCATE(member) links->member = vl_arena_take(arena, n, sizeof *links->member);
    VL_LINK_ARRAYS(ALLOCATE)
    ALLOCATE(listed)
    ALLOCATE(moved)
    ALLOCATE(torn)
    ALLOCATE(runs)
#undef ALLOCATE
    links->colour_run = vl_arena_take(arena, n + 1, sizeof *links->colour_run);
}

void vl_links_create(vl_arena *arena, vl_links *links, const vl_link *described, int count,
                     int particle_count)
{
    allocate(arena, links, count);
    for (int i = 0; i < count; i++) {
        assert(described[i].from != described[i].to && described[i].length > 0);
        links->hard_count += described[i].kind != VL_SPRING;
    }

    coloured *hard = vl_alloc((size_t)links->hard_count, sizeof *hard);
    uint64_t *used = vl_alloc((size_t)particle_count, sizeof *used);
    int *beyond = vl_alloc((size_t)particle_count, sizeof *beyond);

    int next = 0;
    for (int i = 0; i < count; i++) {
        const vl_link *link = &described[i];
        if (link->kind == VL_SPRING)
            continue;
        hard[next++] = (coloured){
            .colour = pick_colour(used, beyond, link->from, link->to, link->family),
            .kind = (int)link->kind,
            .apart = abs(link->to - link->from),
            .from = link->from < link->to ? link->from : link->to,
            .described = i,
        };
    }
    vl_free(used);
    vl_free(beyond);
    qsort(hard, (size_t)links->hard_count, sizeof *hard, vl_compare_keys);
    for (int i = 0; i < links->hard_count; i++) {
        put_link(links, i, &described[hard[i].described], hard[i].from,
                 hard[i].from + hard[i].apart);
        links->listed[hard[i].described] = i;
    }
    for (int i = 0; i < links->hard_count;) {
        int last = i; // of the links of one colour and kind that have consecutive ends
        while (last + 1 < links->hard_count && hard[last + 1].colour == hard[i].colour &&
               hard[last + 1].kind == hard[i].kind && hard[last + 1].from == hard[last].from + 1 &&
               hard[last + 1].apart == hard[i].apart)
            last++;
        // colours without links get no number
        if (i == 0 || hard[i].colour != hard[i - 1].colour)
            links->colour_run[links->colour_count++] = links->run_count;
        put_run(links, links->colour_run[links->colour_count - 1],
                (vl_link_run){i, last - i + 1, (vl_link_kind)hard[i].kind, true});
        i = last + 1;
    }
    links->colour_run[links->colour_count] = links->run_count;
    vl_free(hard);

    next = links->hard_count;
    for (int i = 0; i < count; i++) {
        if (described[i].kind != VL_SPRING)
            continue;
        put_link(links, next, &described[i], described[i].from, described[i].to);
        links->listed[i] = next++;
    }
}

// `torn` and `moved` are scratch memory and are not copied.
void vl_links_copy(vl_arena *arena, vl_links *links, const vl_links *from)
{
    vl_links fresh;
    allocate(arena, &fresh, from->count);
    *links = *from;
#define COPY_SOME(member, elements)                                                                \
    links->member = fresh.member;                                                                  \
    memcpy(links->member, from->member, (size_t)(elements) * sizeof *links->member);
#define COPY(member) COPY_SOME(member, from->count)
    VL_LINK_ARRAYS(COPY)
    COPY(listed)
    COPY_SOME(colour_run, from->colour_count + 1)
    COPY_SOME(runs, from->run_count)
#undef COPY
#undef COPY_SOME
    links->torn = fresh.torn;
    links->moved = fresh.moved;
}

double vl_link_length(const vl_links *links, const vl_particles *particles, int index)
{
    vl_vec3 from = vl_read(particles->x, links->from[index]);
    vl_vec3 to = vl_read(particles->x, links->to[index]);
    return vl_length(vl_sub(to, from));
}

double vl_link_strain(const vl_links *links, const vl_particles *particles, int index)
{
    double length = links->length[index];
    double strain = (vl_link_length(links, particles, index) - length) / length;
    return links->kind[index] == VL_STRING && strain < 0 ? 0 : strain;
}

enum { STRAINS = 64 }; // at a time, which stay in registers and the first cache

// Strains of `count` links, those of a consecutive run as plain vector code.
static void find_strains(double *restrict strains, const vl_links *links,
                         const vl_particles *particles, int first, int count, bool consecutive)
{
    const double *length = links->length + first;
    const double *a[VL_AXES], *b[VL_AXES];
    for (int k = 0; !consecutive && k < count; k++)
        strains[k] = vl_link_strain(links, particles, first + k);
    if (!consecutive)
        return;
    for (int axis = 0; axis < VL_AXES; axis++) {
        a[axis] = particles->x[axis] + links->from[first];
        b[axis] = particles->x[axis] + links->to[first];
    }
    for (int k = 0; k < count; k++) {
        double x = b[0][k] - a[0][k], y = b[1][k] - a[1][k], z = b[2][k] - a[2][k];
        strains[k] = (sqrt(x * x + y * y + z * z) - length[k]) / length[k];
    }
    for (int k = 0; links->kind[first] == VL_STRING && k < count; k++)
        strains[k] = strains[k] < 0 ? 0 : strains[k];
}

// The sum of the squares is in the order of the links.
void vl_links_stretch(const vl_links *links, const vl_particles *particles, int end, double enough,
                      double *largest, double *rms)
{
    const vl_link_run springs = {links->hard_count, end - links->hard_count, VL_SPRING, false};
    double squares = 0, most = 0;
    for (int r = 0; r <= links->run_count && most <= enough; r++) {
        const vl_link_run *run = r < links->run_count ? &links->runs[r] : &springs;
        for (int i = 0; i < run->count && most <= enough; i += STRAINS) {
            double strains[STRAINS];
            int count = run->count - i < STRAINS ? run->count - i : STRAINS;
            find_strains(strains, links, particles, run->first + i, count, run->consecutive);
            for (int k = 0; k < count; k++) {
                double size = fabs(strains[k]);
                most = size > most ? size : most;
                squares += size * size;
            }
        }
    }
    *largest = most;
    *rms = end > 0 ? sqrt(squares / end) : 0;
}

// --- links break: they are taken out of the layout in place ---

enum { BROKEN = -1 };

static void move_link(vl_links *links, int to, int from)
{
#define MOVE(member) links->member[to] = links->member[from];
    VL_LINK_ARRAYS(MOVE)
#undef MOVE
    links->moved[from] = to;
}

static bool stays(const vl_links *links, int index)
{
    return links->moved[index] != BROKEN;
}

// Moves the remaining links of a run to `next` and behind it, without a gap.
static int part_run(vl_links *links, int first_of_colour, const vl_link_run *run, int next)
{
    for (int i = run->first, end = run->first + run->count; i < end; i++) {
        int begin = next;
        for (; i < end && stays(links, i); i++)
            move_link(links, next++, i);
        if (next > begin)
            put_run(links, first_of_colour,
                    (vl_link_run){begin, next - begin, run->kind, run->consecutive});
    }
    return next;
}

// The runs are read from the end of their array and written from its beginning. The array has room
// for one run a link, and no more runs are written than links have been read.
static int part_runs(vl_links *links)
{
    int count = links->run_count, colours = links->colour_count, next = 0;
    vl_link_run *old = links->runs + links->hard_count - count;
    memmove(old, links->runs, (size_t)count * sizeof *old);
    links->run_count = links->colour_count = 0;

    for (int c = 0, r = 0; c < colours; c++) {
        int end = links->colour_run[c + 1], first = links->run_count;
        for (; r < end; r++) {
            vl_link_run run = old[r];
            next = part_run(links, first, &run, next);
        }
        if (links->run_count > first) // a colour without links loses its number
            links->colour_run[links->colour_count++] = first;
    }
    links->colour_run[links->colour_count] = links->run_count;
    return next;
}

int vl_links_find_torn(vl_links *links, const vl_particles *particles)
{
    int count = 0;
    for (int i = 0; links->may_tear && i < links->count; i++)
        if (links->tear[i] > 0 && vl_link_strain(links, particles, i) > links->tear[i])
            links->torn[count++] = i;
    return count;
}

void vl_links_break(vl_links *links, const int *indices, int count)
{
    if (count == 0)
        return;
    for (int i = 0; i < links->count; i++)
        links->moved[i] = i;
    for (int i = 0; i < count; i++) {
        assert(indices[i] >= 0 && indices[i] < links->count);
        links->moved[indices[i]] = BROKEN;
    }
    int hard = part_runs(links);
    int all = hard;
    for (int i = links->hard_count; i < links->count; i++)
        if (stays(links, i))
            move_link(links, all++, i);
    int next = 0;
    for (int i = 0; i < links->count; i++)
        if (stays(links, links->listed[i]))
            links->listed[next++] = links->moved[links->listed[i]];
    links->hard_count = hard;
    links->count = all;
    links->version++;
}
