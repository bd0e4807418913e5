#pragma once
/// Contacts between particles that have a radius and no link to each other: balls without friction
/// or spin. For this room alone. The impacts of a substep are resolved in the order of their
/// times. Of the pairs that meet within rounding at one instant, each that closes at least as fast
/// as every other pair of its two balls is resolved now, all of them together. So a
/// mirror image of a break is its own. A pair that closes only after that follows: a row of balls
/// that touch passes an impulse on, as in Newton's cradle.
///
/// A pair rests after four inelastic impacts in a substep. A substep has at most 16 events for each
/// ball; paths that would need more end early. Then all pairs that are near and the walls at their
/// balls are solved together, speeds and places, at most 40 times: what rests does not close, and
/// in heaps of hundreds of balls overlaps are less than a thousandth of a radius.

#include "physics/contacts/contact_path.h"
#include "physics/model/model.h"

typedef struct vl_balls vl_balls;

/// Memory for the pairs of a world with a collider of the kind `balls`; NULL where there is none.
/// There is room for 16 pairs a ball; further pairs do not collide.
vl_balls *vl_balls_create(vl_arena *arena, const vl_world *world);

/// Runs the paths of all particles, by slot, from the beginning of a substep of `h` s to its end.
/// `paths` come from vl_path_begin(); those of pinned and held particles, which collide with balls
/// only, have `fixed` set. Returns how many impulses iterations have visited since the beginning.
double vl_balls_run(vl_balls *balls, const vl_world *world, vl_path *paths, double h);
