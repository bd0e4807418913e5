#pragma once
/// Parts of the steps of several integrators. For this room alone.

#include "physics/integrators/integrators.h"

/// vl_integrator.begin of a method that keeps a velocity. Its x₋, for readings alone, is never
/// naive.
void vl_half_step_begin(vl_world *world, int first, int last, double h);

/// x' = x + v dt + a gain for all particles; x_old becomes x. `gain` in s².
void vl_velocity_drift(vl_world *world, double dt, double gain);

/// v' = v left + a dt for all particles.
void vl_velocity_kick(vl_world *world, double left, double dt);

/// Makes the acceleration current while particles.v is `age` seconds old. Returns the velocity that
/// forces saw.
double *const *vl_velocity_accelerate(vl_world *world, double age);

/// Held particles keep the velocity `v`, whatever damping makes of it.
void vl_velocity_of_hands(vl_world *world, double *const v[VL_AXES]);
