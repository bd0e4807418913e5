#pragma once
/// The highest angular frequency ω_max of small oscillations about the present positions: a step
/// must be short against 1/ω_max. ω_max² is the largest eigenvalue of M^−½ K M^−½ with K = −∂F/∂x,
/// for particles neither pinned nor held.
///
/// K has the springs, with the effect of their tension across them, the forces of kinds with a
/// stiffness (harmonic, central), and the penalties of particles in colliders. Where colliders
/// carry particles by projection, only the directions along them count, as the supports of the
/// present step say; friction is left out, so that ω_max is an upper bound where it holds
/// particles. It lacks rods and strings, which a solver holds at any step, and gravitation between
/// particles, which has no stiffness here.
///
/// C = −∂F/∂v has the dampers of springs and penalties. Their largest rate is the largest
/// eigenvalue of M^−½ C M^−½. What each of the two motions has of the other matrix is found by
/// adding a little.
///
/// It is found by Lanczos's method from a fixed start (J. Res. Natl. Bur. Stand. 45 (1950) 255).
/// The vectors are not orthogonalised again: rounding errors then duplicate the largest value but
/// make none that is larger. Power iteration would find a negative eigenvalue of larger size, as a
/// central force has. The bits are the same on every machine.

#include "physics/model/model.h"

typedef struct vl_frequency vl_frequency;

/// A motion x″ = −omega² x − rate x′.
typedef struct vl_mode {
    double omega, rate; ///< rad/s, 1/s
} vl_mode;

/// What was found.
typedef struct vl_frequency_found {
    double omega;   ///< rad/s; 0 where no force restores; NaN where K has no terms
    bool converged; ///< it has converged; else the iterations ran out, and ω_max is a bit larger
    double rate;    ///< 1/s, of dampers on the oscillation of ω_max
    vl_mode damper; ///< the motion with the largest rate; 0 without dampers
} vl_frequency_found;

/// Memory for as many particles and at most as many springs. Free with vl_frequency_free().
vl_frequency *vl_frequency_create(const vl_world *world);

void vl_frequency_free(vl_frequency *frequency);

/// Whether K of a world has any terms.
bool vl_frequency_exists(const vl_world *world);

/// Makes the matrix at the present positions of a world and starts anew. Does not allocate.
void vl_frequency_begin(vl_frequency *frequency, const vl_world *world);

/// Makes one iteration of Lanczos, which visits every spring and particle once. False when it was
/// the last: the values have converged, or the bound of 12 (large worlds) to 240 iterations is
/// reached; with dampers, four times that. It reads only the links of the world, and starts anew
/// when some broke.
bool vl_frequency_iterate(vl_frequency *frequency, const vl_world *world);

/// The result after the last iteration.
vl_frequency_found vl_frequency_result(const vl_frequency *frequency);

/// Does all of this at once: in 0.02 ms for 12 springs, in 55 ms for 360,000.
vl_frequency_found vl_frequency_highest(const vl_world *world);
