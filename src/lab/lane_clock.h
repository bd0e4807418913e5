#pragma once
/// The clock of a lane: the frames that it makes, which are the common ones of the lab or come from
/// a stream of its own, and its policy, which turns frames into steps. For this room alone.

#include "scene/policy.h"
#include "scene/scene.h"
#include "scene/stream.h"

typedef struct vl_lane_clock {
    vl_stream *stream; ///< of its own frames, owned; NULL: it makes the common ones
    vl_policy policy;  ///< its `now` is the real time of the frames so far
    double next;       ///< s, the next frame of the stream, where it is known
    bool has_next;
    int made; ///< own frames in the present common one
} vl_lane_clock;

/// Whether a whole frame of `dt` s fits into what is left, or is beyond it by less than a hundredth
/// of itself, as a dt that was rounded to decimals is.
bool vl_frame_fits(double dt, double left);

/// A clock that begins at `now` with the policy of `lane` and, where it has one, with its own
/// stream. False and a message, and nothing to free, where one of them cannot be read. Free with
/// vl_lane_clock_free().
VL_MUST_USE bool vl_lane_clock_begin(vl_lane_clock *clock, const vl_scene *lane,
                                     const vl_moment *now, vl_error *error);

void vl_lane_clock_free(vl_lane_clock *clock);

/// Whether the clock makes every common frame as one step of its length.
bool vl_lane_clock_is_plain(const vl_lane_clock *clock);

/// Tells a common frame of `dt` s, which a clock with a stream of its own ignores.
void vl_lane_clock_frame(vl_lane_clock *clock, double dt);

/// The next step, s: of the present common frame, or of own frames that end not later than `end`, s
/// (vl_frame_fits()). False where there is none.
bool vl_lane_clock_next(vl_lane_clock *clock, double end, double *dt);

/// How far the own frames are behind `end`, s, where the next of them would fit; 0 where they have
/// come as far as they can, or the frames are the common ones.
double vl_lane_clock_behind(vl_lane_clock *clock, double end);

/// The first step of the frame to come, s, where the common one is `dt` s long; 0 where it is not
/// known or makes no step.
double vl_lane_clock_look(vl_lane_clock *clock, double dt);
