#include "physics/solvers/sweep/cuthill_mckee.h"

#include "base/memory.h"
#include "physics/model/incidence.h"

// All that hangs together with `start`, breadth first, into `reached`; how many. What is reached is
// marked with `mark`.
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

void vl_cuthill_mckee(const vl_links *links, int particle_count, int *near)
{
    enum { SEEN = 1, PLACED = 2 };

    vl_incidence g = vl_incidence_create(links->from, links->to, links->hard_count, particle_count);
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
    vl_incidence_free(&g);
    vl_free(marks);
    vl_free(reached);
}
