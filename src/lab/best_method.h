#pragma once
/// How a world is stepped where it is to come as near to its true motion as steps can: which method
/// and which solver, where there is no such motion, and how far two such runs, one in half the
/// steps of the other, still tell where everything is. All that needs a truth takes it from here.

#include "physics/model/model.h"

/// Why a world has no motion that ever shorter steps come near to, as a few words for a person,
/// such as "damping per step"; NULL: it has one. A mistake in the world is no part of its motion.
const char *vl_best_refuses(const vl_world *world);

/// A copy of a synchronised world that is in nobody's hand, to be stepped by at most `step` s: no
/// mistake, the exact start, and the method of highest order that it allows. That is RK4, or
/// implicit midpoint where the springs are too stiff for that step; under rods, strings and
/// contacts that project velocity Verlet, with the links solved at once along the old direction
/// wherever that is affordable, else swept until nothing is left. Links without compliance are
/// brought to their lengths first. Free with vl_world_free().
vl_world *vl_best_world(const vl_world *world, double step);

/// Whether such a world went wrong in the last frame: diverged, or links without a solution.
bool vl_best_failed(const vl_world *world);

enum {
    VL_BEST_PARTS = 64, ///< of a step that is measured, while they make no more than the next
    VL_BEST_PARTS_MOST = 1024, ///< of a frame; then at least
    VL_BEST_PARTS_LEAST = 4    ///< of a step
};

/// Steps of a run that is to measure another of `steps` (≥ 0), in one frame; an even number > 0.
int64_t vl_best_parts(int64_t steps);

#define VL_HORIZON_OF_ERROR 0.5
#define VL_HORIZON_OF_SIZE  0.01
#define VL_HORIZON_FLOOR    1e-9 ///< of the same diagonal: less is never beyond the horizon

/// Two such worlds from the same start: `fine` makes two steps for each of `coarse`.
typedef struct vl_best_pair {
    vl_world *fine, *coarse;
    bool smooth; ///< nothing happens from one moment to the next: both are of second order at least
    double low[VL_AXES], high[VL_AXES]; ///< m, box of the motion so far
} vl_best_pair;

/// From the present state of a synchronised world, for fine steps of at most `step` s. Free with
/// vl_best_pair_free().
vl_best_pair vl_best_pair_create(const vl_world *world, double step);

/// A fresh one, {0}, is allowed.
void vl_best_pair_free(vl_best_pair *pair);

/// Two fine steps of `h` s and one coarse of 2 h.
void vl_best_pair_step(vl_best_pair *pair, double h);

/// Whether one of the two went wrong in its last step.
bool vl_best_pair_failed(const vl_best_pair *pair);

/// m, how far the fine run may be off: a third of the distance between the two where all is smooth
/// (Richardson), else all of it.
double vl_best_pair_error(const vl_best_pair *pair);

/// Grows the box by where the fine run is; its diagonal, m.
double vl_best_pair_size(vl_best_pair *pair);

/// Whether an error of the run of `own` m is so large in a motion of `size` m that it no longer
/// tells where everything is: more than VL_HORIZON_OF_SIZE of it.
bool vl_best_is_lost(double own, double size);

/// Whether it is too large to measure something by, whose largest error so far was `largest` m:
/// more than VL_HORIZON_OF_ERROR of that, and not too small in that motion to matter.
bool vl_best_hides(double own, double size, double largest);
