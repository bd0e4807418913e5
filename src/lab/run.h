#pragma once
/// Runs a lab over a stream of dt, to a given time or for a number of steps.

#include "lab/lab.h"
#include "scene/policy.h"
#include "scene/stream.h"

typedef struct vl_run {
    double duration;   ///< s of real time; HUGE_VAL: no limit. The last frame is shortened to end
                       ///< there
    int64_t steps;     ///< at most so many; negative: no limit
    vl_policy *policy; ///< between the stream and the lab; NULL: raw. Not owned

    /// Called after each step with the part done, 0…1, or a negative number where the end is not
    /// known (a file). False stops the run. May be NULL.
    bool (*progress)(void *user, double done);
    void *user;
} vl_run;

/// `dt`, or all that is `left`, s, where that is less or where rounding alone tells them apart.
double vl_run_shorten(double dt, double left);

/// Whether nothing but rounding is left of `duration` (may be HUGE_VAL) at `time`, s: the sum of
/// all steps may miss their end by that, and a method that divides by its last step would show it.
bool vl_run_has_ended(double time, double duration);

/// The dt of the next step that begins at `time`: of the stream, shortened to end at `duration`;
/// what rounding would leave of a last step is taken into the one before. False: the run has ended.
bool vl_run_next_dt(vl_stream *stream, double time, double duration, double *dt);

/// A run whose policy makes no step in so many frames ends.
#define VL_RUN_MOST_IDLE_FRAMES 1000000

/// Steps until the limits, the end of the stream or until every world has diverged; then settles
/// the lab with the step that would be made next. The stream must not be `frame`. False where it
/// has ended because VL_RUN_MOST_IDLE_FRAMES frames in a row made no step.
bool vl_run_lab(vl_lab *lab, vl_stream *stream, const vl_run *run);
