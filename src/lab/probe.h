#pragma once
/// What one particle does at an instant: position, velocity, acceleration, and the force of each
/// link on it.
///
/// It is read from the motion itself, by a trial substep that is rolled back. So it is the same for
/// every method and solver, and reading it changes no bit of the motion:
///
///     v(tₙ)  the velocity that all methods agree on (physics/model/model.h)
///     a(tₙ) = 2 (xₙ₊₁ − xₙ − v(tₙ) h)/h²  over the substep of h to come; without rods, strings and
///             colliders that of the forces at the instant
///
/// What of m a is not by forces and springs is by rods and strings. Up to three of them that pull
/// in independent directions have one solution for their tensions.

#include "physics/model/model.h"

enum { VL_PROBE_LINKS = 8 };

/// A link at the particle.
typedef struct vl_probe_link {
    int other; ///< number of the particle at its other end
    vl_link_kind kind;
    double tension; ///< N, positive where it pulls; NaN: the motion does not tell
} vl_probe_link;

typedef struct vl_probe_reading {
    double time; ///< s
    vl_vec3 x;   ///< m; of a dial x.x in rad
    vl_vec3 v;   ///< m/s
    vl_vec3 a;   ///< m/s²; NaN: not known before the first step, or after the world has diverged
    int link_count; ///< at most VL_PROBE_LINKS; further ones are left out
    vl_probe_link links[VL_PROBE_LINKS];
} vl_probe_reading;

/// Reads the particle in a slot. `next_dt` is the length of the next frame where it is known, s;
/// else 0. Allocates.
vl_probe_reading vl_probe_read(vl_world *world, int slot, double next_dt);
