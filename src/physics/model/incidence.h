#pragma once
/// Which links end at each node: those of node i are the entries [first[i], first[i + 1]), in the
/// order of their numbers.

#include "base/arena.h"

typedef struct vl_incidence {
    int *first; ///< by node, and one more for the end of the last
    int *link;  ///< number of the link
    int *other; ///< the node at its other end
} vl_incidence;

/// Makes the table of `links` links between `nodes` nodes; link k joins from[k] and to[k], which
/// differ.
vl_incidence vl_incidence_create(vl_arena *arena, const int *from, const int *to, int links,
                                 int nodes);

/// Fills the table anew, for as many nodes and at most as many links. Does not allocate.
void vl_incidence_fill(vl_incidence *incidence, const int *from, const int *to, int links,
                       int nodes);
