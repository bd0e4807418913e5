#pragma once
/// Where a world should be at a time, for the order lab: by the exact solution, else at the end of
/// the run by a reference run; the energy also where the motion conserves it.

#include "lab/order.h"
#include "physics/exact/exact.h"

/// A state, by slot.
typedef struct vl_truth_state {
    double *x[VL_AXES]; ///< m
    double *v[VL_AXES]; ///< m/s
    double energy;      ///< J; NaN: there is none
} vl_truth_state;

typedef struct vl_truth {
    vl_world *world; ///< as it is at the start; its particles are used up by vl_truth_at()
    vl_exact *exact; ///< NULL
    bool energy_exists, energy_is_kept;
    double energy, scale;                  ///< J, at the start
    vl_truth_state end;                    ///< of the reference run; NaN before it is made
    double own_error[VL_ORDER_QUANTITIES]; ///< of it; NaN: not known
    double size;                           ///< m, largest |x| during the run
    double farthest;                       ///< m, the farthest a particle gets from its start
    double speed;                          ///< m/s, the greatest during the run
    double *start[VL_AXES];                ///< m, by slot
} vl_truth;

/// Of the scene, over `duration` s. Free with vl_truth_free().
void vl_truth_create(vl_truth *truth, const vl_scene *scene);
void vl_truth_free(vl_truth *truth);

/// With an exact solution: sets size, farthest and speed from `duration` s of it.
void vl_truth_survey(vl_truth *truth, double duration);

/// A state of the reference run; the world is synchronised.
void vl_truth_include(vl_truth *truth, const vl_world *world);

/// Puts the exact state at time `t`, s, into the particles of `world`, of the same scene.
void vl_truth_put(const vl_truth *truth, vl_world *world, double t);

/// Whether vl_truth_errors() knows a quantity at the time of every step, or at the end.
bool vl_truth_knows(const vl_truth *truth, vl_order_quantity quantity, vl_order_when when);

/// Whether it is the reference run that knows a quantity.
bool vl_truth_is_reference(const vl_truth *truth, vl_order_quantity quantity);

/// Errors of a synchronised world at its time; NaN where there are none. `end`: it is the end of
/// the run.
void vl_truth_errors(vl_truth *truth, const vl_world *world, bool end,
                     double errors[VL_ORDER_QUANTITIES]);

/// Copies x, v and the energy of a synchronised world. `state` is {0}, or was filled before.
void vl_truth_keep(vl_truth_state *state, const vl_world *world);
void vl_truth_state_free(vl_truth_state *state);
