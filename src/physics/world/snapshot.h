#pragma once
/// For this room alone. A copy of the state that changes in a step, without links, forces and
/// settings.

#include "physics/model/model.h"

enum { VL_SNAPSHOT_ARRAYS = 8 };

typedef struct vl_snapshot {
    int count;
    double *arrays[VL_SNAPSHOT_ARRAYS][VL_AXES]; ///< by quantity and axis: copy_arrays() lists them
    double *tension;                             ///< by hard link
    double *work[VL_AXES];                       ///< scratch memory of the caller
    struct vl_contacts *contact_memory;          ///< NULL where the world has none
    vl_supports *supports;                       ///< likewise
    vl_anchors *anchors;                         ///< likewise
    vl_moment now;
    vl_powers powers;
    vl_solve_report solved;
    int contacts, hold_count;
    int64_t evaluations;
} vl_snapshot;

/// Memory for the state of a world.
vl_snapshot *vl_snapshot_create(vl_arena *arena, const vl_world *world);

void vl_snapshot_save(vl_snapshot *snapshot, const vl_world *world);

/// Puts the state back, except links, pins, holds, and the counts of sweeps and evaluations.
void vl_snapshot_restore(const vl_snapshot *snapshot, vl_world *world);
