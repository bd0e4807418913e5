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
    double own;        ///< m, how far it may be off; 0 of the exact motion; NaN: there is no truth
    double horizon;    ///< s, the first instant beyond it; NaN: none yet
    int64_t left;      ///< steps to the next instant
    double h;          ///< s, their length
} vl_policy_truth;

/// Of a scene, for steps of at most `longest` s. Free with vl_policy_truth_free().
vl_policy_truth vl_policy_truth_create(const vl_scene *scene, double longest);
void vl_policy_truth_free(vl_policy_truth *truth);

/// Whether it is a run along, which takes time.
bool vl_policy_truth_runs(const vl_policy_truth *truth);

/// Goes on towards the time `t` (s, never less than before) by two steps of at most `step` s. True
/// when it has arrived there. Of less than 1e-6 of such a step it makes none.
bool vl_policy_truth_step(vl_policy_truth *truth, double t, double step);

/// The positions at the time `t`, where it has arrived, m, by slot. Nothing where there is none.
void vl_policy_truth_take(const vl_policy_truth *truth, double t, double *const to[VL_AXES]);
