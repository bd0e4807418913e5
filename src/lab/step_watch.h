#pragma once
/// The numbers of the last step of one particle: those that the formula of its method begins with,
/// and those that the step ended with.

#include "physics/model/model.h"

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

/// Begins to watch the particle in `slot` of a world, which calls the watch at every step from now
/// on: it must stay where it is as long as the world is stepped.
void vl_step_watch_begin(vl_step_watch *watch, vl_world *world, int slot);

/// Watches another particle from the next step on.
void vl_step_watch_set(vl_step_watch *watch, int slot);
