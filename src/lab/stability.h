#pragma once
/// A stability map shows the factor by which one step of an integrator amplifies the oscillator x''
/// = −ω² x, under steps that change.
///
/// The factor is measured, not derived: a world with a harmonic force is stepped, in which every
/// method is linear. A pair of steps dt₁, dt₂ is a matrix P of (x, v), and the growth of a step is
/// the square root of its spectral radius. Random steps have no such matrix. Their growth is
/// exp(mean of ln(growth)) over a long product: the mean is their largest Lyapunov exponent
/// (Furstenberg, Kesten, Ann. Math. Statist. 31 (1960) 457).

#include "physics/forces/frequency.h"
#include "physics/model/integrator.h"

#include <stdatomic.h>
#include <stdbool.h>

/// Growth per step.
typedef struct vl_growth {
    double factor; ///< 1: neither growth nor decay; infinite: beyond the finite numbers at once
    double error;  ///< standard error, which is 0 where the growth is not an estimate
} vl_growth;

/// The largest ω dt of the maps.
#define VL_STABILITY_REACH 3.2

/// Outside these ω dt the growth is NaN, because a world cannot represent such a step.
#define VL_STABILITY_LEAST 1e-60
#define VL_STABILITY_MOST  1e9

/// Growth per step below this counts as rounding.
#define VL_STABILITY_ROUNDING 1e-6

/// Growth per step of a world over `count` ≥ 1 given steps, s: that of its fastest oscillation or
/// of the motion with the fastest damper, whichever grows more; NaN where it has neither. Where the
/// steps are constant or alternate it comes from the matrix of a pair; else from all the steps,
/// starting with a displacement. The build must have the integrator.
vl_growth vl_stability_of(const vl_integrator *integrator, const vl_frequency_found *found,
                          const double *dt, int count);

/// The largest ω dt below which the motion does not grow at a constant step: 2 for Verlet; 0 where
/// it grows at the smallest step; infinite where it grows at none up to 20.
double vl_stability_limit(const vl_integrator *integrator);

/// Mean of steps, s, and their jitter: √3 times their standard deviation over the mean. That of
/// random steps, uniform from m − j m to m + j m, is j.
void vl_stability_measure(const double *dt, int count, double *mean, double *jitter);

// --- maps ---------------------------------------------------------------------------------------

/// A map of size × size points, two steps in turn. One thread computes it row by row while another
/// may read the rows that are done.
typedef struct vl_stability_map {
    int size;
    double *at; ///< ω dt₁ of each column, ω dt₂ of each row: VL_STABILITY_REACH (i + 1)/size

    double *factors; ///< row by row, of a step (vl_growth.factor)
    atomic_int rows; ///< that are done, beginning with row 0

    // of the work
    vl_world *oscillators;
} vl_stability_map;

/// An empty map.
vl_stability_map *vl_stability_map_create(const vl_integrator *integrator, int size);
void vl_stability_map_free(vl_stability_map *map);

/// A vl_worker_piece: computes a row of `map`, a vl_stability_map.
bool vl_stability_map_piece(void *map);
