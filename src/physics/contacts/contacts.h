#pragma once
/// Contacts by projection: after the links of a substep, a particle whose path enters a collider is
/// put to the end of a path with impacts and sliding. This room knows how integrators begin, but
/// not the step around it nor who observes.
///
/// The path is the parabola from x(tₙ) with v(tₙ) to where the integrator and the links put the
/// particle. Contacts find x and v at its end, from which `begin` of the method builds its state
/// (x₋, or a velocity half a step old). So restitution is right for any step. Links are solved
/// first and contacts after, once a substep: at its end no particle is inside a collider, and
/// contacts may have strained links. Pinned and held particles may be inside a collider; after a
/// release they are put onto its surface.

#include "physics/model/model.h"

typedef struct vl_contacts {
    int count; ///< of particles
    /// m/s, velocity at the beginning of the substep just made. With links it is
    /// vl_world_velocity() without the jumps by contacts.
    double *start[VL_AXES];
    double *acceleration[VL_AXES]; ///< m/s², acceleration by forces and damping at that time
    double *known[VL_AXES]; ///< m/s, velocity of touched particles at the end of the last substep
    bool *touched; ///< in the last substep; to be reset where the velocity is set from outside
    bool *touched_in_frame;
    struct vl_balls *balls; ///< NULL where particles do not collide with each other
    struct vl_path *paths;  ///< by slot; with balls
} vl_contacts;

/// Memory for the contacts of a world, or NULL where no collider responds by projection.
vl_contacts *vl_contacts_create(vl_arena *arena, const vl_world *world);

/// Memory for a copy of their state, for vl_contacts_copy() only; else as vl_contacts_create().
vl_contacts *vl_contacts_create_copy(vl_arena *arena, const vl_world *world);

/// Begins a frame: world->contacts is 0.
void vl_contacts_begin_frame(vl_world *world);

/// Finds the velocities at the beginning of a substep of `h` s, before the move. The acceleration
/// is current.
void vl_contacts_begin(vl_world *world, double h);

/// Moves particles that touch a collider to their positions at the end of the substep, after the
/// links were solved. Contacts change the energy from here to vl_contacts_end() only.
void vl_contacts_resolve(vl_world *world, double h);

/// Gives touched particles their velocity and the method's state, when x and the time are those at
/// the end of the substep.
void vl_contacts_end(vl_world *world, double h);

/// Copies the state that changes in a step; both are of the same world.
void vl_contacts_copy(vl_contacts *to, const vl_contacts *from);

/// The first s > 0 at which d + v s + ½ a s² is 0 and falls, for d ≥ 0; infinite where there is
/// none.
double vl_path_falls_to_zero(double d, double v, double a);
