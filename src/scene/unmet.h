#pragma once
/// Words for links that did not get their lengths before the clock goes on.

#include "base/text.h"
#include "physics/model/model.h"

/// Strain that can be seen.
#define VL_UNMET_STRAIN 1e-3

/// The number of a link, from 1, in the order in which the scene makes those that are left.
int vl_link_number(const vl_links *links, int index);

/// Whether the last vl_world_settle() left such a strain.
bool vl_unmet(const vl_world *world);

/// Adds a sentence that names the link with the largest strain, and one that names the collider in
/// its way, if there is one. Directly after vl_world_settle().
void vl_unmet_tell(vl_text *text, const vl_world *world);
