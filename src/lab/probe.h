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
    vl_vec3 x; ///< m; of a dial x.x in rad
    vl_vec3 v; ///< m/s
    vl_vec3 a; ///< m/s²; NaN: not known before the first step, or after the world has diverged
    int link_count; ///< at most VL_PROBE_LINKS; further ones are left out
    vl_probe_link links[VL_PROBE_LINKS];
} vl_probe_reading;

/// Reads the particle in a slot. `next_dt` is the length of the next frame where it is known, s;
/// else 0. Allocates.
vl_probe_reading vl_probe_read(vl_world *world, int slot, double next_dt);

// --- the numbers of its last step, as the formula of its method has them ---

/// A step: a substep, or a part of one.
typedef struct vl_step_numbers {
    int slot;  ///< of the particle
    bool made; ///< false: no step of it was watched, or its state was changed since; then
               ///< all below is undefined
    const vl_integrator *method; ///< of the table; a mistake may have changed it
    double time;                 ///< s, at the end of the step
    double dt, dt_old;           ///< s, as the formula has them: dt and dt₋
    double dt_first;     ///< s, the first dt of the run, which the mistake stale-dt has for dt₋
    double frame_ratio;  ///< frame/frame₋, which the mistake frame-ratio has for dt/dt₋
    vl_vec3 x, a;        ///< m, m/s²: at the beginning; a without what links and damping do
    vl_vec3 x_old;       ///< m, the x₋ of a method that keeps positions
    vl_vec3 v;           ///< m/s, of a method that keeps a velocity
    vl_vec3 v_half;      ///< m/s, half a step before, of a method that keeps that
    vl_vec3 predicted;   ///< m, where the integrator put x
    vl_vec3 v_predicted; ///< m/s, the v with which a method with one equation for both did
    vl_vec3 x_new;       ///< m, at the end of the step: after hands, links and contacts
} vl_step_numbers;

/// Follows the steps of a world. Others read `last`.
typedef struct vl_step_watch {
    vl_step_numbers last;

    // of the watch alone
    bool in_step;
    vl_step_numbers before[VL_TRIALS]; // `last` before a trial, by its kind
} vl_step_watch;

/// Watches the particle in `slot` from the next step on. Where there is no watch it is made, for
/// the world to call at every step; vl_free() it after the world.
void vl_step_watch_set(vl_step_watch **watch, vl_world *world, int slot);
