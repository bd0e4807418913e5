#pragma once
/// What the implicit methods have in common: the equation of a stage, solved by Newton on a sparse
/// matrix. For this room alone.
///
///     u = left v + s a(x + s u, u, t)
///
/// for the velocity u of a stage that lies s seconds ahead, with x and v of the beginning. Backward
/// Euler is the stage s = dt, implicit midpoint the one of s = dt/2.
///
/// The matrix is M + s² K + s C, K and C the derivatives by position and velocity of springs, of
/// contacts by penalty and of forces that have one (vl_force_kind.stiffness). What it leaves out
/// (the rotation of a damper, forces without a stiffness) slows Newton down and does not change
/// what it converges to: the residual is made of the true acceleration. K of a compressed spring is
/// indefinite. Where the whole matrix is not positive definite, every spring and force gives its
/// positive part alone for that step, so that the step goes downhill. The first 35 steps are whole;
/// after that the line search of Matthies, Strang, Int. J. Numer. Meth. Eng. 14 (1979) 1613 says
/// how far they go.

#include "physics/model/model.h"

/// vl_integrator.create and .free: the memory, with the pattern of the springs analysed.
void *vl_implicit_create(const vl_world *world);
void vl_implicit_free(void *memory);

/// Solves the equation at time `t` (s) to what rounding leaves of its residual, in at most 50
/// Newton steps; then particles.v is u, particles.x is x + s u. Where that does not come out, the u
/// with the smallest residual is taken and world->solved.unconverged counted up. What is pinned or
/// held keeps its velocity. world->scratch[0] and [1] are x and left v at the beginning.
void vl_implicit_stage(vl_world *world, double left, double s, double t);
