#pragma once
/// For this room alone. A particle that slides up a slope on which friction cannot hold it halts
/// inside a step, and comes back with friction of the other direction. The method makes that step
/// with the friction of its beginning, and afterwards gets what the other friction does from the
/// halt on. So it keeps its state and its order. Where rods and strings act, friction is applied to
/// positions, and none of this is needed.

#include "physics/contacts/contacts.h"

/// Finds the particles that may halt in a step of `h` s, when its supports, velocities and
/// accelerations are known.
void vl_turning_find(vl_world *world, double h);

/// After the integrator: gives those that have turned back the place and the velocity that friction
/// of the other direction leaves them.
void vl_turning_settle(vl_world *world, double h);

/// When contacts have found where all paths end: completes the state of methods that keep
/// positions.
void vl_turning_end(vl_world *world);
