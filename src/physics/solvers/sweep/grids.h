#pragma once
/// Coarser grids over the links of a world, so that a correction crosses many of them in one sweep:
/// after Müller, "Hierarchical position based dynamics", 2008. For this room alone.
///
/// Each grid keeps some particles of the one below, no two of them linked, every other one beside
/// one of them. Two that are kept are linked where a path of up to three links joins them, and that
/// link is to become longer or shorter in the proportion in which its path is to. Where all links
/// have their length a grid asks for nothing: links have the same solutions with and without grids.
/// By what a coarse particle is moved, those of the grid below around it are moved too, in shares
/// that keep the momentum (each carries the mass that it moves); the angular momentum is not kept.

#include "physics/model/model.h"

typedef struct vl_grids vl_grids;

/// At most `most` grids above the links of the world as they are; fewer where a grid would not
/// be coarser. Free with vl_grids_free().
vl_grids *vl_grids_create(const vl_world *world, int most);

void vl_grids_free(vl_grids *grids);

/// Some sweeps over each grid, from the coarsest to the finest, each followed by moving the
/// particles below. Moves world->particles.x. Never allocates.
void vl_grids_pass(vl_grids *grids, vl_world *world);
