#pragma once
/// Which frame began the growth of a run that blows up: the last one, or the first of the last ones
/// in a row or since the energy had grown, with a step beyond the limit of the method, ω_max h. One
/// late frame is enough for springs: they get so long in it that they swing faster than the step
/// can follow ever after. A penalty counts while a particle is in it. Rods and strings have no
/// ω_max: where no frame was beyond a limit, it is the frame in which the energy began to grow.

#include "lab/reading.h"

/// A run beyond this energy error, or one that diverged, has blown up.
#define VL_BLOWN_UP 1000

/// What a reading says of a frame.
typedef struct vl_frame_look {
    int64_t step; ///< number of the frame; 0: none
    double time;  ///< s, at its end
    double dt;    ///< s, its length
    double error; ///< energy error then
} vl_frame_look;

/// What is kept of a run; a fresh one is `{0}`.
typedef struct vl_late_frame {
    const vl_integrator *method; ///< the limit is that of this one
    double limit;                ///< largest stable ω h of equal steps, see vl_stability_limit()
    double omega;   ///< rad/s, ω_max of springs and forces at the beginning; 0: there is none
    double soft;    ///< rad/s, √(k/m) of the stiffest penalty and the lightest particle; 0: none
    int64_t frame;  ///< number of the frame that began it, from 1; 0: none was beyond
    int64_t count;  ///< of such frames from then on
    int64_t last;   ///< number of the last one
    double time;    ///< s, when it began
    double dt;      ///< s, its length
    double product; ///< its ω_max h
    double largest; ///< ω_max h of all frames

    bool linked;           ///< the world has rods or strings
    vl_frame_look latest;  ///< after the newest frame that is read
    int64_t calm;          ///< frames in a row, up to the newest, with an error of at most VL_GROWN
    vl_frame_look grown;   ///< after the first frame above it since the last long calm
    vl_frame_look ungrown; ///< after the frame before that
    vl_frame_look blown;   ///< after the first frame beyond VL_BLOWN_UP
} vl_late_frame;

/// Finds ω_max at the present positions of a world.
void vl_late_frame_begin(vl_late_frame *late, const vl_world *world);

/// Takes a frame of `dt` s that the world is about to make.
void vl_late_frame_take(vl_late_frame *late, const vl_world *world, double dt);

/// Takes the newest reading; it may be the same as before.
void vl_late_frame_look(vl_late_frame *late, const vl_reading *reading);

/// The energy error from which a run has grown that blows up later: all the energy that can move.
#define VL_GROWN 1

enum { VL_LATE_FRAME_TEXT = 480 };

/// Says which frame caused a blow-up, in one to three sentences, or that none can be named, and
/// why. Returns `buffer`.
const char *vl_late_frame_text(const vl_late_frame *late, char buffer[VL_LATE_FRAME_TEXT]);
