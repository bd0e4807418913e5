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
/// contact change it, and long steps do (scene/impact.h has the longest).
///
/// Friction is a spring and a damper along the surface with Coulomb's limit: Cundall and Strack, "A
/// discrete numerical model for granular assemblies", Géotechnique 29 (1979) 47, the law of force
/// and displacement. The spring, as stiff as the collider, joins the particle to an anchor
/// (physics/model/anchors.h) that was laid where the contact began. Its damper is critical. Their
/// force is at most μ times the normal force, and the anchor follows at a distance of μ δ, at which
/// the spring alone is that strong; it moves between two steps, so that the force in a step is a
/// function of x and v. A particle that friction holds on a slope is at rest, m g sin θ/k below its
/// anchor.
///
/// A penalty needs no search for impacts and is soft: a particle at rest lies m g/k deep. A contact
/// lasts about π √(m/k); with less than a few steps in that time the rebound is wrong.

#include "physics/model/model.h"

/// Adds the stiffness of penalties, see vl_force_stiffness().
void vl_penalty_stiffness(const vl_world *world, int slot, double s, double block[6]);

/// The damping ratio c/(2 √(m k)) for a restitution of 0…1.
double vl_penalty_damping_ratio(double restitution);
