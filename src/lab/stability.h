#pragma once
/// Stability maps: by what factor one step makes the oscillator x'' = −ω² x larger, for each
/// integrator, under steps that change.
///
/// Nothing here knows a formula of a method: a world with a harmonic force is stepped, and every
/// method is linear there. Two steps, of dt₁ and dt₂ in turn, are a matrix P of (x, v): all that a
/// method keeps besides is built from x, v and dt₋ by its `begin`, and read back the same way, so P
/// has the eigenvalues of the step in the method's own state. The growth of a step is the square
/// root of the spectral radius of P. Random steps have no such matrix: there it is
/// exp(mean of ln(growth)) over a long product, their largest Lyapunov exponent (Furstenberg,
/// Kesten, Ann. Math. Statist. 31 (1960) 457).

#include "physics/model/integrator.h"

#include <stdbool.h>

/// Growth per step, and the standard error of it; 0 where it is no estimate.
typedef struct vl_growth {
    double factor; ///< 1 is neither growth nor decay
    double error;
} vl_growth;

enum {
    VL_STABILITY_WARM_UP = 256, ///< random steps before those that are counted
    VL_STABILITY_BATCH = 512,   ///< random steps in a batch; the spread of the batches is the error
    VL_STABILITY_BATCHES = 16,  ///< batches that are counted
};

/// ω dt up to which the maps go.
#define VL_STABILITY_REACH 3.2

/// The growth of a step with ω dt outside these is NaN: its numbers are beyond those of a world.
#define VL_STABILITY_LEAST 1e-60
#define VL_STABILITY_MOST  1e9

/// What grows less than this a step is taken to be rounding, where growth is no estimate; of an
/// estimate, less than VL_STABILITY_SMALL.
#define VL_STABILITY_ROUNDING 1e-6
#define VL_STABILITY_SMALL    1e-3

/// Steps with ω dt of `first`, `second`, `first` …: growth per step, of a pair its
/// square. Only a method with a mistake in it may ask which was the first of all. The build must
/// have the integrator.
vl_growth vl_stability_alternating(const vl_integrator *integrator, double first, double second);

/// Random steps, uniform between (1 − jitter) and (1 + jitter) times their mean, ω dt = `mean` > 0;
/// 0 ≤ jitter < 1. The same draw for every point; none, and no error, at a jitter of 0.
vl_growth vl_stability_jittered(const vl_integrator *integrator, double mean, double jitter);

/// An oscillator of `omega` rad/s over `count` ≥ 1 given steps, s: by its matrix where they are a
/// constant or two that alternate; else over all of them, from a displacement on.
vl_growth vl_stability_along(const vl_integrator *integrator, double omega, const double *dt,
                             int count);

/// The largest ω dt below which a constant step does not grow: 2 for Verlet; 0 where the smallest
/// step grows; infinite where none up to 20 does.
double vl_stability_limit(const vl_integrator *integrator);

/// Mean of steps, s, and their jitter: √3 times their standard deviation over the mean, which is
/// `jitter` above where they are uniform.
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
    VL_STABILITY_KINDS
} vl_stability_kind_index;

extern const vl_stability_kind vl_stability_kinds[VL_STABILITY_KINDS];

/// A map of size × size points, made row by row. One thread makes it, another may look at the rows
/// that are done.
typedef struct vl_stability_map vl_stability_map;

/// An empty one. Free with vl_stability_map_free().
vl_stability_map *vl_stability_map_create(vl_stability_kind_index kind,
                                          const vl_integrator *integrator, int size);

void vl_stability_map_free(vl_stability_map *map);

/// Makes a piece, some milliseconds long; false when all is done. `map` is a vl_stability_map: a
/// vl_worker_piece.
bool vl_stability_map_piece(void *map);

int vl_stability_map_size(const vl_stability_map *map);

/// Rows that are done, from row 0 on.
int vl_stability_map_rows(const vl_stability_map *map);

/// Of a point in a row that is done.
vl_growth vl_stability_map_at(const vl_stability_map *map, int column, int row);

/// Of alternating steps: below 0 where they do not grow, above 0 where they do, and smooth in
/// between, which growth is not: by the conditions on trace and determinant of a pair under which
/// no eigenvalue is larger than 1, −1 − det ≤ trace ≤ 1 + det and det ≤ 1. In a row that is done.
double vl_stability_map_margin(const vl_stability_map *map, int column, int row);

/// ω dt₁ of a column, or mean ω dt: VL_STABILITY_REACH (column + 1)/size.
double vl_stability_map_x(const vl_stability_map *map, int column);

/// ω dt₂ of a row, as that of a column; or the jitter, row/size.
double vl_stability_map_y(const vl_stability_map *map, int row);
