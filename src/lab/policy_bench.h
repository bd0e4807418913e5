#pragma once
/// The policy bench: all policies for frame times side by side, on the same frames and the same
/// scene, measured against where everything should be.
///
/// Where an exact motion is known that is the truth. Where none is, it is a run along with them in
/// steps of at most 1/16 of the first frame: `rk4`, and with rods and strings `velocity-verlet`
/// with the solver `direct` along the old direction. Under friction per step there is none.
/// All is computed frame by frame, in pieces.
///
/// Beside the policies stands what is there without any disturbance: the same time in equal frames,
/// raw. What it drifts is the method's, the solver's and the frame rate's; what a policy drifts
/// more, the policy's.

#include "scene/policy.h"
#include "scene/scene.h"
#include "scene/stream.h"

typedef struct vl_policy_bench vl_policy_bench;

/// What one integrator came to under one policy. What does not exist is NaN.
typedef struct vl_policy_result {
    const char *policy; ///< its text, or VL_POLICY_BENCH_NONE
    const vl_integrator *integrator;
    double drift_real; ///< m, at the end: the largest distance of a particle, as it is drawn, from
                       ///< where it should be at the real time
    double drift_simulated; ///< m, the same of the newest state at its own simulated time
    double energy_jump;     ///< the largest change of the energy error over two frames in a row: a
                            ///< change of dt shows in the step it makes and in the next. A part
                            ///< of vl_energy_scale() at the start
    double lost, added;     ///< s, as in vl_policy
    double behind; ///< s, by which what is drawn in the end is behind the real time; negative:
                   ///< before it
    int64_t steps, evaluations;
    bool diverged;
} vl_policy_result;

enum { VL_POLICY_BENCH_MOST_FRAMES = 1000000 };

/// The frames of the bench where nobody says otherwise: one of 0.1 s at 5 s, at 60 frames/s.
#define VL_POLICY_BENCH_FRAMES "hitch:0.0166667:0.1:5"

/// The name of the result without any disturbance.
#define VL_POLICY_BENCH_NONE "none"

/// Prepares a bench of `count` integrators over `duration` s (> 0) of `stream`, which is read up to
/// the last frame that is over by then (none is shortened: that would be one more change of dt);
/// with every kind of vl_policy_kinds by its form, and the scene's own policy
/// where that is another. The scene is not needed afterwards. NULL and a message where it cannot
/// be: no whole frame, or more than VL_POLICY_BENCH_MOST_FRAMES. Free with vl_policy_bench_free().
VL_MUST_USE vl_policy_bench *vl_policy_bench_create(const vl_scene *scene,
                                                    const vl_integrator *const *integrators,
                                                    int count, vl_stream *stream, double duration,
                                                    vl_error *error);

/// NULL is allowed.
void vl_policy_bench_free(vl_policy_bench *bench);

/// The next frame, for all. False when all are done.
bool vl_policy_bench_frame(vl_policy_bench *bench);

/// Frames done, and all.
int vl_policy_bench_done(const vl_policy_bench *bench);
int vl_policy_bench_frames(const vl_policy_bench *bench);

/// "oscillator", or what the run along is made with.
const char *vl_policy_bench_truth(const vl_policy_bench *bench);

/// The bench of the one result without any disturbance: as many equal frames as the mean of the
/// stream makes of the same time (of a hitch: its other frames), to its end. Its policy is raw;
/// what is asked of it is policy number 0. Owned by `bench`; NULL of such a one itself. It is done
/// when `bench` is.
const vl_policy_bench *vl_policy_bench_even(const vl_policy_bench *bench);

int vl_policy_bench_policies(const vl_policy_bench *bench);
const vl_policy *vl_policy_bench_policy(const vl_policy_bench *bench, int policy);

/// When all are done.
vl_policy_result vl_policy_bench_result(const vl_policy_bench *bench, int policy, int integrator);

/// Real time at the end of frame `frame`, s, and the distance then as in drift_real, m. For frames
/// that are done.
double vl_policy_bench_time(const vl_policy_bench *bench, int frame);
double vl_policy_bench_error(const vl_policy_bench *bench, int policy, int integrator, int frame);
