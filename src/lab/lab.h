#pragma once
/// The folder lab/ has the experiments: worlds of a scene that are stepped together and measured
/// (lab.h, run.h, csv.h), references for their error (reference_run.h, best_method.h), and studies
/// of methods (order.h, stability.h, identity.h, reversal.h, policy_bench.h). It knows the scene
/// and the physics, not the display.
///
/// A lab steps several worlds of one scene in lock-step with the same dt and takes readings of
/// them.
///
/// A reading belongs to one instant. Where a method keeps positions instead of v and links act, or
/// where the estimator uses xₙ₊₁, the velocity at tₙ is known one step later, and so is the reading
/// of step n. vl_lab_settle() completes it at once.

#include "lab/estimator.h"
#include "lab/late_frame.h"
#include "lab/reading.h"
#include "lab/reference_run.h"
#include "scene/scene.h"

/// Called with each complete reading in order of the steps, and within a step world by world. `x`
/// holds the positions of that instant by slot.
typedef void vl_lab_listener(void *user, int world, const vl_reading *reading,
                             double *const x[VL_AXES]);

/// A world and its readings. Others read the first four.
typedef struct vl_lab_run {
    vl_world *world;        ///< after a change of its particles or settings in mid-run, call
                            ///< vl_lab_disturbed()
    vl_reading shown;       ///< the newest complete reading
    vl_reference reference; ///< energy and scale at the start; the exact solution, owned
    const char *refused; ///< why a world without an exact solution has no reference run, in a few
                         ///< words for the user; NULL where it has one or needs none

    vl_late_frame late; ///< which frame a blow-up comes from

    // of the lab alone
    vl_reference_run *follower; // NULL where there is none
    bool held;                  // a hand holds a particle: the follower begins when it lets go
    vl_reading now;             // of the present instant
    bool complete;              // `now` has its kinetic energy
    bool sent;                  // to the listener
    double *x[VL_AXES];         // positions of `now`
    double ratio, cpu;          // of the step just made
    bool in_hand;               // the recorded hand holds its particle
    const vl_estimator *estimator;
    vl_estimate estimate;        // of `now`; made for an estimator that is not the right one
    vl_ledger *ledger;           // NULL where none is kept
    vl_momentum_watch *momentum; // NULL where it is not kept
    double between_steps[VL_MOST_CAUSES]; // J, changes of the energy by cause
    bool misread;                         // a mistake falsifies `now`
    double misread_kinetic;               // J, kinetic energy as falsified
    double potential;                     // J, right potential energy of `now`
    double energy;                        // J, right energy of `now`, for the ledger
} vl_lab_run;

typedef struct vl_lab {
    int count; ///< of worlds
    vl_lab_run *runs;
    vl_moment now; ///< only time, compensation and frames are used

    // of the lab alone
    vl_reference_mode mode;
    vl_lab_listener *listener;
    void *user;
    int hand_count;       // of the hand that the scene has recorded; 0: none, or it has let go
    vl_hand_sample *hand; // its samples
    int hand_number;      // of its particle
    bool hand_holds;
} vl_lab;

/// Builds one world for each of `count` integrators; NULL: all have that of the scene. Free with
/// vl_lab_free().
vl_lab *vl_lab_create(const vl_scene *scene, const vl_integrator *const *integrators, int count);

void vl_lab_free(vl_lab *lab);

/// Sends readings to `listener` from now on, beginning with the present one where it has not been
/// sent yet. There is at most one listener; NULL removes it.
void vl_lab_listen(vl_lab *lab, vl_lab_listener *listener, void *user);

/// Sets the estimator of the kinetic energy for the present reading and all later ones; at first it
/// is the right one. The motion, the energy at the start and its scale do not change. Call it
/// between two steps. A reading that was sent is not sent again.
void vl_lab_set_estimator(vl_lab *lab, const vl_estimator *estimator);

/// Makes one frame of `dt` s in every world that has not diverged, with the recorded hand of the
/// scene. False where a world cannot make such a step (vl_world_can_step()): then the frame is
/// skipped and nothing changes, except with the mistake that vl_world_skip() makes.
bool vl_lab_advance(vl_lab *lab, double dt);

/// Sets the mistake of all worlds, NULL for none, and calls vl_lab_disturbed() for each.
void vl_lab_set_mistake(vl_lab *lab, const vl_mistake *mistake);

/// Completes the readings of the present instant, by a trial step where that is needed, and sends
/// them. `next_dt` is the dt of the frame to come, s, where it is known; else 0.
void vl_lab_settle(vl_lab *lab, double next_dt);

/// Whether every world has diverged.
bool vl_lab_all_diverged(const vl_lab *lab);

/// Starts a reference run for every world without an exact solution, or stops it, by `mode`. The
/// worlds are synchronised. A reference run begins anew whenever somebody disturbs the world; while
/// a hand holds a particle there is none. With VL_REFERENCE_AT_ONCE each reading has its position
/// error. VL_REFERENCE_BESIDE refuses worlds of more than VL_REFERENCE_MOST_LIVE particles, and it
/// may lag behind the readings; then vl_lab_track() has its newest result.
void vl_lab_refer(vl_lab *lab, vl_reference_mode mode);

/// The newest result of the reference run of a world.
vl_track vl_lab_track(const vl_lab *lab, int world);

/// Its result for a recent step, or the newest one where it has none for that step. Where the run
/// lags by a few steps only, the call waits for it, at most `most` s.
vl_track vl_lab_track_at(const vl_lab *lab, int world, int64_t step, double most);

/// Writes the positions of the exact solution or the reference run at the present instant, by slot,
/// m. It waits as vl_lab_track_at() does. False, and nothing is written, where they are not known.
bool vl_lab_true_positions(vl_lab *lab, int world, double most, double *const x[VL_AXES]);

/// Makes all worlds keep a ledger, which costs time in each step. Call it before the first step.
void vl_lab_keep_ledger(vl_lab *lab);

/// Makes all worlds keep their momenta. Call it before the first step.
void vl_lab_keep_momentum(vl_lab *lab);

/// To be called after somebody moved a particle or changed a setting of a world, which was settled
/// before (vl_lab_settle()) and whose velocity is current. The exact solution or the reference run
/// begins anew from the present state, the reading is taken again, and the ledger books the change
/// of the energy under `cause`. The energy at the start does not change.
void vl_lab_disturbed(vl_lab *lab, int world, vl_cause cause);
