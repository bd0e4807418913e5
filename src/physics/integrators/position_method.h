#pragma once
/// What the three methods that keep positions (xₙ, xₙ₋₁) instead of a velocity have in common.

#include "physics/model/world.h"

/// exp(−c h): what damping of c (1/s) leaves of a speed after h seconds.
double vl_damping_left(const vl_world *world, double h);

/// vl_integrator.begin: x₋ = x − v h + ½ a h², or x − v h where the scene asks for the naive start;
/// under damping the speed half a step earlier was larger by exp(c h/2).
void vl_position_begin(vl_world *world, int first, int last, double h);

/// vl_integrator.begin of a method that keeps its velocity: only what is observed of it looks at
/// x₋, which is never naive.
void vl_half_step_begin(vl_world *world, int first, int last, double h);

/// v(tₙ) = (xₙ − xₙ₋₁)/dt₋ + ½ aₙ dt₋ of all particles, the inverse of vl_position_begin(). The
/// acceleration must be current.
void vl_position_velocity(vl_world *world);

/// x' = x + (x − x₋) inertia + a pull for all particles; x₋ becomes x. `pull` in s².
void vl_position_move(vl_world *world, double inertia, double pull);
