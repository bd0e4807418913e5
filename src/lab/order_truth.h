#pragma once
/// The truth is what the order lab measures errors against. It is the exact solution or, at the
/// ends of the runs only, a reference run. The energy is also known at any time where the motion
/// conserves it.

#include "lab/order_ends.h"
#include "physics/exact/exact.h"
#include "physics/forces/energy_scale.h"
#include "scene/scene.h"

typedef enum vl_order_quantity {
    VL_ORDER_POSITION, ///< m, largest distance of a particle from where it should be
    VL_ORDER_VELOCITY, ///< m/s, largest difference of a velocity
    VL_ORDER_ENERGY,   ///< |energy − what it should be|/scale, as in vl_reading.energy_error
    VL_ORDER_QUANTITIES
} vl_order_quantity;

/// Which error of a run is taken.
typedef enum vl_order_when {
    VL_ORDER_AT_END, ///< that at its end, which may be near zero by chance
    VL_ORDER_OF_RUN, ///< root mean square over all its steps
    VL_ORDER_WHENS
} vl_order_when;

/// The reference run at the end of a measured run.
typedef struct vl_truth_end {
    double *x[VL_AXES], *v[VL_AXES]; ///< m, m/s
    double energy;                   ///< J; NaN: there is none
} vl_truth_end;

typedef struct vl_truth {
    vl_arena arena;  ///< of the arrays
    vl_world *world; ///< the scene at its start; vl_truth_errors() overwrites its particles
    vl_exact *exact; ///< NULL where none is known
    bool energy_exists, energy_is_conserved;
    double energy;                         ///< J, at the start
    vl_energy_scale scale_parts;           ///< of the energy error
    double scale;                          ///< J, at the end: the same for all times
    double energy_parts;                   ///< J, K + Σ|U|, which is rounded
    vl_order_ends ends;                    ///< of the runs that the reference run is to serve
    vl_truth_end *at_ends;                 ///< by their index
    int stored;                            ///< how many of them are known
    double own_error[VL_ORDER_QUANTITIES]; ///< the largest error of the reference run at the ends
                                           ///< so far; NaN: not known
    double size;                           ///< m, largest |x| during the run
    double farthest;                       ///< m, largest distance of a particle from its start
    double speed;                          ///< m/s, the greatest during the run
    double *start[VL_AXES];                ///< m, by slot
} vl_truth;

/// Creates the truth of a scene. Free with vl_truth_free().
void vl_truth_create(vl_truth *truth, const vl_scene *scene);
void vl_truth_free(vl_truth *truth);

/// Sets the scale at the end, and size, farthest and speed from `duration` s of the exact solution,
/// where there is one.
void vl_truth_survey(vl_truth *truth, double duration);

/// Updates size, farthest and speed with a state of the reference run; the world is synchronised.
void vl_truth_include(vl_truth *truth, const vl_world *world);

/// Puts the exact state at time `t`, s, into the particles of `world`, of the same scene.
void vl_truth_set_state(const vl_truth *truth, vl_world *world, double t);

/// Whether vl_truth_errors() knows the error of a quantity then.
bool vl_truth_knows(const vl_truth *truth, vl_order_quantity quantity, vl_order_when when);

/// Whether a quantity is measured against the reference run.
bool vl_truth_is_reference(const vl_truth *truth, vl_order_quantity quantity);

/// Errors of a synchronised world at its time; NaN where they are unknown. `end` tells that the run
/// has ended, where a reference run knows them.
void vl_truth_errors(vl_truth *truth, const vl_world *world, bool end,
                     double errors[VL_ORDER_QUANTITIES]);

/// Makes room for the reference run at the sorted `ends`.
void vl_truth_expect(vl_truth *truth);

/// Copies x, v and the energy of a synchronised reference world at end number `index`. The ends are
/// stored in this order, and once all are, a second run may be stored over the first: its distance
/// from that enters `own_error`.
void vl_truth_store(vl_truth *truth, const vl_world *world, int index);

/// Forgets the reference's own error, as one of its runs failed.
void vl_truth_lose(vl_truth *truth);
