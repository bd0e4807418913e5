#pragma once
/// A copy of the state that changes while a world runs: not of links, forces and settings. Private
/// to this room. For this room alone.

#include "physics/model/model.h"

typedef struct vl_snapshot {
    int count;
    double *x[VL_AXES], *x_old[VL_AXES], *v[VL_AXES], *a[VL_AXES], *own[VL_AXES];
    double *observed[VL_AXES];
    double *work[VL_AXES];              ///< of whoever makes the trial
    struct vl_contacts *contact_memory; ///< NULL where the world has none
    vl_moment now;
    vl_solve_report solved;
    int contacts, hold_count;
    int64_t evaluations;
} vl_snapshot;

/// Memory for the state of a world. Free with vl_snapshot_free().
vl_snapshot *vl_snapshot_create(const vl_world *world);

void vl_snapshot_save(vl_snapshot *snapshot, const vl_world *world);

/// Puts the state back; what is pinned or held stays as it is, and so does the count of sweeps and
/// evaluations, which were made.
void vl_snapshot_restore(const vl_snapshot *snapshot, vl_world *world);

void vl_snapshot_free(vl_snapshot *snapshot);
