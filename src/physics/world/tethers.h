#pragma once
/// For this room alone. Links and colliders together: a copy of a world in which colliders are
/// links, too. A tether is a string from a far point above the surface of a collider to a particle
/// that would sink in, just so long that it does not: within a string's length of that point there
/// is no place behind the tangent plane. So each solver of rods and strings solves for the contacts
/// with them, and a tether, as any string, only holds and never pushes.

#include "physics/model/model.h"

/// A particle that a collider keeps outside.
typedef struct vl_tether {
    int slot, collider;
} vl_tether;

/// The tethers of a world.
typedef struct vl_tethers {
    int count, room;
    vl_tether *all;
} vl_tethers;

void vl_tethers_free(vl_tethers *tethers);

/// Adds a tether for each free particle that is deeper than rounding inside a collider of the
/// response projection, and has none there yet. Returns how many there are now that it adds.
int vl_tethers_find(vl_tethers *tethers, const vl_world *world);

/// The greatest depth of a free particle in such a collider, m; 0 where there is none.
double vl_tethers_depth(const vl_world *world);

/// Moves each free particle out of the colliders, whatever that does to links.
void vl_tethers_lift(vl_world *world);

/// A copy of particles, rods and strings of a world alone, with the tethers from the surfaces below
/// its present positions, and with a solver of these settings. What is pinned or held is pinned.
/// Slots are the same. Free with vl_world_free().
vl_world *vl_tethered_copy(const vl_world *world, const vl_tethers *tethers,
                           const vl_solver_settings *solver);

/// The largest strain in such a copy of a world of so many particles; that of a tether is its depth
/// over the size of the world.
double vl_tethered_strain(const vl_world *copy, int particles);
