#pragma once
/// The room of the solvers, which bring rods and strings back to their lengths after a step.
///
/// This header has the list of them and what the rest of the program asks about it. `sweep/` holds
/// Gauss-Seidel sweeps over the links, `newton/` Newton's method on all links at once; no header of
/// these two is included outside of this room. The room builds on the math and the model. It does
/// not know who integrates, what collides, or what an energy is.

#include "physics/model/solver.h"

/// All solvers, in the order in which they are offered.
extern const vl_solver *const vl_solvers[];
extern const int vl_solver_count;

/// As a scene file spells vl_sweep_order and vl_direction.
extern const char *const vl_sweep_order_names[3];
extern const char *const vl_direction_names[2];

extern const vl_solver vl_solver_relax, vl_solver_xpbd, vl_solver_direct, vl_solver_clusters;

/// The solver of that name, or NULL.
const vl_solver *vl_solver_find(const char *name);

/// Why a world, whose links are there, cannot go on with these settings, in words for people,
/// such as "this solver needs …"; NULL: it can.
const char *vl_solver_refuses(const vl_world *world, const vl_solver_settings *settings);

/// relax, coloured, new, 16 sweeps, no tolerance, 1 substep, relaxation 1, no grids.
vl_solver_settings vl_solver_defaults(void);

/// Whether the hard links of a world form paths without a branch or a ring, so that `direct` has a
/// tridiagonal matrix and takes a time linear in the links.
bool vl_direct_is_tridiagonal(const vl_world *world);
