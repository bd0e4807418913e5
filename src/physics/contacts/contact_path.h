#pragma once
/// The path of one particle through a substep, past the colliders that respond by projection.
/// Private to this room. For this room alone.
///
/// The path is cut into segments, on each of which x″ and v′ are constant. In flight x″ is what the
/// integrator did in this substep, so that without a contact the path ends where the integrator put
/// the particle; v′ is the acceleration. (The two differ where a method moves with the old
/// velocity, or with the new.) From the first impact on both are the acceleration; in contact, what
/// the surface leaves of it, less friction. A segment ends with an impact, where friction has
/// stopped the particle, or with the substep.

#include "physics/model/model.h"

enum { VL_MOST_SUPPORTS = 4 }; ///< colliders that a particle rests on at once

/// A collider that carries the particle on this segment.
typedef struct vl_support {
    const vl_collider *collider;
    vl_vec3 normal;
    double reaction; ///< m/s², of the surface along the normal
} vl_support;

typedef struct vl_path {
    vl_vec3 x;                ///< m, now
    vl_vec3 v;                ///< m/s, now
    vl_vec3 accel_x, accel_v; ///< m/s², x″ and v′ in flight
    vl_vec3 accel_unbiased;   ///< m/s², x″ as of a method whose position_bias is 0
    vl_vec3 accel_free;       ///< m/s², the acceleration without contacts
    double links_share;       ///< how much of what rods and strings move x by is in accel_free
    double energy_before; ///< J/kg, by which ½ v² − accel_free·x changed before the first contact
    double radius;        ///< m, of the particle
    double left;          ///< s, to the end of the substep
    double skin;          ///< m: nearer than this is touching; some rounding errors of the distance
    bool touched;         ///< a collider had a part in it
    bool fixed;           ///< goes on with v whatever it touches

    double until;                             ///< s from now, the end of this segment; ≤ left
    vl_vec3 segment_accel_x, segment_accel_v; ///< m/s², x″ and v′ on this segment
    int support_count;                        ///< 0 in flight
    vl_support supports[VL_MOST_SUPPORTS];
} vl_path;

/// Whether a path of `path->left` seconds can touch a collider at all.
bool vl_path_is_near(const vl_path *path, const vl_world *world);

/// Sets `skin`, and puts a particle that is inside a collider onto its surface.
void vl_path_begin(vl_path *path, const vl_world *world);

/// Resolves the impacts of this instant and plans the segment that begins: `until` and all below
/// it.
void vl_path_plan(vl_path *path, const vl_world *world);

/// Goes on by `t` seconds, 0…until, on the present segment.
void vl_path_advance(vl_path *path, double t);

/// What contacts did to the energy, J/kg, since the path began in x0, v0.
double vl_path_work(const vl_path *path, vl_vec3 x0, vl_vec3 v0);

/// All that is left of the substep.
void vl_path_run(vl_path *path, const vl_world *world);

/// Moves the particle out of every collider once, and takes its speed into what it touches.
void vl_path_depenetrate(vl_path *path, const vl_world *world);

/// Whether the particle is in no collider now.
bool vl_path_is_outside(const vl_path *path, const vl_world *world);

/// Makes sure that the particle is outside all colliders. One that was driven into a wedge is at
/// `start`, at rest; where that is inside too, at rest farther out.
void vl_path_end(vl_path *path, const vl_world *world, vl_vec3 start);

/// Position after `t` seconds of the present segment, m.
vl_vec3 vl_path_position(const vl_path *path, double t);
