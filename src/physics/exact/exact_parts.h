#pragma once
/// What the exact solutions share. Each is a const struct in a file of its own;
/// physics/exact/exact.c has the table. For this room alone.

#include "physics/exact/exact.h"

#include <stddef.h>

/// Where a particle is, and how fast.
typedef struct vl_motion {
    vl_vec3 x; ///< m
    vl_vec3 v; ///< m/s
} vl_motion;

/// What holds for all particles at one time: how far a start carries, and what gravity and the
/// forces that are the same everywhere (polynomial, sine) add to it, all under linear damping c.
typedef struct vl_exact_instant {
    double tau;     ///< s, since the recognition
    double left;    ///< of a speed, e^(−c τ)
    double carried; ///< s, distance per speed at the start: (1 − e^(−c τ))/c
    vl_vec3 fallen; ///< m, from rest
    vl_vec3 gained; ///< m/s, from rest
} vl_exact_instant;

/// Particles whose motion depends on each other: one that is free, or two. A pinned one couples
/// nothing.
typedef struct vl_exact_group {
    const vl_world *world;
    int count;    ///< of `slots`: 1 or 2
    int slots[2]; ///< of what is free
    int pinned;   ///< slot of what is pinned and acts on it by a link or by gravitation, or −1
    int link;     ///< index of the one link, or −1
} vl_exact_group;

/// What a solution may keep of a group, at most, bytes.
enum { VL_EXACT_LARGEST = 384 };

typedef struct vl_exact_solution {
    const char *name; ///< as people read it; NULL: nothing moves
    bool collides;    ///< the solution of a world with colliders; the others are of one without
    size_t size;      ///< of what it keeps, ≤ VL_EXACT_LARGEST

    /// Whether this is the motion of the group; fills in `state` (`size` bytes, zero) if so. The
    /// links of the world do not tear, nobody holds a particle, nothing is lost per step.
    bool (*fits)(const vl_exact_group *group, void *state);

    /// The motion of slots[member] of the group.
    vl_motion (*at)(const void *state, int member, const vl_exact_instant *now);
} vl_exact_solution;

extern const vl_exact_solution vl_exact_straight, vl_exact_free_fall, vl_exact_projectile,
    vl_exact_polynomial, vl_exact_sine, vl_exact_uniform, vl_exact_oscillator, vl_exact_spring,
    vl_exact_pendulum, vl_exact_rotor, vl_exact_two_body, vl_exact_central, vl_exact_bounce;

/// Time, damping and the forces that are the same everywhere, as they were at the recognition.
typedef struct vl_exact_field {
    double since; ///< s
    double damping;
    vl_vec3 gravity;
    int force_count;
    vl_force *forces; ///< owned; only polynomial and sine
} vl_exact_field;

/// The field of a world. Free with vl_exact_field_free().
vl_exact_field vl_exact_field_take(const vl_world *world);

void vl_exact_field_free(vl_exact_field *field);

/// The instant `t`, s.
vl_exact_instant vl_exact_instant_at(const vl_exact_field *field, double t);

/// Whether every force of the world is of one of the two kinds; either may be NULL.
bool vl_exact_forces_are(const vl_world *world, const vl_force_kind *one,
                         const vl_force_kind *other);

/// Whether `v` is nothing but rounding beside `whole` (the same unit, ≥ 0).
bool vl_exact_is_nothing(vl_vec3 v, double whole);

/// How x and v of ẍ = −ω² x − c v follow from those at the start, τ s ago: x = xx x₀ + xv v₀ and
/// v = vx x₀ + vv v₀.
typedef struct vl_transition {
    double xx, xv, vx, vv;
} vl_transition;

/// `square` is ω² > 0 in 1/s², `damping` c ≥ 0 in 1/s.
vl_transition vl_exact_oscillation(double square, double damping, double tau);

/// Two bodies, or one and a fixed place, seen as one that moves relative to the other.
typedef struct vl_exact_pair {
    vl_vec3 x, v;    ///< of the centre of mass, or of what is fixed, at the start; m, m/s
    double share[2]; ///< of the relative position that belongs to each member
    bool falls;      ///< the centre follows the forces that are the same everywhere
} vl_exact_pair;

/// The pair of a group with a partner, free or pinned; `*relative` is slots[0] less the partner.
vl_exact_pair vl_exact_pair_take(const vl_exact_group *group, vl_motion *relative);

/// 1/m of the relative motion, 1/kg.
double vl_exact_pair_inverse_mass(const vl_exact_group *group);

/// The motion of a member where the relative one is `relative`.
vl_motion vl_exact_pair_at(const vl_exact_pair *pair, int member, vl_motion relative,
                           const vl_exact_instant *now);

/// Whether the group's link is a rod without compliance, or such a string and taut, and as long as
/// it ought to be.
bool vl_exact_has_rod(const vl_exact_group *group);
