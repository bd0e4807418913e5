#pragma once
/// Forces: their list, accelerations, energies and powers, also those of springs and of colliders
/// that respond by penalty. This room knows the state of one instant, and nothing of steps,
/// solvers, integrators or contacts by projection.

#include "physics/model/model.h"

// --- the list of kinds ---

/// All kinds, in the order of the documentation.
extern const vl_force_kind *const vl_force_kinds[];
extern const int vl_force_kind_count;

extern const vl_force_kind vl_force_harmonic, vl_force_polynomial, vl_force_sine, vl_force_central,
    vl_force_gravitation, vl_force_wind, vl_force_magnetic;

/// Velocity of the air of a wind at time `t` (s), m/s: velocity (1 + gust noise), with a smooth
/// noise in −1…1 of mean 0.
vl_vec3 vl_wind_velocity(const vl_force *force, double t);

/// The distance of `x` from the centre of a force, m, and the way `d` from there; 0 where the force
/// ends: at distances up to its cutoff.
static inline double vl_force_distance(const vl_force *force, vl_vec3 x, vl_vec3 *d)
{
    *d = vl_sub(x, force->center);
    double r = vl_length(*d);
    return r <= force->cutoff ? 0 : r;
}

// --- acceleration ---

/// Makes particles.a the acceleration at the present time by all forces; 0 for pinned and held
/// particles. Does nothing where it is current. Where forces depend on the velocity and the one
/// that they see is half a step old, it makes two evaluations: the first predicts v(tₙ) for the
/// second.
void vl_world_accelerate(vl_world *world);

/// The same for who reads it between two steps. Forces that depend on the velocity are bounded by
/// the length of a step: the step to come evaluates them again, with its own.
void vl_world_show_acceleration(vl_world *world);

/// Whether some acceleration depends on the velocity: by a damped spring, a force such as wind, or
/// a penalty with damping or friction.
bool vl_forces_see_velocity(const vl_world *world);

/// Whether a spring is damped; whether a force has no potential (vl_force_kind.does_work).
bool vl_springs_are_damped(const vl_world *world);
bool vl_forces_do_work(const vl_world *world);

/// Whether vl_world_accelerate() makes two evaluations now, the second from world->v_predicted.
bool vl_world_accelerates_twice(const vl_world *world);

/// Makes particles.a the acceleration `s` s after now, in a step, and world->powers: from
/// particles.x and .v. Forces see v with what rods and strings do to it, by the last step.
void vl_world_accelerate_stage(vl_world *world, double s);

/// The powers at the positions `x` and velocities `v`, while a ledger is kept: of dampers and
/// penalties there, and of the accelerations `outside`. It overwrites world->scratch[0], and leaves
/// the state of the world as it is.
vl_powers vl_world_powers(vl_world *world, double *const outside[VL_AXES], double *const x[VL_AXES],
                          double *const v[VL_AXES]);

/// Adds the accelerations of all springs to particles.a: k (|d| − length) along the link, plus
/// damping times the speed at which the ends part, by vl_world_force_velocity().
void vl_springs_accelerate(vl_world *world);

/// The tension of a spring, N: k (|d| − length), and its damping. Positive where it pulls.
double vl_spring_tension(const vl_world *world, int index);

/// Adds the accelerations of all colliders that respond by penalty to particles.a.
void vl_penalty_accelerate(vl_world *world);

/// Adds the stiffness of forces and penalties on one particle, N/m, to the symmetric block xx, xy,
/// xz, yy, yz, zz; with `positive` only the positive semidefinite part of a force's. For implicit
/// methods, in which x changes by `s` v: damping c counts as c/s. A penalty has k + c/s along the
/// normal and along the surface, there only where friction holds.
void vl_force_stiffness(const vl_world *world, int slot, double s, bool positive, double block[6]);

/// The part of penalties in that.
void vl_penalty_stiffness(const vl_world *world, int slot, double s, double block[6]);

/// The damping ratio c/(2 √(m k)) for a restitution of 0…1.
double vl_penalty_damping_ratio(double restitution);

/// N/m, default stiffness of a penalty.
#define VL_PENALTY_STIFFNESS 1000

/// Memory for the anchors of a world, none of them laid; NULL where no penalty has friction.
vl_anchors *vl_anchors_create(vl_arena *arena, const vl_world *world);

/// Copies the anchors of a world of as many particles and colliders; does nothing where both are
/// NULL.
void vl_anchors_copy(vl_anchors *to, const vl_anchors *from);

/// Moves the anchors of the slots [first, end) to x: lays that of a particle which is in a collider
/// and has none, drags it along where the spring of friction is longer than friction can hold, and
/// takes it up where the particle has left. To be called when x is that of the next instant.
void vl_anchors_follow(vl_world *world, int first, int end);

/// Energy of the springs of friction, J; a part of vl_energy_contacts().
double vl_energy_anchors(const vl_world *world);

// --- supports ---

/// Adds the reactions and the friction of the supports to particles.a; part of
/// vl_world_accelerate_stage().
void vl_supports_accelerate(vl_world *world);

/// Makes particles.a of a supported particle again from world->supports->free, with the velocity
/// `known`, m/s. NULL: that of the method; its present direction follows from the acceleration.
void vl_support_particle(vl_world *world, int slot, const vl_vec3 *known);

/// Supports as one-sided constraints on a vector a, which may be an acceleration, a velocity or a
/// displacement: n·a ≥ least for each, by reactions ≥ 0 along the unit normals n, which only a
/// support with n·a = least has.
typedef struct vl_one_sided {
    int count;
    vl_vec3 normal[VL_MOST_SUPPORTS];
    double least[VL_MOST_SUPPORTS];
    double by[VL_MOST_SUPPORTS]; ///< the reactions
} vl_one_sided;

/// Finds the reactions. `a` contains those in `by`; returns by how much the new ones change it.
vl_vec3 vl_react(vl_one_sided *supports, vl_vec3 a);

/// Adds to `count` orthogonal unit vectors that which spans with them the directions along `normal`
/// also; returns their number, which stays where the normal depends on them.
int vl_normal_add(vl_vec3 basis[VL_AXES], int count, vl_vec3 normal);

/// The part of a vector across these unit vectors, which are orthogonal to each other.
vl_vec3 vl_across(const vl_vec3 basis[VL_AXES], int count, vl_vec3 vector);

/// The part of a vector along the surfaces of the supports that press.
vl_vec3 vl_along_pressing(const vl_one_sided *supports, vl_vec3 vector);

/// The normal of a support, by its vl_support_index(), of a particle at `x`: that of its face, or
/// of its round surface there.
vl_vec3 vl_support_normal(const vl_world *world, int index, vl_vec3 x);

/// Unit vectors that span the directions in which supports that press hold a particle; returns
/// their number, 0…3.
int vl_support_normals(const vl_world *world, int slot, vl_vec3 normals[VL_AXES]);

/// For implicit methods, whose friction opposes supports->base + ahead × acceleration: adds what
/// friction adds to the mass in their symmetric matrix, kg.
void vl_support_friction_block(const vl_world *world, int slot, double block[6]);

/// Whether a force of the world turns velocities (vl_force_kind.turning).
bool vl_world_turns(const vl_world *world);

/// Ω, 1/s, of all forces that turn the velocity of a particle: together they accelerate it by
/// v × Ω.
vl_vec3 vl_world_turning(const vl_world *world, int slot);

/// The fastest of these turnings, |q B|/m of the gyration in rad/s; 0 without such forces.
double vl_world_gyration(const vl_world *world);

// --- energies, J ---

/// Kinetic energy of vl_world_velocity(). Pinned and held particles count as they move.
double vl_energy_kinetic(const vl_world *world);

/// −Σ m g·x of the uniform gravity; zero in the origin.
double vl_energy_gravity(const vl_world *world);

/// Σ ½ k (|d| − length)², and vl_energy_compliant_links().
double vl_energy_springs(const vl_world *world);

/// Σ ½ (|d| − length)²/compliance of compliant rods and stretched strings; 0 with a solver that
/// ignores compliance. `*fixed` becomes the part of those between particles that links do not move.
double vl_energy_compliant_links(const vl_world *world, double *fixed);

/// Σ ½ k depth² of the colliders that respond by penalty, and vl_energy_anchors().
double vl_energy_contacts(const vl_world *world);

/// Potential energy of force number `index`; 0 where it has no potential.
double vl_energy_force(const vl_world *world, int index);

/// Gravity, springs, contacts and all forces.
double vl_energy_potential(const vl_world *world);

/// Whether the energy is defined: no force depends on time.
bool vl_energy_exists(const vl_world *world);

/// Whether the exact motion conserves the energy: it is defined, nothing damps, every force has a
/// potential, no link can tear, and no collider has friction or a restitution < 1.
bool vl_energy_is_conserved(const vl_world *world);
