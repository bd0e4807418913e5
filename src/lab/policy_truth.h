#pragma once
/// The true motion for the policy bench: the exact solution or, until its horizon, a reference run
/// with an estimate of its own error (lab/best_method.h).

#include "lab/best_method.h"
#include "physics/exact/exact.h"
#include "scene/scene.h"

typedef struct vl_policy_truth {
    vl_world *start;   ///< the scene at its start, without its mistake
    vl_exact *exact;   ///< NULL where none is known
    const char *none;  ///< why there is no truth, in words for the user; NULL where there is one
    vl_best_pair pair; ///< the reference run, used if `exact` and `none` are NULL
    double size;       ///< m, size of its motion so far
    double own;        ///< m, its present error; 0 with an exact solution; NaN without a truth
    double horizon;    ///< s, the first instant beyond the horizon; NaN: none yet
    int64_t left;      ///< steps left to the next instant
    double h;          ///< s, their length
} vl_policy_truth;

/// The true positions at one instant.
typedef struct vl_policy_truth_state {
    double *x[VL_AXES]; ///< m, by slot; vl_axes_free()
    double own;         ///< m, their error; NaN: there is no truth
} vl_policy_truth_state;

/// Creates the truth of a scene, for steps of at most `longest` s. Free with
/// vl_policy_truth_free().
vl_policy_truth vl_policy_truth_create(const vl_scene *scene, double longest);
void vl_policy_truth_free(vl_policy_truth *truth);

/// Whether it is a reference run, which takes time.
bool vl_policy_truth_runs(const vl_policy_truth *truth);

/// Advances towards the time `t` (s, never less than before) by two steps of at most `step` s. True
/// when `t` is reached. An interval shorter than 1e-6 of `step` is left out.
bool vl_policy_truth_step(vl_policy_truth *truth, double t, double step);

/// Copies the state at the time `t`, which has been reached, into `to`, which is {0} or was filled
/// before.
void vl_policy_truth_take(const vl_policy_truth *truth, double t, vl_policy_truth_state *to);
