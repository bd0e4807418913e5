#pragma once
/// The folder lab/ has the experiments: worlds of a scene that are stepped together and read
/// (lab.h, run.h, csv.h), what they are measured against (reference_run.h, best_method.h), and what
/// is found of methods (order.h, stability.h, identity.h, reversal.h, policy_bench.h). It knows the
/// scene and the physics; it does not know who shows what it finds.
///
/// Several worlds of one scene, stepped in lock-step on one stream of dt, and what is read of them.
///
/// A reading belongs to one instant. Where a method keeps positions and links act, or where the
/// estimator looks ahead, the velocity at tₙ is known one step later, and so is the reading of step
/// n; vl_lab_settle() completes it at once.

#include "lab/estimator.h"
#include "lab/reading.h"
#include "lab/reference_run.h"
#include "scene/scene.h"

/// Called with each complete reading in order of the steps, and within a step world by world. `x`
/// holds the positions of that instant by slot.
typedef void vl_lab_listener(void *user, int world, const vl_reading *reading,
                             double *const x[VL_AXES]);

typedef struct vl_lab vl_lab;

/// One world for each of `count` integrators; NULL integrators stand for that of the scene. Free
/// with vl_lab_free().
vl_lab *vl_lab_create(const vl_scene *scene, const vl_integrator *const *integrators, int count);

void vl_lab_free(vl_lab *lab);

int vl_lab_world_count(const vl_lab *lab);

/// World number `index`. Whoever changes its particles or settings in mid-run says so with
/// vl_lab_disturbed().
vl_world *vl_lab_world(vl_lab *lab, int index);

/// Sends the readings to `listener` from now on, from the present one on where that has not been
/// sent yet. At most one listener; NULL takes it away.
void vl_lab_listen(vl_lab *lab, vl_lab_listener *listener, void *user);

/// The velocity of which the kinetic energy of the readings is made from now on, the present one
/// included; at first the right one. The motion, and the energy at the start and its scale, stay
/// what they are. To be called between two steps; a reading that was sent is not sent again.
void vl_lab_set_estimator(vl_lab *lab, const vl_estimator *estimator);

/// One frame of `dt` s for every world that has not diverged; a recorded hand of the scene does its
/// part. False where a world cannot make such
/// a step (vl_world_can_step()): the frame is skipped and nothing changes, but where that is a
/// mistake (vl_world_skip()).
bool vl_lab_advance(vl_lab *lab, double dt);

/// Goes on with a mistake in all worlds, or with none (NULL), as vl_lab_disturbed() goes on.
void vl_lab_set_mistake(vl_lab *lab, const vl_mistake *mistake);

/// Completes the readings of the present instant, by a trial step where that is needed, and sends
/// them. `next_dt` is the dt of the frame to come, s, where it is known; else 0.
void vl_lab_settle(vl_lab *lab, double next_dt);

/// Simulated time, s, and the number of frames since the start.
double vl_lab_time(const vl_lab *lab);
int64_t vl_lab_steps(const vl_lab *lab);

/// Whether no world goes on any more.
bool vl_lab_all_diverged(const vl_lab *lab);

/// The newest complete reading of a world.
const vl_reading *vl_lab_reading(const vl_lab *lab, int world);

/// The energy at the start, its scale and the exact solution of a world.
const vl_reference *vl_lab_reference(const vl_lab *lab, int world);

/// Every world that has no exact solution is followed by a reference run from now on, or by none.
/// The worlds are synchronised. It begins anew wherever the exact solution does; while a hand is in
/// the world there is none. With VL_REFERENCE_AT_ONCE each reading has its position error;
/// VL_REFERENCE_BESIDE takes no world of more than VL_REFERENCE_MOST_LIVE particles, and only
/// vl_lab_track() is sure to tell what it finds.
void vl_lab_refer(vl_lab *lab, vl_reference_mode mode);

/// What the reference run of a world has found so far, of the instant it has come to.
vl_track vl_lab_track(const vl_lab *lab, int world);

/// The same of the instant of a late step, for which it waits `most` s at most where that is near;
/// of the instant it has come to where it does not know.
vl_track vl_lab_track_at(const vl_lab *lab, int world, int64_t step, double most);

/// Why a world that has no exact solution is not followed, as a few words for a person; NULL: it
/// is, or need not be.
const char *vl_lab_reference_refuses(const vl_lab *lab, int world);

/// Where the particles should be at the present instant, by slot, m, from the exact solution or the
/// reference run, for which it waits `most` s at most where that is near. False, and
/// nothing is written, where that is not known, or not known yet.
bool vl_lab_true_positions(vl_lab *lab, int world, double most, double *const x[VL_AXES]);

/// All worlds keep a ledger from now on; before the first step. Without it steps take less time.
void vl_lab_keep_ledger(vl_lab *lab);

/// Somebody moved a particle or changed a setting of a world that was settled before
/// (vl_lab_settle()), and whose velocity is current: the exact solution or the reference
/// begins anew from the present state, the reading of the present instant is taken again, and the
/// ledger puts the change of the energy down to `cause`. The energy at the start stays what it was.
void vl_lab_disturbed(vl_lab *lab, int world, vl_cause cause);
