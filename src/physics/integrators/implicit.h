#pragma once
/// The equation that the implicit methods share, solved by Newton's method with a sparse matrix.
/// For this room alone.
///
///     u = left v + s a(x + s u, u, t)
///
/// for the velocity u of a stage s seconds ahead, with x and v at the beginning of the step.
/// Backward Euler has the stage s = dt, implicit midpoint s = dt/2.
///
/// The matrix is M + s² K + s C, with K = −∂F/∂x and C = −∂F/∂v of springs, of contacts by penalty
/// and of forces with a stiffness (vl_force_kind.stiffness). The terms it lacks (the rotation of a
/// damper, forces without a stiffness) slow Newton's method down but do not change its solution, as
/// the residual has the true acceleration. K of a compressed spring is indefinite. Where the matrix
/// is not positive definite, that step takes only the positive part of each spring and force, and
/// so goes downhill. Supports (physics/model/supports.h) take directions out of u while they press,
/// and friction is that of u, solved with the equation. The first 35 steps are whole; later ones
/// use the line search of Matthies, Strang, Int. J. Numer. Meth. Eng. 14 (1979) 1613.
///
/// The equation can have several roots: a spring that is pushed through its own length is long
/// again on the other side. Where a spring turns by more than a right angle in the stage, the roots
/// of shorter stages are followed to this one, and the root that they lead to is taken. Where they
/// lead nowhere, the first root stays: it solves the equation.

#include "physics/model/model.h"

/// vl_integrator.create: the memory, with the symbolic factorisation.
void *vl_implicit_create(vl_arena *arena, const vl_world *world);

/// Solves the equation `s` s after now to rounding, in at most 50 Newton steps; then particles.v is
/// u and particles.x is x + s u. If it does not converge, u has the smallest residual found, and
/// world->solved.unconverged is raised. Pinned and held particles keep their velocity. Afterwards
/// world->scratch[0] and [1] hold x and left v of the beginning.
void vl_implicit_stage(vl_world *world, double left, double s);
