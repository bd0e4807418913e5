#pragma once
/// The option --lane: a way to run the scene, given as the options that would set it. For this room
/// alone.

#include "cli/option.h"

/// It may be given once for each lane.
extern const vl_option vl_option_lane;
extern const vl_option vl_option_other_lane; ///< of `replay`
