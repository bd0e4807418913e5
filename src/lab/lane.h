#pragma once
/// One lane of a lab: its world, its time and its readings. For this room alone; lab.c joins the
/// lanes.

#include "lab/lab.h"

/// Begins a lane at the start of its scene; its clock is there. `other`: another lane of the same
/// scene at its start, or NULL. Free with vl_lane_free().
void vl_lane_begin(vl_lab_run *lane, vl_lab *lab, const vl_scene *scene, const vl_lab_run *other);

/// Begins a lane at the present state of `like`, whose velocity is current.
void vl_lane_branch(vl_lab_run *lane, const vl_lab_run *like, const vl_scene *scene);

void vl_lane_free(vl_lab_run *lane);

/// Frees what is made anew when a snapshot brings the lane back; it must not be used until then.
void vl_lane_put_away(vl_lab_run *lane);

/// Whether the recorded hand of the scene holds a particle in the lane.
bool vl_lane_is_in_hand(const vl_lab_run *lane, int slot);

// --- a step, in this order ---

/// Settles the links, and moves the recorded hand to its place at the end of the step.
void vl_lane_prepare(vl_lab_run *lane);

/// Steps the world. Touches nothing but its own lane, so that lanes may be stepped at the same
/// time.
void vl_lane_step(vl_lab_run *lane);

/// Completes the reading before the step.
void vl_lane_complete(vl_lab_run *lane);

/// Sends the reading to the listener if it is complete and was not sent.
void vl_lane_send(vl_lab_run *lane);

/// Takes the reading after the step.
void vl_lane_take(vl_lab_run *lane);

/// Moves the clock of the lane to the end of the step, and ends the recorded hand there.
void vl_lane_end(vl_lab_run *lane);

// --- between steps ---

/// Copies the present positions for a listener.
void vl_lane_keep_positions(vl_lab_run *lane);

/// Looks for an exact solution from the present state on, whose velocity is current.
void vl_lane_recognise(vl_lab_run *lane);

/// Completes the reading of the present instant; `next_dt` as for vl_lab_settle().
void vl_lane_settle(vl_lab_run *lane, double next_dt);

/// Looks at the velocity of the instant as somebody did when the next step was known to be of
/// `looked` s (0: not known), or VL_LOOKED_NEVER. `next_dt` is the one that is known now.
void vl_lane_look(vl_lab_run *lane, double looked, double next_dt);

/// Gives the lane an estimator and what that needs, but takes no reading.
void vl_lane_equip(vl_lab_run *lane, const vl_estimator *estimator);

/// See vl_lab_disturbed(), vl_lab_refer(), vl_lab_set_estimator(), vl_lab_keep_ledger() and
/// vl_lab_keep_momentum().
void vl_lane_disturbed(vl_lab_run *lane, vl_cause cause);
void vl_lane_refer(vl_lab_run *lane);
void vl_lane_set_estimator(vl_lab_run *lane, const vl_estimator *estimator);
void vl_lane_keep_ledger(vl_lab_run *lane);
void vl_lane_keep_momentum(vl_lab_run *lane);

/// See vl_lab_watch().
void vl_lane_watch(vl_lab_run *lane, int slot);
