#pragma once
/// The highest angular frequency of the world on the stage, as the panel and the stability map show
/// it: found anew with the other digits, in pieces over several frames where that takes long.

#include "app/state/session.h"
#include "physics/forces/frequency.h"

/// A fresh one is `{0}`; free with vl_stiffness_free().
typedef struct vl_stiffness {
    vl_frequency *frequency;  ///< NULL: the world has nothing that is counted
    int64_t generation;       ///< of the session that it was made for
    bool busy;                ///< with the present one; `found` is the one before
    vl_frequency_found found; ///< omega is NaN where nothing is counted
    vl_integrator method;     ///< a copy of what the world steps with: that of an engine, or
                              ///< one with a mistake in it, too; `move` is NULL at first
    double limit;             ///< its vl_stability_limit()
} vl_stiffness;

/// Begins to find it again, of the present positions, unless it is busy.
void vl_stiffness_read(vl_stiffness *stiffness, const vl_session *session);

/// Goes on with it for some milliseconds; once in each frame. From then on `method` is that of now.
void vl_stiffness_go_on(vl_stiffness *stiffness, const vl_session *session);

void vl_stiffness_free(vl_stiffness *stiffness);
