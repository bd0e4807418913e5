#pragma once
/// Solvers bring rods and strings back to their length after a step.

#include <stdbool.h>

typedef struct vl_world vl_world;

typedef enum vl_sweep_order {
    VL_ORDER_LISTED,      ///< as the scene lists the links
    VL_ORDER_CRISS_CROSS, ///< forwards, then backwards, in turn
    VL_ORDER_COLOURED,    ///< colour by colour; vector code
} vl_sweep_order;

typedef struct vl_solver vl_solver;

typedef struct vl_solver_settings {
    const vl_solver *method; ///< never NULL
    vl_sweep_order order;
    int iterations;   ///< sweeps per substep at most, ≥ 0
    double tolerance; ///< stop when no strain is larger; 0: always `iterations` sweeps
    int substeps;     ///< of a frame, ≥ 1
} vl_solver_settings;

struct vl_solver {
    const char *name;
    const char *summary;

    /// Moves world->particles.x until the hard links hold, or sweeps run out. Returns the sweeps.
    int (*solve)(vl_world *world);
};

extern const vl_solver *const vl_solvers[];
extern const int vl_solver_count;
extern const char *const vl_sweep_order_names[3];

const vl_solver *vl_solver_find(const char *name);

extern const vl_solver vl_solver_relax;

/// relax, coloured, 16 sweeps, no tolerance, 1 substep.
vl_solver_settings vl_solver_defaults(void);
