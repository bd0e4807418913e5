#pragma once

/// Which links meet at each node: the links of node i are those from first[i] to first[i + 1], in
/// the order of their numbers.

typedef struct vl_incidence {
    int *first; ///< of each node, and one more: where the last one's end
    int *link;  ///< number of the link
    int *other; ///< the node at its other end
} vl_incidence;

/// Of `links` links between `nodes` nodes; link k joins from[k] and to[k], which differ. Free with
/// vl_incidence_free().
vl_incidence vl_incidence_create(const int *from, const int *to, int links, int nodes);

/// Once more, for as many nodes and not more links. Does not allocate.
void vl_incidence_fill(vl_incidence *incidence, const int *from, const int *to, int links,
                       int nodes);

void vl_incidence_free(vl_incidence *incidence);
