#include "physics/nearness.h"

#include "base/memory.h"

#include <string.h>

// Neighbours of particle i: to[first[i]] … to[first[i + 1] − 1].
typedef struct graph {
    int *first, *to;
} graph;

static graph create_graph(const vl_links *links, int particle_count)
{
    graph g = {vl_alloc((size_t)particle_count + 2, sizeof(int)),
               vl_alloc(2 * (size_t)links->hard_count, sizeof(int))};
    for (int k = 0; k < links->hard_count; k++) {
        g.first[links->from[k] + 2]++;
        g.first[links->to[k] + 2]++;
    }
    for (int i = 2; i <= particle_count; i++)
        g.first[i] += g.first[i - 1];
    // filling moves each beginning on to where it belongs
    for (int k = 0; k < links->hard_count; k++) {
        g.to[g.first[links->from[k] + 1]++] = links->to[k];
        g.to[g.first[links->to[k] + 1]++] = links->from[k];
    }
    return g;
}

// All that hangs together with `start`, breadth first, into `reached`; how many. What is reached is
// marked with `mark`.
static int walk(const graph *g, int start, int *marks, int mark, int *reached)
{
    int count = 0;
    reached[count++] = start;
    marks[start] = mark;
    for (int next = 0; next < count; next++)
        for (int n = g->first[reached[next]]; n < g->first[reached[next] + 1]; n++)
            if (marks[g->to[n]] != mark) {
                marks[g->to[n]] = mark;
                reached[count++] = g->to[n];
            }
    return count;
}

void vl_nearness_order(const vl_links *links, int particle_count, int *near)
{
    enum { SEEN = 1, PLACED = 2 };

    graph g = create_graph(links, particle_count);
    int *marks = vl_alloc((size_t)particle_count, sizeof *marks);
    int *reached = vl_alloc((size_t)particle_count, sizeof *reached);
    int placed = 0;
    for (int i = 0; i < particle_count; i++) {
        if (marks[i] == PLACED)
            continue;
        // what is reached last lies at an end
        int count = walk(&g, i, marks, SEEN, reached);
        walk(&g, reached[count - 1], marks, PLACED, reached);
        for (int n = 0; n < count; n++)
            near[reached[n]] = placed++;
    }
    vl_free(g.first);
    vl_free(g.to);
    vl_free(marks);
    vl_free(reached);
}
