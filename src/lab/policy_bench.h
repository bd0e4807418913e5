#pragma once
/// The policy bench: all policies for frame times side by side, on the same frames and the same
/// scene, measured against where everything should be.
///
/// They are measured against the exact motion where that is known, else against a reference by the
/// best method (lab/best_method.h) that runs along with them, in steps of 1/64 of the shortest step
/// that a policy makes of the frame. A second one with steps twice as long tells its error. Where
/// that is more than a hundredth of the motion, the reference is beyond its horizon; where it is
/// more than half of the largest drift of a row, it hides that drift. There is no drift then. With
/// damping per step, rods that tear or a recorded hand there is no reference at all.
///
/// Beside the policies stands a run without any disturbance: the same time in equal frames, raw.
/// Its drift comes from the method, the solver and the frame rate; what a policy drifts more comes
/// from the policy.

#include "lab/lab.h"
#include "lab/policy_truth.h"
#include "scene/policy.h"
#include "scene/scene.h"
#include "scene/stream.h"

/// What one integrator came to under one policy. What does not exist is NaN.
typedef struct vl_policy_result {
    const char *policy; ///< its text, or VL_POLICY_BENCH_NONE
    const vl_integrator *integrator;
    double drift_real; ///< m, at the end: the largest distance of a particle, as it is drawn, from
                       ///< where it should be at the real time
    double drift_simulated; ///< m, the same of the newest state at its own simulated time
    double own_error;   ///< m, how far the run along may be off at the end; NaN of an exact motion
    double energy_jump; ///< the largest change of the energy error over two frames in a row: a
                        ///< change of dt shows in the step it makes and in the next. A part
                        ///< of vl_energy_scale() at the start
    double lost, added; ///< s, as in vl_policy
    double behind;      ///< s, by which what is drawn in the end is behind the real time; negative:
                        ///< before it
    int64_t steps, evaluations;
    bool diverged;
} vl_policy_result;

enum { VL_POLICY_BENCH_MOST_FRAMES = 1000000 };

#define VL_POLICY_BENCH_MOST_TRUE_STEPS 1e8

/// The frames of the bench where nobody says otherwise: one of 0.1 s at 5 s, at 60 frames/s.
#define VL_POLICY_BENCH_FRAMES "hitch:0.0166667:0.1:5"

/// The name of the result without any disturbance.
#define VL_POLICY_BENCH_NONE "none"

/// One world: an integrator under a policy. Positions by slot.
typedef struct vl_policy_run {
    double *before[VL_AXES]; ///< m, of the state before the last step
    double *drawn[VL_AXES];  ///< m
    double *distance;        ///< m, by frame, as drift_real
    double *energy;          ///< error, by frame
    int known;               ///< frames whose energy is known
    double largest;          ///< m, distance so far
    double at_own_time;      ///< m, as drift_simulated
} vl_policy_run;

/// A policy with its worlds.
typedef struct vl_policy_lane {
    const char *name;
    vl_policy policy;
    vl_lab *lab;
    vl_policy_run *runs;         ///< by integrator
    int64_t *last_step;          ///< by frame
    int frames;                  ///< that have ended
    double end;                  ///< s, simulated time at the end
    vl_policy_truth_state truth; ///< then
} vl_policy_lane;

enum { VL_POLICY_BENCH_MOST_LANES = 16 };

/// For others to read, between two pieces.
typedef struct vl_policy_bench vl_policy_bench;

struct vl_policy_bench {
    int frame_count, done;  ///< frames in all, and those that all have made
    double *frames, *times; ///< s, by frame: length and real time at the end
    int lane_count, integrator_count;
    vl_policy_lane *lanes[VL_POLICY_BENCH_MOST_LANES];
    vl_policy_lane *by_end[VL_POLICY_BENCH_MOST_LANES]; ///< in the order of their simulated ends
    vl_policy_truth truth;
    char truth_text[160]; ///< "oscillator", what the run along is made with, or why there is none

    /// The bench of the one result without any disturbance: as many equal frames as the mean of the
    /// stream makes of the same time (of a hitch: its other frames), to its end. Its policy is raw,
    /// in lane 0. It is done when this one is; NULL in itself.
    vl_policy_bench *even;

    // of the work
    int ends_done;             ///< lanes whose end the truth has passed
    int *most_steps;           ///< of a policy, by frame
    int substeps;              ///< of each of them
    vl_policy_truth_state now; ///< at the end of the present frame
    bool truth_is_there;       ///< in `now`
    int lane;                  ///< the one under way within the frame
    bool begun;                ///< its frame
    bool over;                 ///< nothing is left to do
};

/// Prepares a bench of `count` integrators over `duration` s (> 0) of `stream`, which is read up to
/// the last frame that is over by then (none is shortened: that would be one more change of dt);
/// with every kind of vl_policy_kinds by its form, and the scene's own policy
/// where that is another. The scene is not needed afterwards. NULL and a message where it cannot
/// be: no whole frame, more than VL_POLICY_BENCH_MOST_FRAMES, or a run along of more than
/// VL_POLICY_BENCH_MOST_TRUE_STEPS. Free with vl_policy_bench_free().
VL_MUST_USE vl_policy_bench *vl_policy_bench_create(const vl_scene *scene,
                                                    const vl_integrator *const *integrators,
                                                    int count, vl_stream *stream, double duration,
                                                    vl_error *error);

/// NULL is allowed.
void vl_policy_bench_free(vl_policy_bench *bench);

/// One piece, some milliseconds long; `bench` is a vl_policy_bench. False when all is done. A
/// vl_worker_piece.
bool vl_policy_bench_work(void *bench);

/// The part done, 0…1, with the equal frames.
double vl_policy_bench_progress(const vl_policy_bench *bench);

/// When all are done.
vl_policy_result vl_policy_bench_result(const vl_policy_bench *bench, int index, int integrator);
