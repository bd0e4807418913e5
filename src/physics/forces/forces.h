#pragma once
/// Forces: their list, the acceleration that they give, and the energies they come from. Springs
/// (links that are forces) and colliders that respond by penalty are among them. This room knows
/// the state of one instant, and nothing of steps, solvers, integrators or contacts by projection.

#include "physics/model/model.h"

// --- the list of kinds ---

/// All kinds, in the order of the documentation.
extern const vl_force_kind *const vl_force_kinds[];
extern const int vl_force_kind_count;

extern const vl_force_kind vl_force_harmonic, vl_force_polynomial, vl_force_sine, vl_force_central,
    vl_force_gravitation, vl_force_wind;

/// How fast the air of a wind moves at time `t` (s), m/s: velocity (1 + gust noise), with a smooth
/// noise within −1…1 whose mean is 0.
vl_vec3 vl_wind_velocity(const vl_force *force, double t);

// --- acceleration ---

/// Makes particles.a the acceleration at the present time by forces and springs; 0 for what is
/// pinned or held.
void vl_world_accelerate(vl_world *world);

/// Makes particles.a that of the stage of a step: at time `t`, of the positions and velocities that
/// particles.x and .v hold just then.
void vl_world_accelerate_stage(vl_world *world, double t);

/// Adds the accelerations of all springs to particles.a: k (|d| − length) along the link, plus
/// damping times the speed at which the ends part, by vl_world_force_velocity().
void vl_springs_accelerate(vl_world *world);

/// Adds to the symmetric block xx, xy, xz, yy, yz, zz how fast forces and penalties on one particle
/// grow, N/m, if it moves on to where its speed leads in `s` seconds; of the forces that have a
/// stiffness, with `positive` its positive semidefinite part. Of a penalty that is k + c/s along
/// the normal, and across it friction by the sliding speed. For the implicit methods.
void vl_force_stiffness(const vl_world *world, int slot, double s, bool positive, double block[6]);

/// N/m, of a penalty, where a scene does not say.
#define VL_PENALTY_STIFFNESS 1000

// --- energies, J ---

/// Kinetic energy of vl_world_velocity(). Pinned and held particles count as they move.
double vl_energy_kinetic(const vl_world *world);

/// −Σ m g·x of the uniform gravity; zero in the origin.
double vl_energy_gravity(const vl_world *world);

/// Σ ½ k (|d| − length)², and vl_energy_compliant_links().
double vl_energy_springs(const vl_world *world);

/// Σ ½ (|d| − length)²/compliance of the rods and strings that have one, where the world's solver
/// honours it; of a string only while it is stretched.
double vl_energy_compliant_links(const vl_world *world);

/// Σ ½ k depth² of the colliders that respond by penalty. Their dashpots and friction have none.
double vl_energy_contacts(const vl_world *world);

/// Of force number `index`. 0 where it has no potential.
double vl_energy_force(const vl_world *world, int index);

/// Gravity, springs, contacts and all forces.
double vl_energy_potential(const vl_world *world);

/// Whether the energy is a number at all: no force depends on time.
bool vl_energy_exists(const vl_world *world);

/// Whether the exact motion keeps the energy: it exists, there is no damping and no force that does
/// work of its own, no link can tear, and no collider takes energy by friction or restitution < 1.
bool vl_energy_is_conserved(const vl_world *world);

/// The scale by which an energy error is divided, from the present state; never near zero: the
/// largest of K + Σ|U| over the sources, and Σ m |g| of what is not pinned times the
/// diagonal of the box around the particles (1 m for a single point); where all that is below the
/// mass of the lightest particle that is not pinned times 1e-6 m²/s²: Σ m times 1 m²/s², at least
/// 1 J.
double vl_energy_scale(const vl_world *world);

// --- powers, W ---

/// What the damping of springs takes, ≥ 0, at the velocities that forces see. Of a damping so
/// strong that an explicit step of `h` s would take more than there is, a part.
double vl_springs_damping_power(const vl_world *world, double h);

/// Power of the damping and friction of penalties, ≤ 0, at the velocities that forces see: what is
/// not in the potential.
double vl_penalty_power(const vl_world *world);
