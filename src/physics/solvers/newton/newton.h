#pragma once
/// Some hard links of a world solved all at once, by Newton's method: what `direct` does with all
/// of them and `clusters` with one cluster after the other.
///
/// The unknowns are one multiplier λ per link, kg m: tension times h². With C = |d| − length, unit
/// vectors u of the links as they lie, o along which they are corrected (u itself, or that at tₙ),
/// and W the inverse masses:
///     x = x̃ − W Jᵀ(o) λ,    C(x) − α̃ λ = 0,    α̃ = compliance/h²
/// and each Newton step solves (J(u) W Jᵀ(o) + α̃) Δλ = C − α̃ λ. A net solves J(o) W Jᵀ(o) + α̃, and
/// where its factor is dear, it keeps it, and along the new direction o with it, from the first
/// substep of a frame to the last. Both are made anew where a link is off by more than 1e-3 and a
/// step hardly helped; with few steps more may be left, and the residual tells.

#include "physics/model/solver.h"

typedef struct vl_block vl_block;

/// The hard links `link[0 … count − 1]` of a world. Analyses them: where they form paths without a
/// branch, the matrix has three diagonals; else it is sparse and takes vl_sparse_available().
vl_block *vl_block_create(const vl_world *world, const int *link, int count);

/// The same for a block that is solved in turn with others: by Newton's method in the multipliers
/// alone, which go on from visit to visit.
vl_block *vl_block_create_part(const vl_world *world, const int *link, int count);

/// All hard links of a world.
vl_block *vl_block_create_all(const vl_world *world);

/// Whether all hard links of a world together form paths without a branch or a ring.
bool vl_block_is_path(const vl_world *world);

void vl_block_free(vl_block *block);

/// Forgets the multipliers, and reads masses, lengths and, for the old direction, x_old. Before the
/// first vl_block_solve() of a substep of `h` s.
void vl_block_begin(vl_block *block, const vl_world *world, double h);

/// The links along the new direction, however wrong the positions are: of a path by at most `most`
/// Newton steps; where that leads nowhere, and of a net, by so many Gauss-Seidel sweeps, in which
/// every link is stiff.
vl_solve vl_block_solve_fallback(vl_block *block, vl_world *world, int most);

/// What is left at world->particles.x, as vl_solve.residual.
double vl_block_residual(vl_block *block, const vl_world *world);

/// At most `most` Newton steps from world->particles.x on, which is moved, until no link is off by
/// more than `tolerance` of its length (or by what rounding leaves of it). Steps that do not bring
/// the links nearer to their lengths are shortened; where that does not help, it ends.
vl_solve vl_block_solve(vl_block *block, vl_world *world, int most, double tolerance);
