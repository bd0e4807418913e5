#pragma once
/// The way of one particle through a substep, past the colliders that respond by projection.
///
/// The way is cut into segments, on each of which x″ and v′ are constant. In flight x″ is what the
/// integrator did in this substep, so that where nothing is hit the way ends where the integrator
/// put the particle; v′ is the acceleration. (The two differ where a method moves with the old
/// velocity, or with the new.) From the first impact on both are the acceleration; in contact, what
/// the surface leaves of it, less friction. A segment ends with an impact, where friction has
/// stopped the particle, or with the substep.

#include "physics/model/collider.h"

typedef struct vl_world vl_world;

enum { VL_MOST_SUPPORTS = 4 }; ///< colliders that a particle rests on at once

/// A collider that carries the particle on this segment.
typedef struct vl_support {
    const vl_collider *collider;
    vl_vec3 normal;
    double push; ///< m/s², along the normal
} vl_support;

typedef struct vl_path {
    vl_vec3 x;          ///< m, now
    vl_vec3 v;          ///< m/s, now
    vl_vec3 bend, pull; ///< m/s², x″ and v′ in flight
    vl_vec3 drawn;      ///< m/s², x″ as it would be of a method without position_bias
    vl_vec3 given;      ///< m/s², the acceleration without contacts
    double links_share; ///< how much of what rods and strings bend x by is in `given`
    double
        energy_before_contact; ///< J/kg, by which ½ v² − given·x changed before the first contact
    double radius;             ///< m, of the particle
    double left;               ///< s, to the end of the substep
    double skin;  ///< m: nearer than this is touching; some rounding errors of the distance
    bool touched; ///< a collider had a part in it
    bool fixed;   ///< goes on with v whatever it meets

    double until;      ///< s from now, the end of this segment; ≤ left
    vl_vec3 bend_now;  ///< m/s², x″ on this segment
    vl_vec3 pull_now;  ///< m/s², v′
    int support_count; ///< 0 in flight
    vl_support supports[VL_MOST_SUPPORTS];
} vl_path;

/// Whether a path of `path->left` seconds can meet a collider at all.
bool vl_path_is_near(const vl_path *path, const vl_world *world);

/// Sets `skin`, and puts a particle that is inside a collider onto its surface.
void vl_path_begin(vl_path *path, const vl_world *world);

/// What happens here and now, impacts and coming to rest, and the segment that begins: `until` and
/// all below it.
void vl_path_plan(vl_path *path, const vl_world *world);

/// Goes on by `t` seconds, 0…until, on the present segment.
void vl_path_advance(vl_path *path, double t);

/// What contacts did to the energy, J/kg, since the path began in x0, v0.
double vl_path_work(const vl_path *path, vl_vec3 x0, vl_vec3 v0);

/// All that is left of the substep.
void vl_path_run(vl_path *path, const vl_world *world);

/// Takes the particle out of every collider once, and off it the speed into what it touches.
void vl_path_hold_off(vl_path *path, const vl_world *world);

/// Whether the particle is in no collider now.
bool vl_path_is_outside(const vl_path *path, const vl_world *world);

/// The last word: the particle is not inside a collider. Where it was driven into a wedge, it is at
/// `start`, at rest; where that is inside too, at rest farther out.
void vl_path_end(vl_path *path, const vl_world *world, vl_vec3 start);

/// Position after `t` seconds of the present segment, m.
vl_vec3 vl_path_position(const vl_path *path, double t);

/// First s > 0 at which d + v s + ½ a s² is 0 on its way down, d ≥ 0; infinite where it never is.
double vl_path_falls_to_zero(double d, double v, double a);
