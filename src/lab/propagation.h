#pragma once
/// How many steps a displacement needs to propagate through a body of links that was at rest.
///
/// One particle, the source, is displaced. Each step after which it is away from its first position
/// counts. The displacement has reached a particle that has moved by more than VL_PROPAGATION_PART
/// of the displacement of the source. It has crossed the body when it has reached the farthest
/// particle: the one that is most links away from the source, and of several the one at the largest
/// distance from it.

#include "physics/model/model.h"

#define VL_PROPAGATION_PART 0.01 ///< of the displacement of the source

typedef struct vl_propagation {
    bool crossed;
    int steps;    ///< since the source was displaced, until it has crossed or up to now; 0 before
    int reached;  ///< links from the source to the most distant particle that it has reached
    int farthest; ///< links from the source to the farthest particle
    int version;  ///< of the links it was made for (vl_links)
    int count, source, far_slot; ///< particles of the world; slots
    int *links_away;             ///< from the source, by slot; −1: not linked to it, or fixed
    double *start[VL_AXES];      ///< m, first positions
} vl_propagation;

/// Begins at the present positions in a synchronised world, from the particle in slot `source`.
/// NULL where the links lead from it to nothing that can move, or where a particle that they lead
/// to moves at more than 1e-6 m/s. Free with vl_propagation_free().
vl_propagation *vl_propagation_create(const vl_world *world, int source);

/// NULL is allowed.
void vl_propagation_free(vl_propagation *propagation);

/// Takes in the positions after a step.
void vl_propagation_observe(vl_propagation *propagation, const vl_world *world);
