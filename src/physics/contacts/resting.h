#pragma once
/// For this room alone. Particles that rest or slide on colliders for a whole step. Their supports
/// are constraints on the acceleration (physics/model/supports.h), so that the method makes the
/// step as it does without contacts. Afterwards only what the method lacks along the normal is
/// corrected, and what rods and strings did there.

#include "physics/contacts/contacts.h"

/// Forgets the supports of a particle.
void vl_resting_drop(vl_world *world, int slot);

/// Whether colliders carry a particle.
static inline bool vl_resting_is_carried(const vl_world *world, int slot)
{
    return world->supports->count[slot] > 0;
}

/// Finds the supports of a free particle with the velocity `*v` for a step of `h` s, and takes its
/// part along their normals away. particles.a then has their reactions. True where the supports are
/// others than before, so that the acceleration jumped.
bool vl_resting_find(vl_world *world, int slot, vl_vec3 *v, double h);

/// Whether a particle with the velocity `v` is carried and has no velocity, but for rounding, at
/// the beginning of a step of `h` s.
bool vl_resting_is_at_rest(const vl_world *world, int slot, vl_vec3 v, double h);

/// After find: saves what the supports give at the beginning of a step.
void vl_resting_begin(vl_world *world, int slot, vl_vec3 v);

/// After settle: the acceleration, m/s², that those supports which did not let the particle off
/// keep from it at the beginning of the step.
vl_vec3 vl_resting_held_off(const vl_world *world, int slot);

/// At the end of the step of `h` s: the velocity v without a part along the normals of the surfaces
/// on which the particle still is.
vl_vec3 vl_resting_end(const vl_world *world, int slot, vl_vec3 v, double h);
