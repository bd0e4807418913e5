#pragma once
/// The highest angular frequency ω_max at which a world oscillates where it is now: what a step has
/// to be short against. ω_max² is the largest eigenvalue of M^−½ K M^−½, K = −∂F/∂x at the present
/// positions, of what is neither pinned nor held.
///
/// K has what an integrator takes as a force: springs, with what their tension does across them,
/// forces of a kind with a stiffness (harmonic, central), colliders that respond by penalty
/// where something is in them. Not counted are rods and strings, with a compliance or without: the
/// solver places them, at any step; dampers, which have a limit of their own; gravitation between
/// particles, which has no stiffness here.
///
/// By the method of Lanczos from one fixed start (J. Res. Natl. Bur. Stand. 45 (1950) 255), without
/// keeping its vectors: rounding then finds the same largest value again, never a larger one. Power
/// iteration would take a negative eigenvalue for the largest where that is the larger in size, as
/// a central force has it. The same bits on every machine.

#include "physics/model/model.h"

typedef struct vl_frequency vl_frequency;

/// What was found.
typedef struct vl_frequency_found {
    double omega; ///< rad/s; 0 where no force restores; NaN where nothing is counted at all
    bool settled; ///< else the work that one call may take was done before, and it is a bit larger
} vl_frequency_found;

/// Memory for a world with so many particles, and so many springs or fewer. Free with
/// vl_frequency_free().
vl_frequency *vl_frequency_create(const vl_world *world);

void vl_frequency_free(vl_frequency *frequency);

/// Whether a world has anything of what is counted.
bool vl_frequency_exists(const vl_world *world);

/// Begins with the matrix of a world at its present positions. Changes nothing of it, allocates
/// nothing.
void vl_frequency_begin(vl_frequency *frequency, const vl_world *world);

/// One iteration of Lanczos, a visit to every spring and particle; false when it was the last one:
/// the value has converged, or the bounded number of iterations is made, 12 to 240, fewer in a
/// large world. Of the world nothing but the links is read, and where some broke since it begins
/// anew.
bool vl_frequency_iterate(vl_frequency *frequency, const vl_world *world);

/// What was found after the last iteration.
vl_frequency_found vl_frequency_result(const vl_frequency *frequency);

/// All of it at once: 0.02 ms for 12 springs, 55 ms for 360,000.
vl_frequency_found vl_frequency_highest(vl_frequency *frequency, const vl_world *world);
