#pragma once
/// Energies of a world, by what they come from.

#include "physics/model/world.h"

/// Kinetic energy of vl_world_velocity(), J. Pinned and held particles count as they
/// move.
double vl_energy_kinetic(const vl_world *world);

/// −Σ m g·x of the uniform gravity, J; zero in the origin.
double vl_energy_gravity(const vl_world *world);

/// vl_springs_potential(): of springs, and of rods and strings that give way, J.
double vl_energy_springs(const vl_world *world);

/// Σ ½ k depth² of the colliders that respond by penalty, J.
double vl_energy_contacts(const vl_world *world);

/// Of force number `index`, J. 0 where it has no potential.
double vl_energy_force(const vl_world *world, int index);

/// Gravity, springs, contacts and all forces, J.
double vl_energy_potential(const vl_world *world);

/// Whether the energy is a number at all: no force depends on time.
bool vl_energy_exists(const vl_world *world);

/// Whether the exact motion keeps the energy: it exists, there is no damping and no force that does
/// work of its own, no link can tear, and no collider takes energy by friction or restitution < 1.
bool vl_energy_is_conserved(const vl_world *world);

/// The scale by which an energy error is divided, J, from the present state; never near zero: the
/// largest of K + Σ|U| over the sources, and Σ m |g| of what is not pinned times the
/// diagonal of the box around the particles (1 m for a single point); where all that is below the
/// mass of the lightest particle that is not pinned times 1e-6 m²/s²: Σ m times 1 m²/s², at least
/// 1 J.
double vl_energy_scale(const vl_world *world);
