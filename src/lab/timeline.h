#pragma once
/// The past of a lab: stored states, and the frames that were made between them. Any frame is
/// reached again by bringing back the state before it and making the same frames, to the last bit.
///
/// A state has all lanes: world, readings, ledger, momenta, policy and stream. Its memory is taken
/// when the timeline is made. When that is full every second state is dropped and the interval
/// between them doubles, so that all of the past stays within reach, at more frames to be made.
///
/// What is done between frames (a pin, a cut, another method, solver or number of the scene) is
/// part of the state that is stored after it. While a hand of a person holds something no state is
/// stored, and its frames are not made again: going there ends at the frame before. Lanes,
/// estimator, mistake, policies and streams belong to no state: after a change of them the timeline
/// must begin anew. A reference run begins anew wherever one goes.
///
/// How the ledger divides a change of the energy depends on the instants at which somebody looked
/// at the readings (vl_lab_settle()); no look changes the motion.

#include "lab/lab.h"

typedef struct vl_timeline vl_timeline;

/// Begins at the present state of a lab, with at most `most_states` ≥ 2 states in `most_bytes`; two
/// states are there in any case. Free with vl_timeline_free() before the lab.
vl_timeline *vl_timeline_create(vl_lab *lab, size_t most_bytes, int most_states);

/// NULL is allowed.
void vl_timeline_free(vl_timeline *timeline);

/// Tells that the lab has made a common frame of `dt` s. Never allocates.
void vl_timeline_frame(vl_timeline *timeline, double dt);

/// Tells that something else has changed the lab, between two frames. What was ahead of the present
/// frame is lost, except for the lengths of its frames.
void vl_timeline_changed(vl_timeline *timeline);

/// Goes to a frame, or where it cannot be reached to the last one before it that can, of those from
/// vl_timeline_first() to vl_timeline_last(). The frames after it stay within reach until something
/// changes. Readings are sent to nobody on the way; that of the instant is sent when it is settled.
/// Returns the frame. Not while a hand of a person holds something.
int64_t vl_timeline_go(vl_timeline *timeline, int64_t frame);

/// The frame that vl_timeline_go() would reach.
int64_t vl_timeline_nearest(const vl_timeline *timeline, int64_t frame);

/// The oldest frame that can be reached, the present one, and the newest; numbers as in
/// vl_lab.now.frames.
int64_t vl_timeline_first(const vl_timeline *timeline);
int64_t vl_timeline_present(const vl_timeline *timeline);
int64_t vl_timeline_last(const vl_timeline *timeline);

/// A number that no other frame of this timeline has had at any time, of the present frame. −1
/// where the lab was brought to a frame that is not within reach.
int64_t vl_timeline_serial(const vl_timeline *timeline);

/// Whether the state before a frame can be reached, and nothing but their lengths has made the
/// frames from it to the present one. Not while a hand of a person holds something.
bool vl_timeline_can_change(const vl_timeline *timeline, int64_t frame);

/// The time at which a frame ended, s.
double vl_timeline_time(const vl_timeline *timeline, int64_t frame);

/// Forgets the lengths of the frames ahead, and with them those frames.
void vl_timeline_forget_ahead(vl_timeline *timeline);

/// The length of the frame that was made at the present one when it was reached first, s; 0: none
/// was. It is known beyond vl_timeline_last() too, after a change.
double vl_timeline_next_dt(const vl_timeline *timeline);

/// How many such lengths are known, s, from the present frame on; writes them to `dt`, or only
/// counts them where that is NULL.
int vl_timeline_known(const vl_timeline *timeline, double *dt);

/// Replaces them. What was ahead of the present frame is lost.
void vl_timeline_expect(vl_timeline *timeline, const double *dt, int count);

/// Bytes of all its memory.
size_t vl_timeline_bytes(const vl_timeline *timeline);
