#include "lab/news.h"

#include "base/memory.h"
#include "physics/math/axes.h"
#include "physics/model/incidence.h"

static const double at_rest = 1e-6; // m/s

struct vl_news {
    int count;          // particles of the world
    int version;        // of the links
    int source;         // slot
    int *links_away;    // from the source, by slot; −1: not linked to it, or fixed
    double *x[VL_AXES]; // m, where all were
    int far_slot;
    int steps, reached;
    bool crossed;
};

// --- how far away ---

// Breadth first from the source. What is fixed passes nothing on.
static void measure_distances(vl_news *news, const vl_world *world)
{
    const vl_links *links = &world->links;
    vl_incidence w = vl_incidence_create(links->from, links->to, links->count, news->count);
    int *queue = vl_alloc((size_t)news->count, sizeof *queue);
    int head = 0, tail = 0;
    for (int i = 0; i < news->count; i++)
        news->links_away[i] = -1;
    news->links_away[news->source] = 0;
    queue[tail++] = news->source;
    while (head < tail) {
        int from = queue[head++];
        for (int k = w.first[from]; k < w.first[from + 1]; k++) {
            int to = w.other[k];
            if (news->links_away[to] >= 0 || world->particles.inverse_mass[to] == 0)
                continue;
            news->links_away[to] = news->links_away[from] + 1;
            queue[tail++] = to;
        }
    }
    vl_free(queue);
    vl_incidence_free(&w);
}

static double distance_to(const vl_news *news, int slot)
{
    return vl_length(vl_sub(vl_read(news->x, slot), vl_read(news->x, news->source)));
}

static void find_farthest(vl_news *news)
{
    for (int i = 0; i < news->count; i++) {
        int more = news->links_away[i] - news->links_away[news->far_slot];
        if (more > 0 || (more == 0 && distance_to(news, i) > distance_to(news, news->far_slot)))
            news->far_slot = i;
    }
}

static bool is_at_rest(const vl_news *news, const vl_world *world)
{
    double *const *v = vl_world_velocity(world);
    for (int i = 0; i < news->count; i++)
        if (news->links_away[i] > 0 && !(vl_length(vl_read(v, i)) < at_rest))
            return false;
    return true;
}

vl_news *vl_news_create(const vl_world *world, int source)
{
    vl_news *news = vl_alloc(1, sizeof *news);
    *news = (vl_news){.count = world->particles.count,
                      .version = world->links.version,
                      .source = source,
                      .far_slot = source};
    news->links_away = vl_alloc((size_t)news->count, sizeof *news->links_away);
    vl_axes_create(news->x, news->count);
    vl_axes_copy(news->x, world->particles.x, news->count);
    measure_distances(news, world);
    find_farthest(news);
    if (news->far_slot != source && is_at_rest(news, world))
        return news;
    vl_news_free(news);
    return NULL;
}

void vl_news_free(vl_news *news)
{
    if (!news)
        return;
    vl_free(news->links_away);
    vl_axes_free(news->x);
    vl_free(news);
}

// --- what has come through ---

static double way_of(const vl_news *news, const vl_world *world, int slot)
{
    return vl_length(vl_sub(vl_read(world->particles.x, slot), vl_read(news->x, slot)));
}

void vl_news_look(vl_news *news, const vl_world *world)
{
    double pull = way_of(news, world, news->source);
    if (news->crossed || !(pull > 0))
        return;
    news->steps++;
    for (int i = 0; i < news->count; i++)
        if (news->links_away[i] > news->reached && way_of(news, world, i) > VL_NEWS_PART * pull)
            news->reached = news->links_away[i];
    news->crossed = way_of(news, world, news->far_slot) > VL_NEWS_PART * pull;
}

int vl_news_steps(const vl_news *news)
{
    return news->steps;
}

int vl_news_reached(const vl_news *news)
{
    return news->reached;
}

int vl_news_farthest(const vl_news *news)
{
    return news->links_away[news->far_slot];
}

int vl_news_version(const vl_news *news)
{
    return news->version;
}

bool vl_news_has_crossed(const vl_news *news)
{
    return news->crossed;
}
