#pragma once
/// Where everything should be at one instant after another, for the policy bench: by the exact
/// motion, else by a run along that knows how far it may be off (lab/best_method.h), until its
/// horizon.

#include "lab/best_method.h"
#include "physics/exact/exact.h"
#include "scene/scene.h"

typedef struct vl_policy_truth {
    vl_world *start;   ///< the scene at its start, without its mistake
    vl_exact *exact;   ///< NULL
    const char *none;  ///< why there is no truth, in words for people; NULL: there is
    vl_best_pair pair; ///< where there is neither
    double size;       ///< m, of its motion so far
    double own;        ///< m, how far it may be off now; 0 of the exact motion; NaN: there is none
    double horizon;    ///< s, the first instant beyond it; NaN: none yet
    int64_t left;      ///< steps to the next instant
    double h;          ///< s, their length
} vl_policy_truth;

/// Where everything should be at one instant.
typedef struct vl_policy_truth_state {
    double *x[VL_AXES]; ///< m, by slot; vl_axes_free()
    double own;         ///< m, how far that may be off; NaN: there is none
} vl_policy_truth_state;

/// Of a scene, for steps of at most `longest` s. Free with vl_policy_truth_free().
vl_policy_truth vl_policy_truth_create(const vl_scene *scene, double longest);
void vl_policy_truth_free(vl_policy_truth *truth);

/// Whether it is a run along, which takes time.
bool vl_policy_truth_runs(const vl_policy_truth *truth);

/// Goes on towards the time `t` (s, never less than before) by two steps of at most `step` s. True
/// when it is there. Of less than 1e-6 of such a step it makes none.
bool vl_policy_truth_step(vl_policy_truth *truth, double t, double step);

/// The state at the time `t`, where it is now. `to` is {0}, or was filled before.
void vl_policy_truth_take(const vl_policy_truth *truth, double t, vl_policy_truth_state *to);
