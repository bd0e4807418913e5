#pragma once
/// Tags: short texts beside points that move, placed so that none overlaps another.

#include "ui/ui.h"

typedef struct vl_tag {
    float x, y;   ///< pixels, the point
    float gap;    ///< pixels from the point to the tag, to either side
    float w, h;   ///< pixels, size of the tag
    vl_rect rect; ///< where it is placed; filled in by vl_tags_place()
} vl_tag;

/// Places each tag at the right of its point, or else at its left, and moves it up or down by as
/// little as it takes not to overlap those before it and the obstacles. Where that is not possible
/// it keeps off the first `firm` obstacles alone, and if there is no room left either it overlaps.
/// It stays inside `area`, also where its point is outside. The rectangle of a point that is not
/// finite is empty.
void vl_tags_place(vl_tag *tags, int count, vl_rect area, const vl_rect *obstacles,
                   int obstacle_count, int firm);
