#pragma once
/// The restitution that a penalty gives back, measured: one particle meets a penalty with the
/// integrator and the steps of a scene. The motion depends on the restitution asked for, on
/// dt √(k/m) and on g √(m/k)/v alone, so it is computed with k = 1 N/m, m = 1 kg and an impact at
/// v = 1 m/s. The speeds are those at the surface, where the particle touches and where it leaves.

#include "physics/model/integrator.h"
#include "scene/frames.h"

/// What the restitution may be off.
#define VL_IMPACT_TOLERANCE 0.01

/// Without gravity and with equal steps dt √(k/m) up to here every method keeps to the tolerance,
/// whatever the restitution.
#define VL_IMPACT_SHORT_STEP 0.003

/// An impact.
typedef struct vl_impact {
    const vl_integrator *integrator;
    double restitution;      ///< asked for, 0…1
    double press;            ///< ≥ 0, g √(m/k)/v: the acceleration onto the surface that other
                             ///< forces give
    double unit;             ///< 1/s, √(k/m): the time of the frames is multiplied by it
    const vl_frames *frames; ///< the steps
    bool late;               ///< the late frame comes in the contact, too
} vl_impact;

/// What is left of the speed, where that is farthest from the restitution asked for, over impacts
/// that begin in different parts of a step and in different frames. Not finite where the method
/// diverges; 0 where gravity keeps the particle inside.
double vl_impact_worst(const vl_impact *impact);

/// The largest difference between what is left of the speed and the restitution; HUGE_VAL where the
/// method diverges.
double vl_impact_error(const vl_impact *impact);

/// Whether the restitution keeps to the tolerance, as it does with shorter steps. Some room is left
/// for the impacts between those that are measured; `proposed`: more of it, for steps that somebody
/// is told to use. The last 128 answers of each thread are kept, the only memory that this room
/// has: they depend on the arguments alone, so that nobody notices but by the time.
bool vl_impact_keeps(const vl_impact *impact, bool proposed);

/// Whether the steps are so short that shorter ones change nothing.
bool vl_impact_is_short(const vl_impact *impact);

/// The largest `press` with which gravity alone keeps to the tolerance, computed in short steps;
/// HUGE_VAL where it does not matter.
double vl_impact_most_press(double restitution);
