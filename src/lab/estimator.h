#pragma once
/// Estimators: which velocity the kinetic energy of the readings is made of. The right one, and
/// three that programs use in its place, so that a class sees how wrong an energy they give. They
/// change readings and nothing else.
///
/// The wrong ones are made of the two difference quotients beside tₙ, v⁻ = (xₙ − xₙ₋₁)/dt₋ and
/// v⁺ = (xₙ₊₁ − xₙ)/dt, of substeps: the last one of the frame that led to tₙ, and the first one
/// of the next frame. xₙ₋₁ is what the method keeps as x₋; before the first step there is none.

#include "physics/model/model.h"

typedef struct vl_estimator {
    const char *name;    ///< "backward": command line
    const char *title;   ///< "backward difference"
    const char *label;   ///< "backward": beside K, in little room
    const char *formula; ///< UTF-8, one line
    const char *flaw;    ///< what is wrong with it, one sentence
    bool behind, ahead;  ///< whether it is made of v⁻, of v⁺; of neither: vl_world_velocity()
} vl_estimator;

/// All of them; the right one is first.
extern const vl_estimator vl_estimators[];
extern const int vl_estimator_count;

/// The estimator of that name, or NULL.
const vl_estimator *vl_estimator_find(const char *name);

/// What is kept of one instant of a world until the estimate can be made. A fresh one is {0}. Free
/// with vl_estimate_free().
typedef struct vl_estimate {
    int count;
    double *x[VL_AXES];    ///< m, at tₙ
    double *back[VL_AXES]; ///< m/s, v⁻
    double *next[VL_AXES]; ///< m, at tₙ₊₁: by vl_estimate_observer in a step, else by the caller
    bool in_first_substep; ///< of a frame
    double dt_old;         ///< s; 0 before the first step
} vl_estimate;

void vl_estimate_create(vl_estimate *estimate, int count);
void vl_estimate_free(vl_estimate *estimate);

/// Keeps xₙ and v⁻ of the present instant.
void vl_estimate_begin(vl_estimate *estimate, const vl_world *world);

/// Keeps where the first substep of each frame leads; its data is a vl_estimate.
extern const vl_observer vl_estimate_observer;

/// Kinetic energy of that instant by an estimator that is not the right one, J; pinned and held
/// particles count as they move. `dt` is the length of the substep that led to `next`, s; 0 where
/// there was none. NaN where what the estimator is made of does not exist.
double vl_estimate_kinetic(const vl_estimate *estimate, const vl_estimator *estimator,
                           const vl_world *world, double dt);
