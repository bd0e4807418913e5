#pragma once
/// What the methods that keep a velocity have in common.

#include "physics/integrators/position_method.h"

/// x' = x + v dt + a pull for all particles; x_old becomes x. `pull` in s².
void vl_velocity_drift(vl_world *world, double dt, double pull);

/// v' = v left + a dt for all particles.
void vl_velocity_kick(vl_world *world, double left, double dt);

/// v' = v left for all particles.
void vl_velocity_damp(vl_world *world, double left);
