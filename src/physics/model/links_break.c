// Removes links from a layout during a run, in place.

#include "physics/model/links.h"

#include <assert.h>
#include <string.h>

enum { BROKEN = -1 };

static void move_link(vl_links *links, int to, int from)
{
#define MOVE(member) links->member[to] = links->member[from];
    VL_LINK_ARRAYS(MOVE)
#undef MOVE
}

static void mark(vl_links *links, const int *indices, int count)
{
    for (int i = 0; i < links->count; i++)
        links->moved[i] = i;
    for (int i = 0; i < count; i++) {
        assert(indices[i] >= 0 && indices[i] < links->count);
        links->moved[indices[i]] = BROKEN;
    }
}

static bool stays(const vl_links *links, int index)
{
    return links->moved[index] != BROKEN;
}

// Appends a piece of a run. Short pieces of one colour and kind are joined, as when the links were
// laid out; `first_of_colour` is the number of the colour's first run.
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

// Moves the remaining links of a run to `next` and behind it, without a gap.
static int part_run(vl_links *links, int first_of_colour, const vl_link_run *run, int next)
{
    for (int i = run->first, end = run->first + run->count; i < end; i++) {
        int begin = next;
        for (; i < end && stays(links, i); i++) {
            move_link(links, next, i);
            links->moved[i] = next++;
        }
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

static int close_up_springs(vl_links *links, int next)
{
    for (int i = links->hard_count; i < links->count; i++)
        if (stays(links, i)) {
            move_link(links, next, i);
            links->moved[i] = next++;
        }
    return next;
}

static void close_up_listed(vl_links *links)
{
    int next = 0;
    for (int i = 0; i < links->count; i++)
        if (stays(links, links->listed[i]))
            links->listed[next++] = links->moved[links->listed[i]];
}

int vl_links_find_torn(vl_links *links, const vl_particles *particles)
{
    int count = 0;
    double *const *x = particles->x;
    for (int i = 0; links->may_tear && i < links->count; i++) {
        int from = links->from[i], to = links->to[i];
        double dx = x[0][to] - x[0][from], dy = x[1][to] - x[1][from], dz = x[2][to] - x[2][from];
        double most = (1 + links->tear[i]) * links->length[i];
        if (links->tear[i] > 0 && dx * dx + dy * dy + dz * dz > most * most)
            links->torn[count++] = i;
    }
    return count;
}

void vl_links_break(vl_links *links, const int *indices, int count)
{
    if (count == 0)
        return;
    mark(links, indices, count);
    int hard = part_runs(links);
    int all = close_up_springs(links, hard);
    close_up_listed(links);
    links->hard_count = hard;
    links->count = all;
    links->version++;
}
