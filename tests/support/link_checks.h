#pragma once
// Random graphs of links, and what holds of every layout of links.

#include "base/memory.h"
#include "base/random.h"
#include "physics/model/links.h"

/// `count` links of all kinds between `particles` particles, at least 2; free with vl_free().
vl_link *random_links(vl_random *random, int particles, int count);

/// Links of one colour share no particle.
void check_colours(const vl_links *links, int particles);

/// Runs follow each other without a gap, are of one kind, and mean what they say.
void check_runs(const vl_links *links);

/// Every described link is there once, with its two ends in either order.
void check_listed(const vl_links *links, const vl_link *described);
