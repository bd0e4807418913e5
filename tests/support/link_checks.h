#pragma once
// What holds of every layout of links.

#include "base/memory.h"
#include "physics/model/links.h"

/// Links of one colour share no particle.
void check_colours(const vl_links *links, int particles);

/// Runs follow each other without a gap, are of one kind, and mean what they say.
void check_runs(const vl_links *links);
