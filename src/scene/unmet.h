#pragma once
/// Words for links that did not get their lengths before the clock goes on.

#include "base/text.h"
#include "physics/model/model.h"

/// Strain that can be seen.
#define VL_UNMET_STRAIN 1e-3

/// Whether the last vl_world_settle() left such a strain.
bool vl_unmet(const vl_world *world);

/// Adds a sentence that names the link with the largest strain, and one that names the collider in
/// its way, if there is one. Directly after vl_world_settle().
void vl_unmet_tell(vl_text *text, const vl_world *world);
