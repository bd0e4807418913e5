#pragma once
/// A copy of the state that changes while a world runs: not of links, forces and settings.

#include "physics/model/world.h"

typedef struct vl_snapshot {
    int count;
    double *x[VL_AXES], *x_old[VL_AXES], *v[VL_AXES], *a[VL_AXES], *own[VL_AXES];
    double *observed[VL_AXES];
    double *seen[VL_AXES];        ///< work of vl_world_synchronise()
    struct vl_contacts *contacts; ///< NULL where the world has none
    vl_moment now;
} vl_snapshot;

/// Memory for the state of a world. Free with vl_snapshot_free().
vl_snapshot *vl_snapshot_create(const vl_world *world);

void vl_snapshot_take(vl_snapshot *snapshot, const vl_world *world);

/// Puts the state back; what is pinned or held stays as it is.
void vl_snapshot_restore(const vl_snapshot *snapshot, vl_world *world);

void vl_snapshot_free(vl_snapshot *snapshot);
