#pragma once
/// When the runs of the order lab end. A run makes whole steps only, since a shortened step would
/// be one more change of dt. Steps whose times do not matter are stretched a little until whole
/// ones fill the duration. Around a switch or a hitch that cannot be, nor for the steps of a file:
/// such runs end a little earlier, and each is compared with the truth at its own end.

#include "scene/stream.h"

typedef struct vl_world vl_world;

/// The next step of a run, which begins at `time` s. False where the run has ended, as no whole
/// step fits into `duration` s (vl_frame_fits()); `*dt` is then the step that would follow, or 0. A
/// step that reaches the duration but for rounding ends there exactly.
bool vl_order_next_dt(vl_stream *stream, double time, double duration, double *dt);

/// Scales the steps of a scaled stream once more, by about a step in `duration` s, so that a whole
/// number of them fills it. Nothing is done where the times of steps matter (a switch, a hitch, a
/// file). Rewinds the stream.
void vl_order_stretch(vl_stream *stream, double duration);

/// The ends of several runs.
typedef struct vl_order_ends {
    double *times; ///< s
    int count, capacity;
} vl_order_ends;

/// Adds the end of a run of `world` with the steps of the stream, which is at its beginning. A run
/// without a step has no end.
void vl_order_ends_add(vl_order_ends *ends, vl_stream *stream, const vl_world *world,
                       double duration);

/// Sorts the ends that were added. Those that differ by rounding become one.
void vl_order_ends_sort(vl_order_ends *ends);

/// The index of the end at `time` s, once they are sorted; −1: there is none.
int vl_order_ends_at(const vl_order_ends *ends, double time);

/// {0} is allowed.
void vl_order_ends_free(vl_order_ends *ends);
