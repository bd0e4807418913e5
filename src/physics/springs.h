#pragma once
/// Springs: links that are forces.

#include "physics/world.h"

/// Adds the accelerations of all springs to particles.a: k (|d| − length) along the link, plus
/// damping times the speed at which the ends part. That speed is particles.v where a velocity is
/// the state, and before the first step; else (x − x₋)/dt₋, half a step old.
void vl_springs_accelerate(vl_world *world);

/// Σ ½ k (|d| − length)², J.
double vl_springs_potential(const vl_world *world);
