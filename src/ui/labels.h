#pragma once
/// Names beside points, where they lie on nothing.

#include "ui/camera.h"
#include "ui/ui.h"

enum { VL_NAME_COVERS = 2048 }; // half of them for names and leaders

/// What no name may lie on.
typedef struct vl_covers {
    vl_rect rects[VL_NAME_COVERS];
    int count;
    int left;     ///< comparisons, for the name that is placed
    int controls; ///< so many of them no leader may lie on, either
    int others;   ///< nor on those from there: names and leaders
} vl_covers;

void vl_covers_add(vl_covers *covers, vl_rect rect);

/// Adds the squares of `side` pixels along a straight line, up to 60 of them.
void vl_covers_add_line(vl_covers *covers, vl_pixel a, vl_pixel b, float side);

/// A point to be named: a disc of that radius, pixels, with a name `gap` from its edge or farther.
typedef struct vl_named {
    float x, y, radius, gap;
    bool far;         ///< its name says where it is: that may be anywhere, without a leader
    int place;        ///< number of the place, which is kept from frame to frame
    vl_rect name;     ///< its size, and then where it is; empty: nowhere
    bool leader;      ///< the name is far from it, or as near another point: a line leads there
    vl_pixel ends[2]; ///< of that: at the edge of the disc and of the name
    bool waits;       ///< for its place, while names are placed
} vl_named;

/// Places the names of points in the room, where they lie on nothing: that of number `first` before
/// the others, and always. Names of points that lie on one another are a list, in their order. A
/// name is in one of 32 directions, in rings from the disc outwards, where it costs least: distance
/// costs, and a leader, and what that lies on. It stays where it is until another place is much
/// better, and has room around it, so that it does not flicker. What is near it is nearer to its
/// own point, or it has a leader. What is placed is added to what no name may lie on.
void vl_labels_place(vl_covers *covers, vl_rect room, vl_named *all, int count, int first);
