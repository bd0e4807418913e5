#include "ui/labels.h"

#include <math.h>

void vl_covers_add(vl_covers *covers, vl_rect rect)
{
    if (covers->count < (covers->others > 0 ? VL_NAME_COVERS : VL_NAME_COVERS / 2) &&
        !isnan(rect.x + rect.y)) // as a point is that has left the finite pixels
        covers->rects[covers->count++] = rect;
}

void vl_covers_add_line(vl_covers *covers, vl_pixel a, vl_pixel b, float side)
{
    float pieces = fminf(ceilf(hypotf(b.x - a.x, b.y - a.y) / side), 60);
    for (float i = 0; i <= pieces; i++) {
        float part = i / fmaxf(pieces, 1);
        vl_covers_add(covers, (vl_rect){a.x + (b.x - a.x) * part - side / 2,
                                        a.y + (b.y - a.y) * part - side / 2, side, side});
    }
}

#define LEAST(a, b) ((a) < (b) ? (a) : (b)) // fminf() is a call, and took a third of a frame

// Pixels of what is there, from number `first` to before `end`, that a rectangle would lie on.
static float covered(vl_covers *covers, int first, int end, vl_rect rect)
{
    float over = 0;
    covers->left -= end - first;
    for (int i = first; i < end; i++) {
        const vl_rect *b = &covers->rects[i];
        float w = LEAST(rect.x + rect.w, b->x + b->w) + LEAST(-rect.x, -b->x),
              h = LEAST(rect.y + rect.h, b->y + b->h) + LEAST(-rect.y, -b->y);
        over += w > 0 && h > 0 ? w * h : 0;
    }
    return over;
}

// The point of a rectangle that is nearest to the middle of a disc.
static vl_pixel nearest(const vl_named *point, vl_rect rect)
{
    return (vl_pixel){fmaxf(fminf(point->x, rect.x + rect.w), rect.x),
                      fmaxf(fminf(point->y, rect.y + rect.h), rect.y), 0};
}

// From the edge of the disc of a point.
static float distance(const vl_named *point, vl_rect rect)
{
    vl_pixel at = nearest(point, rect);
    return hypotf(at.x - point->x, at.y - point->y) - point->radius;
}

// Whether a name would be taken for that of another point, apart from its own.
static bool misleads(const vl_named *named, const vl_named *all, int count)
{
    float own = distance(named, named->name);
    for (const vl_named *other = all; other < all + count; other++)
        if (hypotf(named->x - other->x, named->y - other->y) > named->radius &&
            distance(other, named->name) < own + named->gap / 2)
            return true;
    return false;
}

enum { DIRECTIONS = 32, RINGS = 18, FAR_RINGS = 120, MOST_WORK = 300000 }; // comparisons for a name

// Puts a name in its place: the number of its ring, times the directions, and its direction.
static void put(vl_named *named, vl_rect room)
{
    const float turn = 6.2831853f / DIRECTIONS * (float)(named->place % DIRECTIONS);
    float away = named->radius + named->gap * (1 + 2 * (float)(named->place / DIRECTIONS));
    float x = fmaxf(fminf(1.5f * cosf(turn), 1), -1), y = fmaxf(fminf(1.5f * sinf(turn), 1), -1);
    vl_rect *rect = &named->name; // the rings are squares, which corners of names touch
    rect->x = named->x + x * (rect->w / 2 + away) - rect->w / 2;
    rect->y = named->y + y * (rect->h / 2 + away) - rect->h / 2;
    rect->x = fmaxf(fminf(rect->x, room.x + room.w - rect->w), room.x);
    rect->y = fmaxf(fminf(rect->y, room.y + room.h - rect->h), room.y);
}

// What a place costs, pixels, or `most`, if that is less. HUGE_VALF: it is taken, and the name need
// not be there.
static float cost_of(vl_covers *covers, vl_named *named, const vl_named *all, int count, bool stays,
                     bool must, float most)
{
    const float gap = named->gap, away = distance(named, named->name);
    const bool misled = !named->far && misleads(named, all, count);
    float cost = away - (stays ? 10 * gap : 0) + (misled ? 6 * gap : 0) +
                 (named->place % (DIRECTIONS / 2) ? gap : 0); // beside is better than above
    if (cost >= most)
        return most;
    float over =
        covered(covers, 0, covers->count, vl_rect_inset(named->name, stays ? 0 : -gap / 2));
    if (over > 0)
        cost += must ? over + 1000 * gap : HUGE_VALF;
    named->leader = misled || (!named->far && away > 3 * gap);
    if (!named->leader || cost >= most)
        return cost;
    const vl_pixel end = nearest(named, named->name);
    float x = end.x - named->x, y = end.y - named->y, length = hypotf(x, y);
    float part = named->radius / fmaxf(length, named->radius + 1), pieces = ceilf(length / gap);
    for (float i = ceilf(part * pieces); i < pieces; i++) {
        vl_rect dot = {named->x + x * i / pieces, named->y + y * i / pieces, 1, 1};
        if (covered(covers, 0, covers->controls, dot) > 0 ||
            covered(covers, covers->others, covers->count, dot) > 0)
            cost += must ? 10 * gap : HUGE_VALF;
        cost += covered(covers, covers->controls, covers->others, dot) > 0 ? 3 * gap : 0;
    }
    named->ends[0] = (vl_pixel){named->x + part * x, named->y + part * y, 0};
    named->ends[1] = end;
    return cost;
}

// Finds the best place for a name, or for a list.
static void place(vl_covers *covers, vl_rect room, vl_named *named, const vl_named *all, int count,
                  bool must)
{
    vl_named best = *named, tried = *named;
    float least = HUGE_VALF;
    int places = DIRECTIONS * (named->far || must ? FAR_RINGS : RINGS);
    best.name = (vl_rect){0};
    covers->left = (must ? 2 : 1) * MOST_WORK;
    for (int k = -1; k < places && tried.name.w <= room.w && covers->left > 0; k++) {
        if ((float)(k / DIRECTIONS - 8) * 2 * named->gap > least)
            break;
        tried.place = k < 0 ? named->place : k;
        put(&tried, room);
        float cost = cost_of(covers, &tried, all, count, k < 0, must, least);
        if (cost < least) {
            least = cost;
            best = tried;
        }
    }
    *named = best;
}

// Whether the name of a point comes into the list of another, where it stays longer.
static bool joins(const vl_named *list, const vl_named *point)
{
    float reach = fmaxf(list->radius, 4 * list->gap);
    reach *= point->place == list->place ? 1.5f : 1;
    return point->waits && list->far == point->far &&
           hypotf(list->x - point->x, list->y - point->y) <= reach;
}

void vl_labels_place(vl_covers *covers, vl_rect room, vl_named *all, int count, int first)
{
    for (int i = 0; i < count; i++)
        all[i].waits = all[i].name.w > 0;
    covers->others = covers->count;
    for (int k = 0; k < 2 * count; k++) { // what is far has less choice, and comes before others
        const int chosen = (first + k) % count;
        const vl_named head = all[chosen];
        vl_named list = head;
        if (!head.waits || (k > 0 && k < count && !head.far))
            continue;
        list.name = (vl_rect){0};
        for (int i = 0; i < count; i++)
            if (joins(&head, &all[i])) {
                list.name.w = fmaxf(list.name.w, all[i].name.w);
                list.name.h += all[i].name.h;
            }
        bool alone = list.name.h <= head.name.h;
        place(covers, room, &list, all, count, alone && k == 0);
        if (list.name.w <= 0 && !alone) { // the others are placed by themselves
            alone = true;
            list.name = head.name;
            place(covers, room, &list, all, count, k == 0);
        }
        vl_rect rest = list.name;
        bool left = rest.x + rest.w / 2 < list.x;
        list.leader = list.leader && rest.w > 0;
        if (list.leader)
            vl_covers_add_line(covers, list.ends[0], list.ends[1], list.gap / 2);
        for (int i = 0; i < count; i++) {
            if (alone ? i != chosen : !joins(&head, &all[i]))
                continue;
            vl_named *named = &all[i];
            vl_rect row = vl_rect_cut_top(&rest, named->name.h);
            named->name = vl_rect_cut_side(&row, named->name.w, 0, !left);
            named->leader = list.leader && i == chosen; // one for a list
            named->ends[0] = list.ends[0], named->ends[1] = list.ends[1];
            named->place = list.place;
            named->waits = false;
            vl_covers_add(covers, vl_rect_inset(named->name, list.gap / 2));
        }
    }
}
