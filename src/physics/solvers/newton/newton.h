#pragma once
/// The room of Newton's method on links. A block is some hard links of a world that are solved
/// together: `direct` has all of them in one, `clusters` has many, and visits one after the other.
/// The room knows the model and the math, and no solver.
///
/// The unknowns are one multiplier λ per link, kg m: tension times h². With C = |d| − length, unit
/// vectors u of the links as they lie, unit vectors o along which they are corrected (u itself, or
/// those at tₙ), and inverse masses W:
///     x = x̃ − W Jᵀ(o) λ,    C(x) − α̃ λ = 0,    α̃ = compliance/h²
/// Each Newton step solves (J(u) W Jᵀ(o) + α̃) Δλ = C − α̃ λ. A net solves with J(o) W Jᵀ(o) + α̃
/// instead. Where the factor of that is expensive, it is stored from the first substep of a frame
/// to the last, together with the directions o of which it is made. Both are renewed when a link is
/// off by more than 1e-3 and a step hardly helped; with few steps more may be left, which the
/// residual tells.

#include "physics/model/solver.h"

typedef struct vl_block vl_block;

/// All hard links of a world. Where they form paths without a branch the matrix is tridiagonal;
/// else it is sparse and needs vl_sparse_available(). Free with vl_block_free().
vl_block *vl_block_create(const vl_world *world);

/// The hard links `link[0 … count − 1]`, which are solved in turn with other parts: by Newton's
/// method in the multipliers alone, and the multipliers go on from visit to visit.
vl_block *vl_block_create_part(const vl_world *world, const int *link, int count);

/// Whether all hard links of a world together form paths without a branch or a ring.
bool vl_block_is_path(const vl_world *world);

void vl_block_free(vl_block *block);

/// Forgets the multipliers, and reads masses, lengths and, for the old direction, x_old. Before the
/// first vl_block_solve() of a substep of `h` s.
void vl_block_begin(vl_block *block, const vl_world *world, double h);

/// At most `most` Newton steps from world->particles.x on, which is moved, until no link is off by
/// more than `tolerance` of its length (or by what rounding leaves of it). A step that does not
/// bring the links nearer to their lengths is shortened; where that does not help, the solve ends.
vl_solve vl_block_solve(vl_block *block, vl_world *world, int most, double tolerance);

/// Brings the links towards their lengths along the new direction, however wrong the positions are:
/// a path by at most `most` Newton steps. Where these fail, and for a net, it makes `most`
/// Gauss-Seidel sweeps, in which every link is stiff.
vl_solve vl_block_solve_fallback(vl_block *block, vl_world *world, int most);

/// The residual at world->particles.x, as vl_solve.residual.
double vl_block_residual(vl_block *block, const vl_world *world);
