#pragma once
/// Runs a lab over a stream of dt, to a given time or for a number of steps.

#include "lab/lab.h"
#include "scene/stream.h"

typedef struct vl_run {
    double duration; ///< s; HUGE_VAL: no limit. The last step is shortened to end there
    int64_t steps;   ///< at most so many; negative: no limit

    /// Called after each step with the part done, 0…1, or a negative number where the end is not
    /// known (a file). False stops the run. May be NULL.
    bool (*progress)(void *user, double done);
    void *user;
} vl_run;

/// `dt`, or all that is `left`, s, where that is less or where rounding alone tells them apart.
double vl_run_shorten(double dt, double left);

/// The dt of the next step that begins at `time`: of the stream, shortened to end at `duration`;
/// what rounding would leave of a last step is taken into the one before. False: the run has ended.
bool vl_run_next_dt(vl_stream *stream, double time, double duration, double *dt);

/// Steps until the limits, the end of the stream or until every world has diverged; then settles
/// the lab with the step that the stream would make next. The stream must not be `frame`.
void vl_run_lab(vl_lab *lab, vl_stream *stream, const vl_run *run);
