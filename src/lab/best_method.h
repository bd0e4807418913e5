#pragma once
/// References: worlds that are stepped as accurately as steps can. This header chooses method and
/// solver, says which worlds have no true motion, and estimates the error of a reference from a
/// second one with steps twice as long. Whatever needs a reference makes it here.

#include "physics/model/model.h"

/// Why ever shorter steps of a world converge to no motion, as a few words for a person, such as
/// "damping per step"; NULL: they converge. A mistake in the world is ignored.
const char *vl_best_refuses(const vl_world *world);

/// A copy of a synchronised world of which no particle is held, for steps of at most `step` s. It
/// has no mistake, the exact start and the method of highest order that the world allows. Without
/// rods, strings and contacts that is RK4, or implicit midpoint where the springs are too stiff for
/// the step. Else it is velocity Verlet, with the links solved directly along the old direction
/// where that is affordable, else swept to a residual of 1e-10. Links without compliance are
/// brought to their lengths first. Free with vl_world_free().
vl_world *vl_best_world(const vl_world *world, double step);

/// Whether such a world diverged, or its links had no solution in the last frame.
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
    bool smooth; ///< no impact, tightening string or other event: both are of second order at least
    double low[VL_AXES], high[VL_AXES]; ///< m, box of the motion so far
} vl_best_pair;

/// From the present state of a synchronised world, for fine steps of at most `step` s. Free with
/// vl_best_pair_free().
vl_best_pair vl_best_pair_create(const vl_world *world, double step);

/// A fresh one, {0}, is allowed.
void vl_best_pair_free(vl_best_pair *pair);

/// Two fine steps of `h` s and one coarse of 2 h.
void vl_best_pair_step(vl_best_pair *pair, double h);

/// Whether one of the two failed in its last step.
bool vl_best_pair_failed(const vl_best_pair *pair);

/// m, how far the fine run may be off: a third of the distance between the two where all is smooth
/// (Richardson), else all of it.
double vl_best_pair_error(const vl_best_pair *pair);

/// Grows the box by where the fine run is; its diagonal, m.
double vl_best_pair_size(vl_best_pair *pair);

/// Whether the error of the reference, `own` m, is too large for a motion of `size` m: more than
/// VL_HORIZON_OF_SIZE of it.
bool vl_best_is_lost(double own, double size);

/// Whether it is too large to measure a run whose largest error so far was `largest` m: more than
/// VL_HORIZON_OF_ERROR of that, and more than VL_HORIZON_FLOOR of the motion.
bool vl_best_hides(double own, double size, double largest);
