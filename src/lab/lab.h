#pragma once
/// Several worlds of one scene, stepped in lock-step on one stream of dt, and what is read of them.
///
/// A reading belongs to one instant: where the velocity at tₙ is known only after the next step,
/// the reading of step n is complete one step later (vl_lab_settle() completes it at once).

#include "lab/reading.h"
#include "scene/scene.h"

/// Called with each complete reading, world by world, in order of the steps. `x` holds the
/// positions of that instant by slot (world->particles.slot_of leads there).
typedef void vl_lab_listener(void *user, int world, const vl_reading *reading,
                             double *const x[VL_AXES]);

typedef struct vl_lab vl_lab;

/// One world for each of `count` integrators. Free with vl_lab_free(). `keep_positions`: whether
/// the listener needs positions.
vl_lab *vl_lab_create(const vl_scene *scene, const vl_integrator *const *integrators, int count,
                      bool keep_positions);

void vl_lab_free(vl_lab *lab);

int vl_lab_world_count(const vl_lab *lab);

/// World number `index`, to look at, and to change its settings; tell the lab with
/// vl_lab_disturbed() when particles or settings of a world were changed in mid-run.
vl_world *vl_lab_world(vl_lab *lab, int index);

/// NULL takes the listener away.
void vl_lab_listen(vl_lab *lab, vl_lab_listener *listener, void *user);

/// One frame of `dt` for every world that has not diverged. False where dt ≤ 0 or is not finite:
/// the frame is skipped.
bool vl_lab_advance(vl_lab *lab, double dt);

/// Completes the readings of the present instant, by a look ahead where that is needed.
void vl_lab_settle(vl_lab *lab);

/// The newest complete reading of a world.
const vl_reading *vl_lab_reading(const vl_lab *lab, int world);

/// Which exact solution the position error is measured against; NULL where none is known.
const vl_exact *vl_lab_exact(const vl_lab *lab, int world);

/// Somebody moved a particle or changed a setting: the exact solution begins anew from the present
/// state, and so does the error measured against it. The start of the energy stays.
void vl_lab_disturbed(vl_lab *lab, int world);

/// When the exact solution of a world began, s.
double vl_lab_exact_since(const vl_lab *lab, int world);

/// The scale of the energy error of a world, J.
double vl_lab_energy_scale(const vl_lab *lab, int world);
