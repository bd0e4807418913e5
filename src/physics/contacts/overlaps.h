#pragma once
/// Particles that overlap before the first step: balls each other, and particles the colliders.
/// Depths below a thousandth of the radii are rounded lengths and do not count.

#include "physics/model/model.h"

/// How many pairs of balls overlap, where the world has the collider `balls`. Sorts the balls along
/// the axis in which they are spread most, and looks at neighbours alone. It ends after `most`
/// comparisons; `*more` says whether it did, and there may be more.
int64_t vl_overlaps_count(const vl_world *world, int64_t most, bool *more);

/// The axis in which the balls are spread most.
int vl_overlaps_widest_axis(const vl_particles *p);

/// How many may overlap in a scene: as many pairs as a step has memory for, which are
/// VL_PAIRS_PER_BALL for each ball, or VL_OVERLAPS_MOST where that is more.
int64_t vl_overlaps_limit(const vl_world *world);

/// Moves what overlaps apart, of each pair the lighter ball farther, and out of colliders by
/// projection: a correction at rest, that gives nobody a speed. Particles without an overlap beyond
/// rounding stay where they are; where none has one, nothing moves. It works in sweeps over all
/// pairs, for a second at most. Returns how deep the deepest is that is left, m.
double vl_overlaps_separate(vl_world *world);

/// The depth of a particle in a collider and the normal there; the depth is 0 where it lies on the
/// surface, and −∞ where the collider does not keep it out.
vl_clearance vl_overlaps_depth(const vl_world *world, int slot, const vl_collider *collider);

/// The greatest depth of a free particle in a collider, m, or 0. `lifts`: each is moved out of each
/// collider in turn, whatever that does to links.
double vl_overlaps_in_colliders(vl_world *world, bool lifts);

enum {
    VL_OVERLAPS_MOST = 10000,
    VL_PAIRS_PER_BALL = 16, ///< that can collide in a step, in the mean. Balls of any radii that do
                            ///< not overlap touch fewer than 7.5 pairs for each ball: Kuperberg and
                            ///< Schramm, "Average kissing numbers for non-congruent sphere
                            ///< packings", Math. Res. Lett. 1 (1994) 339
};
