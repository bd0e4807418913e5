#pragma once
/// What a solver of rods and strings is, and its settings. physics/solvers/solvers.h has the list.

#include "base/arena.h"

#include <stdbool.h>

typedef struct vl_world vl_world;

typedef enum vl_sweep_order {
    VL_ORDER_LISTED,      ///< as the scene lists the links
    VL_ORDER_CRISS_CROSS, ///< forwards and backwards by turns
    VL_ORDER_COLOURED,    ///< colour by colour; vector code
} vl_sweep_order;

typedef enum vl_direction {
    VL_DIRECTION_NEW, ///< along the present direction of the link (Jakobsen)
    VL_DIRECTION_OLD, ///< along the direction of the link at tₙ, from particles.x_old (SHAKE)
} vl_direction;

typedef struct vl_solver vl_solver;

typedef struct vl_solver_settings {
    const vl_solver *method; ///< never NULL
    vl_sweep_order order;
    vl_direction direction;
    int iterations;    ///< sweeps per substep at most, ≥ 0
    double tolerance;  ///< stop when no strain is larger; 0: always `iterations` sweeps
    int substeps;      ///< of a frame, ≥ 1
    double relaxation; ///< factor of each correction in a sweep, in (0, 2); 1 is Gauss-Seidel, more
                       ///< is over-relaxation
    int grids; ///< coarser grids that each sweep of relax along the present direction goes through
               ///< first, at most, ≥ 0; read when the solver's memory is made
    bool at_rest; ///< the clock stands: Newton's method on a net has stiffer links (settle.c)
} vl_solver_settings;

/// The outcome of a solve.
typedef struct vl_solve {
    int sweeps;  ///< or Newton steps
    bool solved; ///< false: no solution was found, and x must not be used. An overdetermined system
                 ///< counts as solved by least squares, with their residual
    bool unconverged; ///< what is left is above the tolerance that was asked for
    bool measured;    ///< the residual is known
    double residual; ///< largest |C − α̃ λ|/length that remains, with C = |d| − length, for a string
                     ///< at least 0, α̃ = compliance/h² and the multiplier λ; for a stiff link that
                     ///< is |strain|
} vl_solve;

struct vl_solver {
    const char *name;
    const char *summary;
    bool compliant;          ///< reads the compliance of links; else every link is stiff
    bool global;             ///< solves all links together, by Newton steps
    bool ignores_order;      ///< the order and the relaxation of sweeps have no effect
    bool new_direction_only; ///< corrects along the present direction only
    bool uses_grids;         ///< uses `grids`
    bool can_fail[2];        ///< by direction: a solve may find no solution

    /// Makes its memory for the present links of a world. NULL: it needs none.
    void *(*create)(vl_arena *arena, const vl_world *world);

    /// For a solver that can fail, else NULL: brings the hard links as near to their lengths, along
    /// the new direction, as bounded work can, from any positions. Guarantees the same as solve().
    vl_solve (*solve_fallback)(vl_world *world, void *memory, double h);

    /// Moves world->particles.x until the hard links have their lengths or the iterations are used
    /// up. `h` is the length of the substep, s; `memory` is from create(). Never allocates, never
    /// makes NaN from finite positions, always ends. Where vl_world_wants_reactions(), adds what it
    /// does to pinned and held particles to world->reaction.
    vl_solve (*solve)(vl_world *world, void *memory, double h);
};
