#pragma once
/// Strands: chains of links that are drawn as lines. For this room alone.

#include "physics/model/links.h"

/// Consecutive links of one kind, each beginning where the previous one ends.
typedef struct vl_strand {
    vl_link_kind kind;
    int link_count;
    int *links; ///< indices
    int *slots; ///< link_count + 1 particles along the line
} vl_strand;

typedef struct vl_strands vl_strands;

/// Collects all links into strands, in their order, except links with both ends in a cloth
/// (`in_cloth` by slot). Free with vl_strands_free().
vl_strands *vl_strands_create(const vl_links *links, const bool *in_cloth);

void vl_strands_free(vl_strands *strands);

int vl_strands_count(const vl_strands *strands);
const vl_strand *vl_strands_get(const vl_strands *strands, int index);

/// Returns the number of particles of the longest strand; it is at least 1.
int vl_strands_longest(const vl_strands *strands);
