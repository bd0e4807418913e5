#pragma once
/// The particles of a world, in one aligned array per quantity and axis.
///
/// A particle has a *number* (1…count, what people see and type) and a *slot* (0…count − 1, where
/// it lies in the arrays). Slots are ordered so that the links of a cloth join consecutive ones.

#include "physics/math/axes.h"

#include <stdbool.h>

typedef struct vl_particles {
    int count;
    double *x[VL_AXES];     ///< m, position at the present time
    double *x_old[VL_AXES]; ///< m, solved position one executed substep earlier
    double *v[VL_AXES];     ///< m/s, state of a method that keeps velocities; else v(tₙ) of
                            ///< vl_world_velocity()
    double *a[VL_AXES];     ///< m/s², acceleration by forces and springs, without rods and strings
    double *mass;           ///< kg, also of a pinned particle
    double *inverse_mass;   ///< 1/kg; 0 while pinned or held
    double *radius;         ///< m, drawn and collided with
    bool *dial; ///< it turns: x is its angle in rad, mass its moment of inertia in kg m²
    bool *pinned;
    bool *held;     ///< by a hand: follows its target whatever the forces
    int *slot_of;   ///< slot of number n is slot_of[n - 1]
    int *number_of; ///< number of slot s is number_of[s]
} vl_particles;

/// `count` particles of mass 1 kg and radius 0.05 m at rest in the origin, numbered in slot order.
void vl_particles_create(vl_arena *arena, vl_particles *particles, int count);

/// Moves number n + 1 to slot `slot_of[n]`, a permutation of 0…count − 1. To be called once, before
/// any link is made, while slots are still in the order of the numbers.
void vl_particles_renumber(vl_particles *particles, const int *slot_of);

/// Where a particle at x is shown, m: there, or the middle (0, y, z) of a dial.
static inline vl_vec3 vl_particle_middle(const vl_particles *particles, int slot, vl_vec3 x)
{
    return particles->dial[slot] ? (vl_vec3){0, x.y, x.z} : x;
}

/// Makes inverse_mass agree with mass, pinned and held of one slot.
void vl_particles_refresh(vl_particles *particles, int slot);
