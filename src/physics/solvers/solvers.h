#pragma once
/// Solvers bring rods and strings back to their lengths after the integrator has moved particles.
///
/// This header has their list and what the other rooms need to know. `sweep/` holds Gauss-Seidel
/// sweeps over the links, `newton/` Newton's method on all links at once; no header of these two is
/// included outside of this room. The room builds on the math and the model. It knows no
/// integrators, contacts or energies.

#include "base/text.h"
#include "physics/model/solver.h"

/// All solvers, in the order of the documentation.
extern const vl_solver *const vl_solvers[];
extern const int vl_solver_count;

/// Names of vl_sweep_order and vl_direction in a scene file, and what of the momenta rods keep by
/// direction: along the line between their ends at tₙ a correction has no moment.
extern const char *const vl_sweep_order_names[3];
extern const char *const vl_direction_names[2];
extern const char *const vl_direction_keeps[2];

extern const vl_solver vl_solver_relax, vl_solver_xpbd, vl_solver_direct, vl_solver_clusters;

/// Why a linked world cannot use these settings: "this solver needs …"; NULL: it can.
const char *vl_solver_refuses(const vl_world *world, const vl_solver_settings *settings);

/// What the coarser grids of these settings need, as a message such as "coarser grids need …";
/// NULL: a sweep goes through them.
const char *vl_solver_grids_need(const vl_solver_settings *settings);

/// What order and relaxation of sweeps need: "it needs …"; NULL: the solver sweeps.
const char *vl_solver_sweeps_need(const vl_solver_settings *settings);

/// relax, coloured, new, 16 sweeps, no tolerance, 1 substep, relaxation 1, no grids.
vl_solver_settings vl_solver_defaults(void);

/// Whether two settings solve links alike.
bool vl_solver_same_settings(const vl_solver_settings *a, const vl_solver_settings *b);

/// Whether the hard links of a world form paths without a branch or a ring, for which the matrix of
/// `direct` is tridiagonal and its time linear in the links.
bool vl_direct_is_tridiagonal(const vl_world *world);

/// Adds the instruction sets that sweeps are built for, the widest first, and the one that this
/// processor uses: "avx512, avx2, baseline; here avx2".
void vl_solver_add_instruction_sets(vl_text *text);
