#pragma once
/// Snapshots of a lab: a state with its lanes, to which one can go back whatever has been done to
/// the lab since. Lanes that were added are removed then, and those that were removed come back.

#include "lab/lab.h"

typedef struct vl_lab_snapshot vl_lab_snapshot;

/// The present state of a lab. Free with vl_lab_snapshot_free() before the lab.
vl_lab_snapshot *vl_lab_snapshot_create(vl_lab *lab);

/// Frees the removed lanes that no other snapshot has, too. NULL is allowed.
void vl_lab_snapshot_free(vl_lab_snapshot *snapshot);

/// Brings the state back, to the last bit: lanes in their order, worlds, readings, ledgers,
/// momenta, policies, streams, estimator and mistake. Indices of links from before are invalid.
/// Reference runs begin anew. Readings are sent to nobody on the way; that of the instant is sent
/// when it is settled.
void vl_lab_snapshot_bring_back(const vl_lab_snapshot *snapshot);

/// Whether the lab has the same lanes in the same order as the snapshot.
bool vl_lab_snapshot_has_lanes(const vl_lab_snapshot *snapshot);

/// The common time of the state, s, and the number of its frame.
vl_moment vl_lab_snapshot_moment(const vl_lab_snapshot *snapshot);

/// Bytes of its memory, and of the lanes of the lab that were removed and wait for a snapshot.
size_t vl_lab_snapshot_bytes(const vl_lab_snapshot *snapshot);
size_t vl_lab_removed_bytes(const vl_lab *lab);

/// Frees what the lab does not need until a snapshot brings it back; until then it must not be
/// used.
void vl_lab_put_away(vl_lab *lab);

// --- images: what a snapshot and a timeline store ---

/// Writes an image of the lab as it is now, a copy of all that its lanes are; or brings it `back`.
/// The lab must have the lanes, streams and estimator that it had then, and be suspended. An exact
/// solution that was found since begins anew from that state. Returns the bytes of an image, and
/// only measures it where `image` is NULL. A lab that was put away has about as many.
size_t vl_lab_image(vl_lab *lab, char *image, bool back);

/// What is put aside while states are brought back.
typedef struct vl_lab_suspension {
    vl_lab_listener *listener;
    vl_reference_mode mode;
    struct vl_journal *journal;
} vl_lab_suspension;

/// Ends the reference runs, sends readings to nobody and notes nothing, until vl_lab_resume(). Then
/// the reference runs begin anew, and the present reading will be sent again.
vl_lab_suspension vl_lab_suspend(vl_lab *lab);
void vl_lab_resume(vl_lab *lab, const vl_lab_suspension *suspension);
