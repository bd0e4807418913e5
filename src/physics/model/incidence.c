#include "physics/model/incidence.h"

vl_incidence vl_incidence_create(vl_arena *arena, const int *from, const int *to, int links,
                                 int nodes)
{
    vl_incidence incidence = {
        .first = vl_arena_take(arena, (size_t)nodes + 2, sizeof(int)),
        .link = vl_arena_take(arena, 2 * (size_t)links, sizeof(int)),
        .other = vl_arena_take(arena, 2 * (size_t)links, sizeof(int)),
    };
    vl_incidence_fill(&incidence, from, to, links, nodes);
    return incidence;
}

static void put(vl_incidence *incidence, int node, int link, int other)
{
    // first[node + 1] is a cursor while filling and ends where it belongs
    int place = incidence->first[node + 1]++;
    incidence->link[place] = link;
    incidence->other[place] = other;
}

void vl_incidence_fill(vl_incidence *incidence, const int *from, const int *to, int links,
                       int nodes)
{
    int *first = incidence->first;
    for (int i = 0; i < nodes + 2; i++)
        first[i] = 0;
    for (int k = 0; k < links; k++) {
        first[from[k] + 2]++;
        first[to[k] + 2]++;
    }
    for (int i = 2; i < nodes + 2; i++)
        first[i] += first[i - 1];
    for (int k = 0; k < links; k++) {
        put(incidence, from[k], k, to[k]);
        put(incidence, to[k], k, from[k]);
    }
}
