#include "ui/tags.h"

#include "ui/rect.h"

#include <math.h>

// What a tag may not overlap: obstacles, and the tags before it.
typedef struct blockers {
    const vl_rect *obstacles;
    const vl_tag *tags;
    int obstacle_count, tag_count;
} blockers;

static int count_of(const blockers *b)
{
    return b->obstacle_count + b->tag_count;
}

static vl_rect blocker(const blockers *b, int index)
{
    return index < b->obstacle_count ? b->obstacles[index]
                                     : b->tags[index - b->obstacle_count].rect;
}

static bool is_free(const blockers *b, vl_rect rect)
{
    for (int i = 0; i < count_of(b); i++)
        if (vl_rects_overlap(blocker(b, i), rect))
            return false;
    return true;
}

static float bound(float value, float low, float high)
{
    return fmaxf(low, fminf(value, high));
}

// A place that was looked at, and how far it is from where the tag would like to be.
typedef struct place {
    vl_rect rect;
    float away;
    bool found;
} place;

static void try_place(place *best, const blockers *b, vl_rect area, vl_rect rect, float wanted,
                      float worse)
{
    rect.y = bound(rect.y, area.y, area.y + area.h - rect.h);
    float away = fabsf(rect.y - wanted) + worse;
    if ((best->found && away >= best->away) || !is_free(b, rect))
        return;
    *best = (place){rect, away, true};
}

// Tries the place beside the point, and those directly above and below each blocker.
static void try_side(place *best, const blockers *b, vl_rect area, vl_rect rect, float worse)
{
    float wanted = rect.y;
    rect.x = bound(rect.x, area.x, area.x + area.w - rect.w);
    try_place(best, b, area, rect, wanted, worse);
    for (int i = 0; i < count_of(b); i++) {
        vl_rect other = blocker(b, i);
        rect.y = other.y - rect.h;
        try_place(best, b, area, rect, wanted, worse);
        rect.y = other.y + other.h;
        try_place(best, b, area, rect, wanted, worse);
    }
}

// Returns whether there is room; without, the tag is where it would like to be.
static bool place_tag(vl_tag *tag, const blockers *b, vl_rect area)
{
    vl_rect right = {tag->x + tag->gap, tag->y - tag->h / 2, tag->w, tag->h}, left = right;
    left.x = tag->x - tag->gap - tag->w;
    bool fits = right.x + right.w <= area.x + area.w;
    place best = {.rect = right};
    best.rect.x = bound(right.x, area.x, area.x + area.w - right.w);
    best.rect.y = bound(right.y, area.y, area.y + area.h - right.h);
    try_side(&best, b, area, right, fits ? 0 : tag->h);
    try_side(&best, b, area, left, fits ? tag->h : 0);
    tag->rect = best.rect;
    return best.found;
}

void vl_tags_place(vl_tag *tags, int count, vl_rect area, const vl_rect *obstacles,
                   int obstacle_count, int firm)
{
    for (int i = 0; i < count; i++) {
        const blockers all = {obstacles, tags, obstacle_count, i}, few = {obstacles, tags, firm, i};
        tags[i].rect = (vl_rect){0};
        if (isfinite(tags[i].x) && isfinite(tags[i].y) && !place_tag(&tags[i], &all, area))
            (void)place_tag(&tags[i], &few, area);
    }
}
