#pragma once
/// The restitution that a penalty gives back, measured: one particle meets a penalty with the
/// integrator and the step of a scene. The motion depends on the restitution asked for and on
/// dt √(k/m) alone, so it is computed with k = 1 N/m, m = 1 kg and an impact at 1 m/s.

#include "physics/model/integrator.h"
#include "scene/scene.h"
#include "scene/stream.h"

/// What the restitution may be off.
#define VL_IMPACT_TOLERANCE 0.01

/// With dt √(k/m) up to here every method keeps to the tolerance, whatever the restitution.
#define VL_IMPACT_SHORT_STEP 0.003

/// The largest difference between the speed after an impact and `restitution` (0…1) times that
/// before it, over impacts that begin in different parts of a step; `step` is dt √(k/m) > 0.
/// HUGE_VAL where the method diverges, or leaves the particle inside.
double vl_impact_error(const vl_integrator *integrator, double restitution, double step);

/// The largest step dt √(k/m) up to `step` that keeps to the tolerance, as shorter ones do: `step`
/// itself, or the first one of a sequence, each a twentieth shorter, that does so with some room.
double vl_impact_step(const vl_integrator *integrator, double restitution, double step);

/// What to say about the penalty `index` (from 0) of the scene's colliders where substeps of
/// `dt` s (> 0) are too long for its restitution with `integrator`; false: they are not.
bool vl_impact_refuses(const vl_scene *scene, int index, const vl_integrator *integrator, double dt,
                       vl_text *reason);

/// The longest substep that the scene's policy makes of the longest frame of a stream that comes
/// more than once, s; 0: there is none. A measured frame is taken for 1/60 s. The stream is
/// rewound.
double vl_impact_substep(const vl_scene *scene, vl_stream *stream);
