#pragma once
/// A stability map shows the factor by which one step of an integrator amplifies the oscillator x''
/// = −ω² x, under steps that change.
///
/// The factor is measured, not derived: a world with a harmonic force is stepped, in which every
/// method is linear. A pair of steps dt₁, dt₂ is a matrix P of (x, v). The other variables of a
/// method are computed from x, v and dt₋ by its `begin`, so P has the eigenvalues of the pair in
/// the method's own variables. The growth of a step is the square root of the spectral radius of P.
/// Random steps have no such matrix. Their growth is exp(mean of ln(growth)) over a long product,
/// and the mean is their largest Lyapunov exponent (Furstenberg, Kesten, Ann. Math. Statist. 31
/// (1960) 457).

#include "physics/model/integrator.h"

#include <stdatomic.h>
#include <stdbool.h>

/// Growth per step.
typedef struct vl_growth {
    double factor; ///< 1: neither growth nor decay
    double error;  ///< standard error, which is 0 where the growth is not an estimate
    double margin; ///< of alternating steps, for drawing the border of stability: below 0 where the
                   ///< motion does not grow, above 0 where it does, and unlike growth smooth at the
                   ///< border. It uses the conditions −1 − det ≤ trace ≤ 1 + det and det ≤ 1, under
                   ///< which no eigenvalue of a pair is larger than 1
} vl_growth;

enum {
    VL_STABILITY_WARM_UP = 256, ///< random steps before the first batch
    VL_STABILITY_BATCH =
        512, ///< random steps in a batch; the spread of the batches gives the error
    VL_STABILITY_BATCHES = 16, ///< number of batches
};

/// The largest ω dt of the maps.
#define VL_STABILITY_REACH 3.2

/// Outside these ω dt the growth is NaN, because a world cannot represent such a step.
#define VL_STABILITY_LEAST 1e-60
#define VL_STABILITY_MOST  1e9

/// Growth per step below this counts as rounding where the growth is exact; for an estimate the
/// limit is VL_STABILITY_SMALL.
#define VL_STABILITY_ROUNDING 1e-6
#define VL_STABILITY_SMALL    1e-3

/// Growth per step under steps with ω dt of `first`, `second`, `first` …; a pair grows by its
/// square. The build must have the integrator.
vl_growth vl_stability_alternating(const vl_integrator *integrator, double first, double second);

/// Growth per step under random steps, uniform between (1 − jitter) and (1 + jitter) times their
/// mean, ω dt = `mean` > 0; 0 ≤ jitter < 1. Every call draws the same random numbers. At jitter 0
/// the growth is exact.
vl_growth vl_stability_jittered(const vl_integrator *integrator, double mean, double jitter);

/// Growth per step of an oscillator of `omega` rad/s over `count` ≥ 1 given steps, s. It comes from
/// the matrix where the steps are constant or alternate; else from all the steps, starting with a
/// displacement.
vl_growth vl_stability_along(const vl_integrator *integrator, double omega, const double *dt,
                             int count);

/// The largest ω dt below which the motion does not grow at a constant step: 2 for Verlet; 0 where
/// it grows at the smallest step; infinite where it grows at none up to 20.
double vl_stability_limit(const vl_integrator *integrator);

/// Mean of steps, s, and their jitter: √3 times their standard deviation over the mean. For uniform
/// random steps that is the `jitter` above.
void vl_stability_measure(const double *dt, int count, double *mean, double *jitter);

// --- maps ---------------------------------------------------------------------------------------

typedef struct vl_stability_kind {
    const char *name;   ///< "alternating": command line
    const char *title;  ///< "Alternating steps": screen
    const char *x_name; ///< of the columns: "ω dt₁"
    const char *y_name; ///< of the rows
    const char *header; ///< of the CSV
} vl_stability_kind;

typedef enum vl_stability_kind_index {
    VL_STABILITY_ALTERNATING,
    VL_STABILITY_JITTER,
} vl_stability_kind_index;

extern const vl_stability_kind vl_stability_kinds[];
extern const int vl_stability_kind_count;

/// A map of size × size points. One thread computes it row by row while another may read the rows
/// that are done.
typedef struct vl_stability_map {
    vl_stability_kind_index kind;
    const vl_integrator *integrator;
    int size;
    double *x; ///< of each column: ω dt₁, or mean ω dt: VL_STABILITY_REACH (column + 1)/size
    double *y; ///< of each row: ω dt₂, as that of a column; or the jitter, row/size

    // of the work
    vl_growth *points;    // row by row
    atomic_int rows;      // that are done
    vl_world *one;        // for two steps that alternate
    struct ensemble *row; // of random steps, while a row is under way; NULL
} vl_stability_map;

/// Creates an empty map. Free with vl_stability_map_free().
vl_stability_map *vl_stability_map_create(vl_stability_kind_index kind,
                                          const vl_integrator *integrator, int size);

void vl_stability_map_free(vl_stability_map *map);

/// Computes a piece, some milliseconds long; false when all is done. `map` is a vl_stability_map,
/// the function a vl_worker_piece.
bool vl_stability_map_piece(void *map);

/// Number of rows that are done, beginning with row 0.
int vl_stability_map_rows(const vl_stability_map *map);

/// The growth at a point in a row that is done.
vl_growth vl_stability_map_at(const vl_stability_map *map, int column, int row);
