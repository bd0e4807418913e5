#include "ui/labels.h"

#include <math.h>

void vl_covers_add(vl_covers *covers, vl_rect rect)
{
    if (covers->count < (int)(sizeof covers->rects / sizeof *covers->rects))
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

// Pixels of what is there that a rectangle would lie on.
static float covered(const vl_covers *covers, vl_rect rect)
{
    float over = 0;
    for (int i = 0; i < covers->count; i++) {
        const vl_rect *b = &covers->rects[i];
        float w = fminf(rect.x + rect.w, b->x + b->w) - fmaxf(rect.x, b->x),
              h = fminf(rect.y + rect.h, b->y + b->h) - fmaxf(rect.y, b->y);
        over += w > 0 && h > 0 ? w * h : 0;
    }
    return over;
}

// From the edge of the disc of a point.
static float distance(const vl_named *point, vl_rect rect)
{
    float x = fmaxf(fmaxf(rect.x - point->x, point->x - rect.x - rect.w), 0);
    float y = fmaxf(fmaxf(rect.y - point->y, point->y - rect.y - rect.h), 0);
    return hypotf(x, y) - point->radius;
}

// Whether a name there would be taken for that of another point: by its distance, where their discs
// are apart, or by its order.
static bool misleads(const vl_named *named, vl_rect rect, const vl_named *all, int count)
{
    for (const vl_named *other = all; other < all + count; other++) {
        const vl_rect name = other->name;
        float x = named->x - other->x, y = named->y - other->y;
        bool column = rect.x < name.x + name.w && name.x < rect.x + rect.w && fabsf(y) > named->gap;
        bool row = rect.y < name.y + name.h && name.y < rect.y + rect.h && fabsf(x) > named->gap;
        if ((column && y * (rect.y - name.y) < 0) || (row && x * (rect.x - name.x) < 0) ||
            (hypotf(x, y) > named->radius + other->radius &&
             distance(other, rect) < distance(named, rect) - named->gap))
            return true;
    }
    return false;
}

void vl_label_place(const vl_covers *covers, vl_rect room, vl_named *named, const vl_named *all,
                    int count, int *place)
{
    enum { PLACES = 62, NEAR = 18 };

    vl_rect best = {0}, label = named->name;
    const int places = named->must ? PLACES : NEAR;
    float least = HUGE_VALF, away = named->radius + named->gap;
    int start = *place < places ? *place : 0;
    named->name = best;
    for (int k = -start; k < places && least > 0; k++) {
        int tried = k < 0 ? k + start : k == 0 ? start : k - (k <= start);
        int height = tried / 2, from = (height + 1) / 2;
        float rows = (float)(height % 2 ? from : -from);
        vl_rect rect = label;
        rect.x = (tried % 2 != 0) != named->left ? named->x - away - label.w : named->x + away;
        rect.x = fmaxf(fminf(rect.x, room.x + room.w - label.w), room.x);
        rect.y = named->y - label.h / 2 + rows * label.h;
        rect.y = fmaxf(fminf(rect.y, room.y + room.h - label.h), room.y);
        float over = covered(covers, vl_rect_inset(rect, k < 0 ? -away / 8 : 0));
        over += misleads(named, rect, all, count) ? label.w * label.h : 0;
        if (over > 0 && k < 0)
            continue;
        if (over < least) {
            *place = tried;
            best = rect;
        }
        least = fminf(least, over);
    }
    named->name = least > 0 && !named->must ? named->name : best;
}
