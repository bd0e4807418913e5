#pragma once
/// Contacts by penalty: a collider pushes like a damped spring that never pulls.
/// For this room alone.
///
/// The force along the normal is max(0, k δ + c δ′) at the depth δ > 0, k the collider's stiffness
/// (N/m). c is such that a particle alone leaves with `restitution` times the speed it came with:
/// Schwager and Pöschel, "Coefficient of restitution and linear-dashpot model revisited", Granular
/// Matter 9 (2007) 465, equation 19, for a force that ends where it would begin to pull. At
/// critical damping that is exp(−2) = 0.135; what asks for less is damped critically. Friction is
/// Coulomb's above a sliding speed of VL_PENALTY_CREEP and proportional to the speed below it: on a
/// slope what should stick creeps. It takes at most the speed along the surface in one step.
///
/// It costs no search for impacts, and is soft: a particle at rest lies m g/k deep. A contact lasts
/// about π √(m/k), and a method that sees it in less than a few steps gets the rebound wrong.

#include "physics/model/model.h"

#define VL_PENALTY_CREEP 0.05 ///< m/s

/// Adds the accelerations of all colliders that respond by penalty to particles.a.
void vl_penalty_accelerate(vl_world *world);

/// Adds the part of penalties to vl_force_stiffness().
void vl_penalty_stiffness(const vl_world *world, int slot, double s, double block[6]);

/// c/(2 √(m k)) for a restitution of 0…1.
double vl_penalty_damping_ratio(double restitution);
