#include "scene/editions.h"

#include "base/memory.h"

#include <string.h>

typedef struct edition {
    int64_t from; // the edition before it, which has a smaller number
    void *member;
    size_t size;
    double before, after; // the bytes of the member
} edition;

struct vl_scene_editions {
    int count, capacity;
    edition *list; // that of number n is list[n − 1]
};

static const edition *edition_of(const vl_scene *scene, int64_t number)
{
    return &scene->editions->list[number - 1];
}

void vl_scene_add_edition(vl_scene *scene, void *member, size_t size, const void *before)
{
    if (!scene->editions)
        scene->editions = vl_alloc(1, sizeof *scene->editions);
    struct vl_scene_editions *all = scene->editions;
    all->list = vl_grow(all->list, &all->capacity, all->count + 1, sizeof *all->list);
    edition *fresh = &all->list[all->count++];
    *fresh = (edition){.from = scene->edition, .member = member, .size = size};
    memcpy(&fresh->before, before, size);
    memcpy(&fresh->after, member, size);
    scene->edition = all->count;
}

// The numbers of editions fall on the way to what two of them have in common.
static int64_t common(const vl_scene *scene, int64_t a, int64_t b)
{
    while (a != b)
        if (a > b)
            a = edition_of(scene, a)->from;
        else
            b = edition_of(scene, b)->from;
    return a;
}

static void go_back(vl_scene *scene, int64_t to)
{
    while (scene->edition != to) {
        const edition *e = edition_of(scene, scene->edition);
        memcpy(e->member, &e->before, e->size);
        scene->edition = e->from;
    }
}

// The way is known from its end only.
static void go_on(vl_scene *scene, int64_t to)
{
    int64_t *way = vl_alloc((size_t)(to + 1), sizeof *way);
    int count = 0;
    for (int64_t at = to; at != scene->edition; at = edition_of(scene, at)->from)
        way[count++] = at;
    while (count > 0) {
        scene->edition = way[--count];
        const edition *e = edition_of(scene, scene->edition);
        memcpy(e->member, &e->after, e->size);
    }
    vl_free(way);
}

void vl_scene_go_to_edition(vl_scene *scene, int64_t to)
{
    if (scene->edition == to)
        return;
    go_back(scene, common(scene, scene->edition, to));
    go_on(scene, to);
}

void vl_scene_free_editions(vl_scene *scene)
{
    if (scene->editions)
        vl_free(scene->editions->list);
    vl_free(scene->editions);
    scene->editions = NULL;
}
