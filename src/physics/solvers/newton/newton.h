#pragma once
/// Newton's method on blocks: hard links of a world that are solved together. `direct` has one
/// block of all links; `clusters` has many, which it solves one after the other. This room knows
/// the model and the math, and no solver.
///
/// There is one multiplier λ per link, kg m: tension times h². With C = |d| − length, present unit
/// vectors u of the links, unit vectors o along which they are corrected (u, or those at tₙ), and
/// inverse masses W:
///     x = x̃ − W Jᵀ(o) λ,    C(x) − α̃ λ = 0,    α̃ = compliance/h²
/// Of paths the multipliers are the unknowns, or the forces; of nets positions are, too.

#include "physics/model/solver.h"

typedef struct vl_block vl_block;

/// Makes a block of all hard links of a world. Its matrix is tridiagonal where they form paths
/// without a branch; else it is sparse, or there is none, where its factor would take too long.
vl_block *vl_block_create(vl_arena *arena, const vl_world *world);
bool vl_block_has_matrix(const vl_block *block);
int vl_block_compare(const void *left, const void *right); ///< for qsort(), of int64_t

/// Makes a block of the hard links `link[0 … count − 1]`, which is solved in turn with other
/// blocks: its multipliers go on from one solve to the next.
vl_block *vl_block_create_part(vl_arena *arena, const vl_world *world, const int *link, int count);

/// Whether the hard links of a world form paths without a branch or a ring.
bool vl_block_is_path(const vl_world *world);

/// Begins a substep of `h` s: reads masses, lengths, the tensions of a net and, for the old
/// direction, x_old.
void vl_block_begin(vl_block *block, const vl_world *world, double h);

/// Moves world->particles.x by at most `most` Newton steps, until no residual is above `tolerance`
/// times the length (or above its rounding error). Where a step of a path does not reduce the
/// residuals it is shortened; where that does not help, the solve ends.
vl_solve vl_block_solve(vl_block *block, vl_world *world, int most, double tolerance);

/// Brings the links of a path to their lengths along the new direction, by at most `most` Newton
/// steps. Where that fails, and for a net, `solved` is false, and nothing has moved.
vl_solve vl_block_project(vl_block *block, vl_world *world, int most);

/// The residual at world->particles.x, as vl_solve.residual.
double vl_block_residual(vl_block *block, const vl_world *world);
