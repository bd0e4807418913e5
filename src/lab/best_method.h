#pragma once
/// References: copies of a world that are stepped as accurately as we can. This header chooses
/// their method and solver, tells which worlds have no reference, and estimates the error of a
/// reference from a second one with steps twice as long.

#include "physics/model/model.h"

/// Why a world does not converge to one motion as its steps get shorter, in a few words for the
/// user, such as "damping per step"; NULL where it converges. A mistake in the world is ignored.
const char *vl_best_refuses(const vl_world *world);

/// A copy of a synchronised world of which no particle is held, for steps of at most `step` s. It
/// has no mistake, the exact start and the method of highest order that the world allows. Without
/// rods, strings and contacts that is RK4, or implicit midpoint where the springs are too stiff for
/// the step. Else it is velocity Verlet, with the links solved directly along the old direction
/// where that is affordable, else swept to a residual of 1e-10. Links without compliance are
/// brought to their rest lengths first. Free with vl_world_free().
vl_world *vl_best_world(const vl_world *world, double step);

/// Whether a reference world diverged, or the solver found no solution for its links in the last
/// frame.
bool vl_best_failed(const vl_world *world);

enum {
    VL_BEST_PARTS = 64,        ///< reference steps in one measured step, up to the limit below
    VL_BEST_PARTS_MOST = 1024, ///< limit of reference steps in a frame
    VL_BEST_PARTS_LEAST = 4    ///< but never fewer than these in one measured step
};

/// How many steps a reference makes in one frame in which the measured run makes `steps` (≥ 0); an
/// even number > 0.
int64_t vl_best_parts(int64_t steps);

#define VL_HORIZON_OF_ERROR 0.5
#define VL_HORIZON_OF_SIZE  0.01
#define VL_HORIZON_FLOOR    1e-9 ///< of the same diagonal: a smaller error is never beyond the horizon

/// Two references from the same start: `fine` makes two steps for each step of `coarse`.
typedef struct vl_best_pair {
    vl_world *fine, *coarse;
    bool smooth; ///< no impact, tightening string or other event: the order of both is at least two
    double low[VL_AXES], high[VL_AXES]; ///< m, box of the motion so far
    double size;                        ///< m, its diagonal
    double own;     ///< m, error estimate of the fine run: a third of the distance between the two
                    ///< where the motion is smooth (Richardson), else the whole distance. NaN: one
                    ///< failed, or it is more than VL_HORIZON_OF_SIZE times `size`
    double touched; ///< s, time of the first contact; NaN before
} vl_best_pair;

/// Begins at the present state of a synchronised world. The fine steps will be at most `step` s.
/// Free with vl_best_pair_free().
vl_best_pair vl_best_pair_create(const vl_world *world, double step);

/// `pair` may be {0}.
void vl_best_pair_free(vl_best_pair *pair);

/// Makes two fine steps of `h` s and one coarse step of 2 h.
void vl_best_pair_step(vl_best_pair *pair, double h);

/// Whether one of the two failed in its last step.
bool vl_best_pair_failed(const vl_best_pair *pair);

/// Finds `own` and `size` of the present instant.
void vl_best_pair_judge(vl_best_pair *pair);

/// `own` where it is a bound, m: before the first contact. An impact falls anywhere in a step, so
/// the errors of both runs by it are of any size up to a limit, and they may be far larger than
/// their distance. NaN: not known.
double vl_best_pair_bound(const vl_best_pair *pair);

/// Whether `own` is too large to measure a run whose largest error so far is `largest` m: more than
/// VL_HORIZON_OF_ERROR times that, and more than VL_HORIZON_FLOOR times `size`.
bool vl_best_pair_hides(const vl_best_pair *pair, double largest);
