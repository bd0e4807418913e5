#pragma once
/// Contacts by penalty: a collider acts as a damped spring without tension.
/// For this room alone.
///
/// The force along the normal is max(0, k δ + c δ′) at the depth δ > 0, k the collider's stiffness
/// (N/m). c is such that a single particle leaves with `restitution` times its speed before:
/// Schwager and Pöschel, "Coefficient of restitution and linear-dashpot model revisited", Granular
/// Matter 9 (2007) 465, equation 19, for a force that ends where it would become attractive.
/// Critical damping has a restitution of exp(−2) = 0.135; smaller ones are overdamped, down to
/// 0.004, which also stands for 0. In one step of an explicit method the damper stops a particle at
/// most. The restitution is that of an impact alone: gravity and other forces that act during the
/// contact change it, and long steps do (scene/impact.h has the longest). Friction is Coulomb's
/// above a sliding speed of VL_PENALTY_CREEP and proportional to the speed below it: a particle
/// that should stick on a slope creeps. In one step friction stops the sliding at most.
///
/// A penalty needs no search for impacts and is soft: a particle at rest lies m g/k deep. A contact
/// lasts about π √(m/k); with less than a few steps in that time the rebound is wrong.

#include "physics/model/model.h"

#define VL_PENALTY_CREEP 0.05 ///< m/s

/// Adds the accelerations of all colliders that respond by penalty to particles.a.
void vl_penalty_accelerate(vl_world *world);

/// Adds the stiffness of penalties, see vl_force_stiffness().
void vl_penalty_stiffness(const vl_world *world, int slot, double s, double block[6]);

/// The damping ratio c/(2 √(m k)) for a restitution of 0…1.
double vl_penalty_damping_ratio(double restitution);
