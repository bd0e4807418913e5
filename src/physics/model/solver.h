#pragma once
/// What a solver of rods and strings is, and its settings. physics/solvers/solvers.h has the list.

#include <stdbool.h>

typedef struct vl_world vl_world;

typedef enum vl_sweep_order {
    VL_ORDER_LISTED,      ///< as the scene lists the links
    VL_ORDER_CRISS_CROSS, ///< forwards, then backwards, in turn
    VL_ORDER_COLOURED,    ///< colour by colour; vector code
} vl_sweep_order;

typedef enum vl_direction {
    VL_DIRECTION_NEW, ///< along the link as it lies now (Jakobsen)
    VL_DIRECTION_OLD, ///< along the link as it lay at tₙ, in particles.x_old (SHAKE)
} vl_direction;

typedef struct vl_solver vl_solver;

typedef struct vl_solver_settings {
    const vl_solver *method; ///< never NULL
    vl_sweep_order order;
    vl_direction direction;
    int iterations;    ///< sweeps per substep at most, ≥ 0
    double tolerance;  ///< stop when no strain is larger; 0: always `iterations` sweeps
    int substeps;      ///< of a frame, ≥ 1
    double relaxation; ///< of sweeps: each correction is this times what the link alone needs, in
                       ///< (0, 2); 1 is Gauss-Seidel, beyond it over-relaxation
    int grids; ///< of relax along the present direction: the most coarser grids that each sweep
               ///< goes through first, ≥ 0; read when the solver's memory is made
} vl_solver_settings;

/// How one solve went.
typedef struct vl_solve {
    int sweeps;    ///< or Newton steps
    bool solved;   ///< false: there is no solution where it was looked for, and x is of no use. Of
                   ///< more links than directions to move in there need be none: least squares
                   ///< count as solved, and the residual is what they leave
    bool measured; ///< the residual is known
    double residual; ///< largest |C − α̃ λ|/length that is left, C = |d| − length, of a string not
                     ///< below 0, α̃ = compliance/h², λ: multiplier; of a stiff link its |strain|
} vl_solve;

struct vl_solver {
    const char *name;
    const char *summary;
    bool compliant;          ///< yields to forces by a link's compliance; else every link is stiff
    bool global;             ///< solves all links together, by Newton steps
    bool ignores_order;      ///< the order and the relaxation of sweeps have no effect
    bool new_direction_only; ///< corrects along the present direction only
    bool uses_grids;         ///< goes through coarser grids along the present direction
    bool needs_sparse;       ///< matrices, for links that branch or close a ring
    bool can_fail[2];        ///< by direction: a solve may be without a solution

    /// Memory for the links of a world as they are now, of its own layout. NULL: needs none.
    void *(*create)(const vl_world *world);
    void (*free)(void *memory);

    /// Where it can fail: brings the hard links as near to their lengths along the new direction as
    /// bounded work can, from any positions. Same promises as solve().
    vl_solve (*solve_fallback)(vl_world *world, void *memory, double h);

    /// Moves world->particles.x until the hard links hold, or sweeps run out. `h` is the length of
    /// the substep, s; `memory` is from create(). Never allocates, never yields NaN from finite
    /// positions, always ends.
    vl_solve (*solve)(vl_world *world, void *memory, double h);
};
