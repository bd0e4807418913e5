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

/// About the bytes of the memory of a lab that was put away.
size_t vl_lab_bytes(vl_lab *lab);
