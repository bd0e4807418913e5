#pragma once
/// What the files of this room share, from the lowest to the highest. For this room alone.

#include "physics/world/world.h"

// --- a copy of what changes in a step, without links, forces and settings: snapshot.c ---

typedef struct vl_snapshot {
    char *image;           ///< snapshot.c lists what is in it
    double *work[VL_AXES]; ///< scratch memory of the caller
    vl_solve_report solved;
    struct vl_snapshot *parts; ///< where links, and contacts of what has none, may be; else NULL
    int hold_count;
    int64_t evaluations;
} vl_snapshot;

/// Memory for the state of a world.
vl_snapshot *vl_snapshot_create(vl_arena *arena, vl_world *world);

void vl_snapshot_save(vl_snapshot *snapshot, vl_world *world);

/// Puts the state back, except links, pins, holds, and the counts of sweeps and evaluations.
void vl_snapshot_restore(const vl_snapshot *snapshot, vl_world *world);

// --- memory: world.c ---

/// Memory of the solver and of the integrator, for the links as they are now, instead of what there
/// was.
void vl_world_create_solver(vl_world *world);
void vl_world_create_integrator(vl_world *world);

// --- the step: step.c ---

/// Solves the links, together with contacts where they `join`; by solve_fallback() where there is
/// no solution. Returns the sweeps of both.
int vl_world_solve_or_fallback(vl_world *world, double h, bool join);

/// Makes v(tₙ) the velocity of a method that keeps one, where rods and strings change it.
void vl_world_adopt_v_instant(vl_world *world);

/// Moves held particles to their positions when `part` (0…1) of this frame is over. Their velocity
/// is the displacement in the frame times `speed`, 1/s.
void vl_world_carry_holds(vl_world *world, double part, double speed);

/// Removes the links `indices` from the world, with the cells of cloth at them.
void vl_world_take_out_links(vl_world *world, const int *indices, int count);
