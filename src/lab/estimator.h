#pragma once
/// An estimator chooses the velocity from which the kinetic energy of the readings is computed.
/// There is the right one, and there are three that programs use instead, so that a class sees how
/// wrong their energy is. An estimator changes readings and nothing else.
///
/// The wrong ones use the two difference quotients around tₙ, v⁻ = (xₙ − xₙ₋₁)/dt₋ of the last
/// substep before tₙ and v⁺ = (xₙ₊₁ − xₙ)/dt of the first substep after it. xₙ₋₁ is the x₋ of the
/// method; before the first step there is none.

#include "physics/model/model.h"

typedef struct vl_estimator {
    const char *name;    ///< "backward": command line
    const char *title;   ///< "backward difference"
    const char *label;   ///< "backward": short, beside K
    const char *formula; ///< UTF-8, one line
    const char *flaw;    ///< what is wrong with it, one sentence
    bool behind, ahead;  ///< whether it uses v⁻, v⁺; neither: vl_world_velocity()
} vl_estimator;

/// All estimators; the right one is the first.
extern const vl_estimator vl_estimators[];
extern const int vl_estimator_count;

/// The estimator of that name, or NULL.
const vl_estimator *vl_estimator_find(const char *name);

/// The data of one instant of a world that an estimate needs. It begins as {0}. Free with
/// vl_estimate_free().
typedef struct vl_estimate {
    int count;
    double *x[VL_AXES];    ///< m, at tₙ
    double *back[VL_AXES]; ///< m/s, v⁻
    double *next[VL_AXES]; ///< m, at tₙ₊₁: written by vl_estimate_observer or by the caller
    bool in_first_substep; ///< the world is in the first substep of a frame
    double dt_old;         ///< s; 0 before the first step
} vl_estimate;

void vl_estimate_create(vl_estimate *estimate, int count);
void vl_estimate_free(vl_estimate *estimate);

/// Stores xₙ and v⁻ of the present instant.
void vl_estimate_begin(vl_estimate *estimate, const vl_world *world);

/// Stores the positions after the first substep of each frame. Its data is a vl_estimate.
extern const vl_observer vl_estimate_observer;

/// Kinetic energy of the stored instant by an estimator that is not the right one, J. Pinned and
/// held particles count with the velocity at which they are moved. `dt` is the length of the
/// substep that led to `next`, s; 0 where there was none. NaN where v⁻ or v⁺ is needed and does not
/// exist.
double vl_estimate_kinetic(const vl_estimate *estimate, const vl_estimator *estimator,
                           const vl_world *world, double dt);
