#include "lab/propagation.h"

#include "base/memory.h"
#include "physics/math/axes.h"
#include "physics/model/incidence.h"
#include "physics/model/model.h"

static const double at_rest = 1e-6; // m/s

// Counts breadth-first from the source. Fixed particles transmit nothing.
static void count_links(vl_propagation *p, const vl_world *world)
{
    const vl_links *links = &world->links;
    vl_arena arena = {0};
    vl_incidence w = vl_incidence_create(&arena, links->from, links->to, links->count, p->count);
    int *queue = vl_arena_take(&arena, (size_t)p->count, sizeof *queue);
    int head = 0, tail = 0;
    for (int i = 0; i < p->count; i++)
        p->links_away[i] = -1;
    p->links_away[p->source] = 0;
    queue[tail++] = p->source;
    while (head < tail) {
        int from = queue[head++];
        for (int k = w.first[from]; k < w.first[from + 1]; k++) {
            int to = w.other[k];
            if (p->links_away[to] >= 0 || world->particles.inverse_mass[to] == 0)
                continue;
            p->links_away[to] = p->links_away[from] + 1;
            queue[tail++] = to;
        }
    }
    vl_arena_free(&arena);
}

static double distance_to(const vl_propagation *p, int slot)
{
    return vl_length(vl_sub(vl_read(p->start, slot), vl_read(p->start, p->source)));
}

static void find_farthest(vl_propagation *p)
{
    for (int i = 0; i < p->count; i++) {
        int more = p->links_away[i] - p->links_away[p->far_slot];
        if (more > 0 || (more == 0 && distance_to(p, i) > distance_to(p, p->far_slot)))
            p->far_slot = i;
    }
    p->farthest = p->links_away[p->far_slot];
}

static bool is_at_rest(const vl_propagation *p, const vl_world *world)
{
    double *const *v = vl_world_velocity(world);
    for (int i = 0; i < p->count; i++)
        if (p->links_away[i] > 0 && !(vl_length(vl_read(v, i)) < at_rest))
            return false;
    return true;
}

vl_propagation *vl_propagation_create(const vl_world *world, int source)
{
    vl_propagation *p = vl_alloc(1, sizeof *p);
    *p = (vl_propagation){.count = world->particles.count,
                          .version = world->links.version,
                          .source = source,
                          .far_slot = source};
    p->links_away = vl_alloc((size_t)p->count, sizeof *p->links_away);
    vl_axes_create(p->start, p->count);
    vl_axes_copy(p->start, world->particles.x, p->count);
    count_links(p, world);
    find_farthest(p);
    if (p->far_slot != source && is_at_rest(p, world))
        return p;
    vl_propagation_free(p);
    return NULL;
}

void vl_propagation_free(vl_propagation *propagation)
{
    if (!propagation)
        return;
    vl_free(propagation->links_away);
    vl_axes_free(propagation->start);
    vl_free(propagation);
}

static double displacement(const vl_propagation *p, const vl_world *world, int slot)
{
    return vl_length(vl_sub(vl_read(world->particles.x, slot), vl_read(p->start, slot)));
}

void vl_propagation_observe(vl_propagation *p, const vl_world *world)
{
    double of_source = displacement(p, world, p->source),
           threshold = VL_PROPAGATION_PART * of_source;
    if (p->crossed || !(of_source > 0))
        return;
    p->steps++;
    for (int i = 0; i < p->count; i++)
        if (p->links_away[i] > p->reached && displacement(p, world, i) > threshold)
            p->reached = p->links_away[i];
    p->crossed = displacement(p, world, p->far_slot) > threshold;
}
