#pragma once
/// Names beside points, where they lie on nothing.

#include "ui/camera.h"
#include "ui/ui.h"

enum {
    VL_NAME_COVERS = 2048, ///< half of them for names and leaders
    VL_COVER_ROWS = 256,
    VL_COVER_ROW = 16,   ///< pixels
    VL_NAMES_TWICE = 16, ///< of no more the order changes where one of them has no place
};

/// What no name may lie on.
typedef struct vl_covers {
    vl_rect rects[VL_NAME_COVERS];
    uint64_t rows[VL_COVER_ROWS][VL_NAME_COVERS / 64]; ///< a bit each: reaches into that row
    int count;
    int left;     ///< comparisons, for all names
    int controls; ///< so many of them no leader may lie on, either
    int trails;   ///< the last of what is added before names: there one should not lie, but may
    int others;   ///< from there: names and leaders
} vl_covers;

void vl_covers_add(vl_covers *covers, vl_rect rect);

/// Adds the squares of `side` pixels along a straight line, up to 60 of them.
void vl_covers_add_line(vl_covers *covers, vl_pixel a, vl_pixel b, float side);

/// A point to be named: a disc of that radius, pixels, with a name `gap` from its edge or farther.
typedef struct vl_named {
    float x, y, radius, gap;
    bool far;         ///< its name says where it is: that may be anywhere, without a leader
    int list;         ///< 1 + number of the first point in its list; 0: it is alone
    bool leader;      ///< the name is far from it, or as near another point: a line leads there
    vl_rect kept;     ///< where its name was in the last frame, from (x, y); empty: nowhere, and
                      ///< negative where there was no place
    vl_rect name;     ///< its size, and then where it is; empty: nowhere
    int sought;       ///< frames since a better place was sought than the one that it has
    vl_pixel ends[2]; ///< of that: at the edge of the disc and of the name
    bool waits;       ///< for its place, while names are placed
} vl_named;

/// Places the names of points in the room, where they lie on nothing: that of number `first` before
/// the others, and always. Names of points that begin together are a list, until the points part,
/// unless its leader would begin over something. In it, and in a column of others, the upper name
/// is that of the higher point. A name keeps its place beside its point while that is free and
/// needs no leader, and comes home from where it has one. Else it goes to the best place
/// near that, and only where there is none farther: in one of 32 directions, in rings from the disc
/// outwards. Where all have done much work in a frame, a name that has a place seeks no better one
/// but in its turn. Distance costs, and a leader, and what that lies on. What is near a name is
/// nearer to its own point, or it has a leader, which comes near no other name. What is placed is
/// added to what no name may lie on.
void vl_labels_place(vl_covers *covers, vl_rect room, vl_named *all, int count, int first);
