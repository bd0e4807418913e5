#pragma once
/// The policy bench compares all policies for frame times on the same frames of the same scene and
/// measures their drift from the true motion.
///
/// The true motion is the exact solution or, where none is known, a reference run by the best
/// method (lab/best_method.h). It is stepped together with the policies, in steps of 1/64 of the
/// shortest step that a policy makes in the frame. A second run with steps twice as long tells its
/// error. No drift is given where that error is more than a hundredth of the motion (beyond the
/// horizon) or more than half of the largest drift of a row. With damping per step, rods that tear
/// or a recorded hand there is no reference run at all.
///
/// One more run has no disturbance: it covers the same time in equal frames with the policy `raw`.
/// Its drift comes from the method, the solver and the frame rate; any further drift of a policy
/// comes from the policy.

#include "lab/best_method.h"
#include "lab/lab.h"
#include "scene/policy.h"
#include "scene/scene.h"
#include "scene/stream.h"

/// The result of one integrator under one policy. A value that does not exist is NaN.
typedef struct vl_policy_result {
    const char *policy; ///< its text, or VL_POLICY_BENCH_NONE
    const vl_integrator *integrator;
    double drift_real; ///< m, at the end: the largest distance of a particle as it is drawn from
                       ///< its true position at the real time
    double drift_simulated; ///< m, distance of the newest state from the truth at its own simulated
                            ///< time
    double own_error; ///< m, error of the reference run at the end; NaN with an exact solution
    double
        energy_jump; ///< the largest change of the energy error over two successive frames, since a
                     ///< change of dt affects two steps; over vl_energy_scale_most() the end
    double lost, added; ///< s, as in vl_policy
    double behind;      ///< s, real time − time of the state drawn at the end
    double steps, evaluations;
    bool diverged;
} vl_policy_result;

enum { VL_POLICY_BENCH_MOST_FRAMES = 1000000 };

#define VL_POLICY_BENCH_MOST_TRUE_STEPS 1e8

/// The default frames: 60 frames/s, with one frame of 0.1 s at 5 s.
#define VL_POLICY_BENCH_FRAMES "hitch:0.0166667:0.1:5"

/// The name of the result without any disturbance.
#define VL_POLICY_BENCH_NONE "none"

/// The true motion: the exact solution or, until its horizon, a reference run with an estimate of
/// its own error (lab/best_method.h).
typedef struct vl_policy_truth {
    vl_world *start;   ///< the scene at its start, without its mistake
    vl_exact *exact;   ///< NULL where none is known
    const char *none;  ///< why there is no truth, in words for the user; NULL where there is one
    vl_best_pair pair; ///< the reference run, if `exact` and `none` are NULL; else only its `own`:
                       ///< 0 with an exact solution, NaN without a truth
    double horizon;    ///< s, the first instant beyond the horizon; NaN: none yet
    int64_t left;      ///< steps left to the next instant
    double h;          ///< s, their length
} vl_policy_truth;

/// The true positions at one instant.
typedef struct vl_policy_truth_state {
    double *x[VL_AXES]; ///< m, by slot
    double own;         ///< m, their error; NaN: there is no truth
} vl_policy_truth_state;

/// One world: an integrator under a policy. Positions by slot.
typedef struct vl_policy_run {
    double *before[VL_AXES]; ///< m, positions before the last step
    double *drawn[VL_AXES];  ///< m, positions as drawn
    double *distance;        ///< m, drift_real after each frame
    double *energy;          ///< energy error after each frame
    int known;               ///< frames whose energy is known
    double largest;          ///< m, largest distance so far
    double at_own_time;      ///< m, drift_simulated
} vl_policy_run;

/// A policy with its worlds.
typedef struct vl_policy_lane {
    const char *name;
    vl_policy policy;
    vl_lab *lab;
    vl_policy_run *runs;         ///< by integrator
    int64_t *last_step;          ///< number of the last step of each frame
    int frames;                  ///< number of frames that have ended
    double end;                  ///< s, simulated time at the end
    double until;                ///< s, real time at the end
    vl_policy_truth_state truth; ///< at that time
} vl_policy_lane;

enum { VL_POLICY_BENCH_MOST_LANES = 16 };

/// The members may be read between two pieces.
typedef struct vl_policy_bench vl_policy_bench;

struct vl_policy_bench {
    vl_arena arena; ///< of its memory but the frames and what has a function of its own that frees
    int frame_count, done;  ///< frames in all, and those that all lanes have made
    double *frames, *times; ///< s, by frame: length and real time at the end
    int lane_count, integrator_count;
    vl_policy_lane *lanes[VL_POLICY_BENCH_MOST_LANES];
    vl_policy_lane *by_end[VL_POLICY_BENCH_MOST_LANES]; ///< in the order of their simulated ends
    vl_policy_truth truth;
    char truth_text[160]; ///< "oscillator", the method of the reference run, or why there is none

    /// The bench of the run without disturbance, whose lane 0 has the policy `raw`. It has equal
    /// frames of about the stream's mean (of a hitch: of its other frames) over the same time. In
    /// this inner bench the pointer is NULL.
    vl_policy_bench *even;

    // state of the work
    int ends_done;             ///< lanes whose end the truth has passed
    int *most_steps;           ///< most steps that a policy makes, by frame
    int substeps;              ///< in each step
    vl_policy_truth_state now; ///< truth at the end of the present frame
    bool truth_is_there;       ///< `now` is filled
    int lane;                  ///< the lane that is being stepped
    bool begun;                ///< that lane has begun the frame
    bool over;                 ///< nothing is left to do
};

/// Prepares a bench of `count` integrators over `duration` s (> 0) of `stream`. It takes whole
/// frames only, because a shortened frame would be one more change of dt. The policies are one of
/// every kind in vl_policy_kinds, and the scene's own where that differs. The scene is not needed
/// afterwards. NULL and a message where there is no whole frame, there are more than
/// VL_POLICY_BENCH_MOST_FRAMES, or the reference run needs more than
/// VL_POLICY_BENCH_MOST_TRUE_STEPS. Free with vl_policy_bench_free().
VL_MUST_USE vl_policy_bench *vl_policy_bench_create(const vl_scene *scene,
                                                    const vl_integrator *const *integrators,
                                                    int count, vl_stream *stream, double duration,
                                                    vl_error *error);

/// NULL is allowed.
void vl_policy_bench_free(vl_policy_bench *bench);

/// Does one piece of the work, some milliseconds long; `bench` is a vl_policy_bench. False when all
/// is done. It is a vl_worker_piece.
bool vl_policy_bench_work(void *bench);

/// The part done, 0…1, with the run without disturbance.
double vl_policy_bench_progress(const vl_policy_bench *bench);

/// The result of one policy and integrator, once all work is done.
vl_policy_result vl_policy_bench_result(const vl_policy_bench *bench, int index, int integrator);
