#pragma once
/// Time reversal: all velocities are reversed, and the steps that were made are made again from the
/// last to the first. A method that is reversible under any steps returns to the start up to
/// rounding; the distance from the start measures how irreversible a method is.

#include "physics/model/model.h"

/// Why the motion of a world so far is not reversible, whatever the method, as a sentence; NULL
/// where no reason is known. A collider is one once it was touched, a link once it is broken.
const char *vl_reversal_hindrance(const vl_world *world);
