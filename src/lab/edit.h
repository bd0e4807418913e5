#pragma once
/// Everything by which somebody changes the motion in a lab between two frames passes one of these
/// functions, or one that lab.h says so of, and is noted in the journal of the lab (lab/journal.h).
/// So a recording has all of it.
///
/// Unless it says otherwise each acts on all lanes that have not diverged, of which the readings
/// are complete (vl_lab_settle()). Afterwards vl_lab_disturbed() books the change. Slots are those
/// of all worlds of the lab.

#include "lab/lab.h"

/// A hand takes a particle, and then has a target for it at the end of each frame. False where no
/// lane lets it.
VL_MUST_USE bool vl_lab_hold(vl_lab *lab, int slot);
void vl_lab_carry(vl_lab *lab, int slot, vl_vec3 target);

/// It lets go while the clock runs, with the velocity v, m/s; or at rest while the clock stands
/// (vl_world_put_down()).
void vl_lab_release(vl_lab *lab, int slot, vl_vec3 v);
void vl_lab_put_down(vl_lab *lab, int slot);

/// Brings what is held in a lane to its targets while the clock stands (vl_world_pose()).
void vl_lab_pose(vl_lab *lab, int lane);

void vl_lab_set_pinned(vl_lab *lab, int slot, bool pinned);

/// Cuts all links between the pairs of slots `ends`, of which there are `count`.
void vl_lab_cut(vl_lab *lab, const int (*ends)[2], int count);

/// Time reversal: reverses all velocities in a lane. A method that is reversible under any steps
/// then returns to the start up to rounding, if the steps that were made are made again from the
/// last to the first.
void vl_lab_turn_round(vl_lab *lab, int lane);

/// Why the motion of a world so far is not reversible, whatever the method, as a sentence; NULL
/// where no reason is known. A collider is one once it was touched, a link once it is broken.
const char *vl_reversal_hindrance(const vl_world *world);

/// Another method, or other settings of the solver, in one lane.
void vl_lab_set_integrator(vl_lab *lab, int lane, const vl_integrator *integrator);
void vl_lab_set_solver(vl_lab *lab, int lane, const vl_solver_settings *settings);

/// All worlds take the numbers of a scene that differs from theirs in nothing else
/// (vl_world_take_numbers()). The lab is of its edition then.
void vl_lab_take_numbers(vl_lab *lab, const vl_scene *scene);
