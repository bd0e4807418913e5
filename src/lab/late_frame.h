#pragma once
/// Which frame began the growth of a run that blows up: the last one, or the first of the last ones
/// in a row, with a step beyond the limit of the method, ω_max h. One late frame is enough for
/// springs: they get so long in it that they swing faster than the step can follow ever after.

#include "physics/model/model.h"

/// What is kept of a run; a fresh one is `{0}`.
typedef struct vl_late_frame {
    const vl_integrator *method; ///< the limit is that of this one
    double limit;                ///< largest stable ω h of equal steps, see vl_stability_limit()
    double omega;                ///< rad/s, ω_max at the beginning; NaN where nothing is counted
    int64_t frame;               ///< number of the frame that began it, from 1; 0: none was beyond
    int64_t count;               ///< of such frames in a row
    double time;                 ///< s, when it began
    double dt;                   ///< s, its length
    double product;              ///< its ω_max h
    double largest;              ///< ω_max h of all frames
} vl_late_frame;

/// Finds ω_max at the present positions of a world.
void vl_late_frame_begin(vl_late_frame *late, const vl_world *world);

/// Takes a frame of `dt` s that the world is about to make.
void vl_late_frame_take(vl_late_frame *late, const vl_world *world, double dt);

/// A run beyond this energy error, or one that diverged, has blown up.
#define VL_BLOWN_UP 1000

enum { VL_LATE_FRAME_TEXT = 320 };

/// Says which frame caused a blow-up, in one or two sentences, or that no frame was beyond the
/// limit. Empty where ω_max is not known. Returns `buffer`.
const char *vl_late_frame_text(const vl_late_frame *late, char buffer[VL_LATE_FRAME_TEXT]);
