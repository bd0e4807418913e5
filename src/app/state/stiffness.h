#pragma once
/// The highest angular frequency of the world on the stage, for the panel and the stability map. It
/// is updated with the other digits; a long computation is spread over several frames.

#include "app/state/session.h"
#include "physics/forces/frequency.h"

/// A fresh one is `{0}`; free with vl_stiffness_free().
typedef struct vl_stiffness {
    vl_frequency *frequency;  ///< NULL: the world has nothing that is counted
    int64_t generation;       ///< of the session that it was made for
    bool busy;                ///< a computation is running; `found` is the previous result
    vl_frequency_found found; ///< omega is NaN where nothing is counted
    vl_integrator method; ///< a copy of what the world steps with, which may be that of an engine
                          ///< or have a mistake; `move` is NULL at first
    double limit;         ///< vl_stability_limit() of that method
} vl_stiffness;

/// Starts a new computation at the present positions, unless one is running.
void vl_stiffness_read(vl_stiffness *stiffness, const vl_session *session);

/// Continues the computation for some milliseconds; to be called once in each frame. Afterwards
/// `method` is the present one.
void vl_stiffness_go_on(vl_stiffness *stiffness, const vl_session *session);

void vl_stiffness_free(vl_stiffness *stiffness);
