#pragma once
/// What 100 % of an energy error is: the largest kinetic energy that the motion of a scene has in
/// its first ten seconds, as a run in small steps finds it. Where nothing moves there is no 100 %,
/// and an error is told in joules.

#include "physics/model/model.h"
#include "scene/scene.h"

typedef struct vl_energy_scale {
    double joule;   ///< 0: nothing moves, or a force depends on time, so that there is no energy
    double seconds; ///< of the motion that were looked at; fewer in a large scene, and where the
                    ///< run ended
} vl_energy_scale;

/// The scale of a world at its start, whose velocity is current. It is that of the true motion:
/// method, solver, mistake, hands and threads do not matter. A run is made with the best method
/// (lab/reference_run.h), or for a net with few sweeps in short substeps, and ends where it makes
/// energy. Steps are halved from 1/60 s until the result no longer changes. The work is bounded by
/// counting it, so that the bits are the same everywhere.
vl_energy_scale vl_energy_scale_of(const vl_world *world);

/// The scale of a scene at its start, whatever its lane.
vl_energy_scale vl_energy_scale_of_scene(const vl_scene *scene);

/// The energy error of `change` J: a part of the scale, or J where nothing moves.
double vl_energy_scale_share(const vl_energy_scale *scale, double change);
