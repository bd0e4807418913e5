#pragma once
/// Springs: links that are forces.

#include "physics/model/world.h"

/// Adds the accelerations of all springs to particles.a: k (|d| − length) along the link, plus
/// damping times the speed at which the ends part, by vl_velocity_felt().
void vl_springs_accelerate(vl_world *world);

/// The velocity that forces feel, m/s: particles.v where a velocity is the state, and before the
/// first step; else (x − x₋)/dt₋, half a step old.
vl_vec3 vl_velocity_felt(const vl_world *world, int slot);

/// Σ ½ k (|d| − length)², J, and Σ ½ (|d| − length)²/compliance of the rods and strings that have
/// one, where the world's solver honours it; of a string only while it is stretched.
double vl_springs_potential(const vl_world *world);

/// What rods and strings that give way store, J.
double vl_springs_stored_in_links(const vl_world *world);

/// What the damping of springs takes, W, ≥ 0, at the velocities felt. Of a damping so strong that
/// an explicit step of `h` s would take more than there is, a part.
double vl_springs_damping_power(const vl_world *world, double h);
