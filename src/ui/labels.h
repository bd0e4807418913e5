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
    bool left; ///< the side that is tried first
    bool must; ///< it is named where no place is free, too
} vl_named;

/// Returns the first free place in the room for a name of the size of `label`: where it was, else
/// at a side of the point, and higher and lower in turn. It comes back nearer to its point only
/// where there is room around it, so that it does not flicker. `*place` is the number of the place,
/// which the caller keeps; 0 and 1 are beside the point. Empty: none is free, nor has to be.
vl_rect vl_label_place(const vl_covers *covers, vl_rect room, vl_rect label, const vl_named *named,
                       int *place);
