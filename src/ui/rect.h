#pragma once
/// Rectangles, and cutting pieces off them to lay out a window.

#include "ui/drawlist.h"

static inline bool vl_rect_contains(vl_rect rect, float x, float y)
{
    return x >= rect.x && y >= rect.y && x < rect.x + rect.w && y < rect.y + rect.h;
}

static inline bool vl_rect_overlap(vl_rect a, vl_rect b)
{
    return a.w > 0 && b.w > 0 && a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h &&
           b.y < a.y + a.h;
}

/// Returns a rectangle that is smaller by `x` at the left and at the right, and by `y` above and
/// below; its size is never negative.
static inline vl_rect vl_rect_within(vl_rect rect, float x, float y)
{
    x = x < rect.w / 2 ? x : rect.w / 2;
    y = y < rect.h / 2 ? y : rect.h / 2;
    return (vl_rect){rect.x + x, rect.y + y, rect.w - 2 * x, rect.h - 2 * y};
}

static inline vl_rect vl_rect_inset(vl_rect rect, float margin)
{
    return vl_rect_within(rect, margin, margin);
}

/// Cuts at most `height` off the top of `*rect` and returns the piece.
static inline vl_rect vl_rect_cut_top(vl_rect *rect, float height)
{
    float h = height < rect->h ? height : rect->h;
    vl_rect piece = {rect->x, rect->y, rect->w, h};
    rect->y += h;
    rect->h -= h;
    return piece;
}

static inline vl_rect vl_rect_cut_bottom(vl_rect *rect, float height)
{
    float h = height < rect->h ? height : rect->h;
    rect->h -= h;
    return (vl_rect){rect->x, rect->y + rect->h, rect->w, h};
}

static inline vl_rect vl_rect_cut_left(vl_rect *rect, float width)
{
    float w = width < rect->w ? width : rect->w;
    vl_rect piece = {rect->x, rect->y, w, rect->h};
    rect->x += w;
    rect->w -= w;
    return piece;
}

static inline vl_rect vl_rect_cut_right(vl_rect *rect, float width)
{
    float w = width < rect->w ? width : rect->w;
    rect->w -= w;
    return (vl_rect){rect->x + rect->w, rect->y, w, rect->h};
}

/// Cuts `width` off the left or the right side, and a gap beside it.
static inline vl_rect vl_rect_cut_side(vl_rect *rect, float width, float gap, bool left)
{
    vl_rect side = left ? vl_rect_cut_left(rect, width) : vl_rect_cut_right(rect, width);
    (void)(left ? vl_rect_cut_left(rect, gap) : vl_rect_cut_right(rect, gap));
    return side;
}
