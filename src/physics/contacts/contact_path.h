#pragma once
/// For this room alone. The path of one particle in a substep, outside the colliders that respond
/// by projection.
///
/// The path is cut into segments, on each of which x″ and v′ are constant. In flight v′ is the
/// acceleration, and x″ is such that without a contact the path ends where the integrator put the
/// particle. (The two differ where a method moves x by the old or the new velocity.) After the
/// first impact both are the acceleration; in contact, with the reaction and friction of the
/// surface. A segment ends with an impact, where friction stops the particle, or with the substep.

#include "physics/model/model.h"

/// A collider that carries the particle on this segment.
typedef struct vl_support {
    const vl_collider *collider;
    vl_vec3 normal;
    double reaction; ///< m/s², acceleration by the surface along the normal
} vl_support;

typedef struct vl_path {
    vl_vec3 x;                ///< m, present position
    vl_vec3 v;                ///< m/s, present velocity
    vl_vec3 accel_x, accel_v; ///< m/s², x″ and v′ in flight
    vl_vec3 accel_unbiased;   ///< m/s², x″ of a method with a position_bias of 0
    vl_vec3 accel_free;       ///< m/s², the acceleration without contacts
    double links_share;   ///< 0…1, share of the acceleration by rods and strings in accel_free
    double energy_before; ///< J/kg, change of ½ v² − accel_free·x before the first contact
    double radius;        ///< m, of the particle
    double left;          ///< s, to the end of the step
    double span, after;   ///< s, as in vl_supports and vl_contacts
    bool driven;          ///< forces on it may vary: accelerations are those of its beginning
    bool tells_bend;      ///< accel_x has the mean of the acceleration in the step
    double rest;          ///< s, as in vl_contacts
    double skin;          ///< m, distance at which it touches: some rounding errors of the distance
    bool touched;         ///< something happened on it: an impact, a rest or a stop
    bool takes;           ///< at a collider that takes energy
    int own_count;        ///< number of colliders that carry it from its beginning on; while
                          ///< nothing has happened it ends where integrator and links put it
    int own[VL_MOST_SUPPORTS]; ///< their indices
    bool rubbed;               ///< in that case friction is in that place already
    bool fixed;                ///< it keeps v whatever it touches

    double until;                             ///< s, to the end of this segment; ≤ left
    vl_vec3 segment_accel_x, segment_accel_v; ///< m/s², x″ and v′ on this segment
    int support_count;                        ///< 0 in flight
    vl_support supports[VL_MOST_SUPPORTS];
} vl_path;

/// Whether something can happen on a path of `path->left` seconds: whether it can touch a collider
/// that does not carry the particle, or friction of one that does may stop it.
bool vl_path_is_near(const vl_path *path, const vl_world *world);

/// Whether a list of indices of colliders has one.
bool vl_path_lists(const int *list, int count, int index);

/// The distance to the surface of a collider, and its normal. A collider that does not respond by
/// projection is infinitely far away.
vl_clearance vl_path_clearance(const vl_collider *collider, vl_vec3 at, double radius);

/// Whether a particle of the radius that was on a collider at `from` and is at `to` went over an
/// edge: whether the normal turned by more than the curvature of the surface turns it.
bool vl_path_is_behind_edge(const vl_collider *collider, vl_vec3 from, vl_vec3 to, double radius);

/// Sets `skin` from x, v, the accelerations and `left`.
void vl_path_find_skin(vl_path *path, const vl_world *world);

/// Speeds below this are rounding errors, m/s.
double vl_path_slowest(const vl_path *path);

/// Sets `skin`, and puts a particle that is inside a collider onto its surface.
void vl_path_begin(vl_path *path, const vl_world *world);

/// Resolves the impacts of this instant and plans the next segment: `until` and all below it.
void vl_path_plan(vl_path *path, const vl_world *world);

/// Advances by `t` seconds, 0…until, on the present segment.
void vl_path_advance(vl_path *path, double t);

/// A hard impact is now: the substep is cut there, unless the parabola is the motion itself.
void vl_path_cut(vl_path *path);

/// Change of ½ v² − a·x since x0, v0, J/kg: contacts alone change it under a constant a.
double vl_path_gained(const vl_path *path, vl_vec3 x0, vl_vec3 v0);

/// Runs the path to the end of the substep.
void vl_path_run(vl_path *path, const vl_world *world);

/// Whether the particle is in no collider now.
bool vl_path_is_outside(const vl_path *path, const vl_world *world);

/// Ends the path outside all colliders. A particle driven into a wedge is put to `start`, or
/// farther out where that is inside, at rest.
void vl_path_end(vl_path *path, const vl_world *world, vl_vec3 start);

/// Position after `t` seconds of the present segment, m.
vl_vec3 vl_path_position(const vl_path *path, double t);
