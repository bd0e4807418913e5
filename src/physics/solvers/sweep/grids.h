#pragma once
/// Coarser grids over the links of a world, so that a correction crosses many of them in one sweep:
/// after Müller, "Hierarchical position based dynamics", 2008. For this room alone.
///
/// Each grid has some particles of the grid below: no two of these are linked, and every other
/// particle is linked to one of them. Two coarse particles are linked where a path of up to three
/// links joins them, and the relative correction of that link is that of its path. Where all links
/// have their lengths a grid corrects nothing: links have the same solutions with and without
/// grids. The displacement of a coarse particle moves those around it in the grid below, in shares
/// that conserve the momentum (each has the mass that it moves), but not the angular momentum.

#include "physics/model/model.h"

typedef struct vl_grids vl_grids;

/// Makes at most `most` grids above the present links of the world; fewer where a grid would not be
/// coarser.
vl_grids *vl_grids_create(vl_arena *arena, const vl_world *world, int most);

/// Makes some sweeps over each grid, from the coarsest to the finest, and moves the particles below
/// after each grid. Moves world->particles.x. Never allocates.
void vl_grids_pass(vl_grids *grids, vl_world *world);
