#pragma once
/// Whether the penalties of a scene give back the restitution that is asked for: at its steps, and
/// under its gravity.

#include "physics/model/model.h"
#include "scene/frames.h"

/// What to do about a penalty.
typedef enum vl_penalty_verdict {
    VL_PENALTY_GOOD,
    VL_PENALTY_ODD,       ///< no steps do, or those that come again do: a warning
    VL_PENALTY_TOO_COARSE ///< shorter substeps or a softer collider would do
} vl_penalty_verdict;

/// Judges the penalty `index` (from 0) of the scene's colliders by the steps alone, under each of
/// `count` integrators. Where it is not good, tells with which of them, and the steps or the
/// stiffness that would do for all.
vl_penalty_verdict vl_penalty_judge(const vl_scene *scene, int index,
                                    const vl_integrator *const *integrators, int count,
                                    const vl_frames *frames, vl_text *reason);

/// Whether gravity takes more from the restitution than the tolerance, of a particle that gets to
/// the penalty `index` from where `world`, the scene as it is written, has it: the reason, with the
/// integrator that leaves least, and the stiffness that would do. A particle with links counts
/// where nothing is pinned.
bool vl_penalty_is_pressed(const vl_scene *scene, int index,
                           const vl_integrator *const *integrators, int count,
                           const vl_frames *frames, const vl_world *world, vl_text *reason);
