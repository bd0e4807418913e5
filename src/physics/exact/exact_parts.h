#pragma once
/// What the exact solutions share. Each is a const struct in the file of its kind;
/// physics/exact/exact.c has the table. For this room alone.

#include "physics/exact/exact.h"

#include <stddef.h>

/// What all particles share at one time: the effects of linear damping c, and the motion by uniform
/// forces (gravity, polynomial, sine) from rest.
typedef struct vl_exact_instant {
    double tau;     ///< s, since the recognition
    double left;    ///< e^(−c τ), factor of a speed
    double carried; ///< s, distance per speed at the start: (1 − e^(−c τ))/c
    vl_vec3 fallen; ///< m, from rest
    vl_vec3 gained; ///< m/s, from rest
} vl_exact_instant;

/// One or two free particles whose motions depend on each other. A pinned particle couples no
/// others.
typedef struct vl_exact_group {
    const vl_world *world;
    int count;    ///< of `slots`: 1 or 2
    int slots[2]; ///< of the free particles
    int pinned; ///< slot of a pinned particle that acts on it by a link or by gravitation, or −1
    int link;   ///< index of the one link, or −1
} vl_exact_group;

typedef struct vl_exact_solution {
    const char *name; ///< for the screen; NULL: nothing moves
    size_t size;      ///< of its state

    /// Whether it is the motion of the group; fills in `state` (`size` bytes, zero) if so. The
    /// world has no links that tear, no hands, no damping per step, and what is said below.
    bool (*fits)(const vl_exact_group *group, void *state);

    /// The motion of slots[member] of the group.
    vl_motion (*at)(const void *state, int member, const vl_exact_instant *now);

    bool collides; ///< it is for worlds with colliders; the others are for worlds without
    bool alone;    ///< it is that of one particle on which no other acts
    const vl_force_kind *forces[3]; ///< each force of the world is of one of these kinds
} vl_exact_solution;

extern const vl_exact_solution vl_exact_straight, vl_exact_free_fall, vl_exact_projectile,
    vl_exact_polynomial, vl_exact_sine, vl_exact_uniform, vl_exact_oscillator, vl_exact_spring,
    vl_exact_pendulum, vl_exact_rotor, vl_exact_two_body, vl_exact_central, vl_exact_gyration,
    vl_exact_bounce;

/// Time, damping and uniform forces at the time of the recognition.
typedef struct vl_exact_field {
    double since; ///< s
    double damping;
    vl_vec3 gravity;
    int force_count;
    vl_force *forces; ///< owned; only polynomial and sine
} vl_exact_field;

/// A motion along one axis, or a height.
typedef struct vl_along {
    double x, v; ///< m, m/s
} vl_along;

/// Copies the field of a world.
vl_exact_field vl_exact_field_take(vl_arena *arena, const vl_world *world);

/// The instant `t`, s.
vl_exact_instant vl_exact_instant_at(const vl_exact_field *field, double t);

/// Whether `v` is only a rounding error of `whole` (same unit, ≥ 0).
bool vl_exact_is_nothing(vl_vec3 v, double whole);

/// Two bodies, or a body and a fixed point, by their centre of mass and relative position.
typedef struct vl_exact_pair {
    vl_vec3 x, v;    ///< of the centre of mass, or of the fixed point, at the start; m, m/s
    double share[2]; ///< factor of the relative position for each member
    bool falls;      ///< uniform forces move the centre of mass
} vl_exact_pair;

/// The pair of a group with a partner, free or pinned; `*relative` is slots[0] less the partner.
vl_exact_pair vl_exact_pair_take(const vl_exact_group *group, vl_motion *relative);

/// The motion of a member where the relative one is `relative`.
vl_motion vl_exact_pair_at(const vl_exact_pair *pair, int member, vl_motion relative,
                           const vl_exact_instant *now);
