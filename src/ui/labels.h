#pragma once
/// Names beside points, where they lie on nothing.

#include "ui/camera.h"
#include "ui/ui.h"

/// What no name may lie on.
typedef struct vl_covers {
    vl_rect rects[2048];
    int count;
} vl_covers;

void vl_covers_add(vl_covers *covers, vl_rect rect);

/// Adds the squares of `side` pixels along a straight line, up to 60 of them.
void vl_covers_add_line(vl_covers *covers, vl_pixel a, vl_pixel b, float side);

/// A point to be named: a disc of that radius, pixels, with a name so far from its edge.
typedef struct vl_named {
    float x, y, radius, gap;
    bool left;    ///< the side that is tried first
    bool must;    ///< it is named where no place is free, too
    vl_rect name; ///< where that is written; empty: nowhere
} vl_named;

/// Finds the first free place in the room for the name of one of `count` points: where it was, else
/// at a side of the point, and higher and lower in turn, if no other point is nearer, and in the
/// order of the points of the names in its row or column. It comes back nearer only where there is
/// room around it, so that it does not flicker. `*place` is the number of the place, which the
/// caller keeps; 0 and 1 are beside the point. Empty: none is free, nor has to be.
void vl_label_place(const vl_covers *covers, vl_rect room, vl_named *named, const vl_named *all,
                    int count, int *place);
