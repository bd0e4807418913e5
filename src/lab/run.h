#pragma once
/// Runs a lab with a stream of common frames, to a given time or for a number of steps.

#include "lab/lab.h"
#include "scene/stream.h"

typedef struct vl_run {
    double duration; ///< s of real time; HUGE_VAL: no limit. The run ends with the last whole frame
                     ///< that fits, see vl_frame_fits()
    int64_t steps;   ///< limit of steps of every lane; negative: none

    /// Called after each frame with the part done, 0…1, or a negative number where the end is not
    /// known (a file). False stops the run. May be NULL.
    bool (*progress)(void *user, double done);
    void *user;
} vl_run;

/// Whether `time` has reached `duration` (may be HUGE_VAL) up to rounding, s. A last step as short
/// as the rounding of the sum of steps would spoil a method that divides by it.
bool vl_run_has_ended(double time, double duration);

/// The dt of the frame that begins at `time`: the next of the stream, 0 where it has no more. False
/// where the run has ended, as there is no frame or it does not fit into `duration`: a shortened
/// last frame would be one more change of dt.
bool vl_run_next_dt(vl_stream *stream, double time, double duration, double *dt);

/// The part of a run that is done after `steps` steps, 0…1; negative where the end is not known.
double vl_run_part(const vl_run *run, double time, int64_t steps);

/// A run ends after so many frames in a row in which no lane makes a step.
#define VL_RUN_MOST_IDLE_FRAMES 100000

/// Steps until a limit or the end of the stream is reached or every lane has diverged; then
/// settles the lab with the next dt. The stream must not be `frame`. False where
/// VL_RUN_MOST_IDLE_FRAMES frames in a row made no step.
bool vl_run_lab(vl_lab *lab, vl_stream *stream, const vl_run *run);
