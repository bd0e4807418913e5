#pragma once
/// Impulses between pairs of balls that act at one instant. For this room alone.
///
/// The speed of separation of pair i is to change by Δᵢ. An impulse λⱼ along the normal of pair j
/// changes it by Gᵢⱼ λⱼ, G = J M⁻¹ Jᵀ, symmetric: the balls that both pairs share couple them. The
/// system G λ = Δ is solved by conjugate gradients, whose result does not depend on the order of
/// the pairs beyond rounding. G may be singular, as for six balls around a seventh that all touch;
/// the jumps of the velocities M⁻¹ Jᵀ λ are unique even then.
///
/// Balls push and do not pull: a pair whose impulse would be negative is left out. With one
/// restitution e for all pairs, Δ = −(1 + e) s with the speeds s before, kinetic energy never
/// grows, and for e = 1 it is kept: the jump is −(1 + e) times the projection of v onto the space
/// that the pairs span, orthogonal in the metric of the masses.

#include "base/arena.h"
#include "base/vec.h"

#include <stdbool.h>

typedef struct vl_impulse {
    int a, b;        ///< slots
    vl_vec3 normal;  ///< from a to b
    double change;   ///< m/s, of the speed of separation; ≥ 0
    double impulse;  ///< kg m/s, ≥ 0; the result
    bool apart;      ///< left out, since its impulse would be negative
    double residual; ///< m/s; this and the next two are those of conjugate gradients
    double direction, image;
} vl_impulse;

typedef struct vl_impulses {
    int count, room;
    vl_impulse *at;
    vl_vec3 *jump; ///< m/s, change of the velocity by slot; valid for the balls of the pairs
} vl_impulses;

/// Memory for `room` pairs of `particles` balls.
vl_impulses vl_impulses_create(vl_arena *arena, int room, int particles);

/// Adds a pair.
void vl_impulses_add(vl_impulses *list, int a, int b, vl_vec3 normal, double change);

/// Solves for all pairs added, and finds `jump`. `weight` is the inverse mass by slot; no pair has
/// two balls of weight 0. The changes are right but for the part `precision` of their size.
void vl_impulses_solve(vl_impulses *list, const double *weight, double precision);
