#pragma once
/// Counts the steps that a displacement needs to propagate through a body of links that was at
/// rest.
///
/// One particle, the source, is displaced. Steps are counted while it is away from its first
/// position. The displacement has reached a particle that has moved by more than
/// VL_PROPAGATION_PART of the displacement of the source. It has crossed the body when it has
/// reached the farthest particle: the one that is most links away from the source, and of several
/// the one at the largest distance from it.

#include "physics/model/model.h"

#define VL_PROPAGATION_PART 0.01 ///< as a part of the source's displacement

typedef struct vl_propagation {
    bool crossed;
    int steps;    ///< since the source was displaced, until the displacement has crossed the body
    int reached;  ///< links from the source to the most distant particle reached
    int farthest; ///< links from the source to the farthest particle
    int version;  ///< version of the world's links (vl_links) at the beginning
    int count, source,
        far_slot;           ///< number of particles; slots of the source and the farthest particle
    int *links_away;        ///< from the source, by slot; −1: not linked to it, or fixed
    double *start[VL_AXES]; ///< m, first positions
} vl_propagation;

/// Begins at the present positions of a synchronised world, with the particle in slot `source`.
/// NULL where no links connect it to a particle that can move, or where a connected particle moves
/// faster than 1e-6 m/s. Free with vl_propagation_free().
vl_propagation *vl_propagation_create(const vl_world *world, int source);

/// NULL is allowed.
void vl_propagation_free(vl_propagation *propagation);

/// Updates the counts from the positions after a step.
void vl_propagation_observe(vl_propagation *propagation, const vl_world *world);
