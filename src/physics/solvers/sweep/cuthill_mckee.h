#pragma once
/// An order of particles in which those that links join lie near each other. For this room alone.

#include "physics/model/links.h"

/// near[slot] becomes the place, from 0, of each of `particle_count` particles: breadth first over
/// the hard links from one end of what hangs together (Cuthill, McKee, "Reducing the bandwidth of
/// sparse symmetric matrices", 1969, without their order among neighbours).
void vl_cuthill_mckee(const vl_links *links, int particle_count, int *near);
