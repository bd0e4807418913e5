#pragma once
/// Contacts by projection: after the links of a substep, each particle whose path from x(tₙ) leads
/// into a collider is put to where a path past it ends. This room knows how integrators begin; it
/// does not know the step around it, nor who observes.
///
/// The path of a substep is the parabola from x(tₙ) with v(tₙ) to where the integrator and the
/// links put the particle. Contacts find x and v at its end; the state that belongs to the method
/// (x₋, a velocity half a step old) is built again from them by its `begin`. So restitution is
/// right for any step. Links are solved first and contacts after, once a substep: at its end no
/// particle is inside a collider, and the strain of a link may be what the contact made of it. What
/// is pinned or held goes where it is put, also into a collider; let go there, it is put onto the
/// surface in its first substep.

#include "physics/model/model.h"

typedef struct vl_contacts vl_contacts;

/// Memory for the contacts of a world, or NULL where no collider projects. Free with
/// vl_contacts_free().
vl_contacts *vl_contacts_create(const vl_world *world);

/// Room for what changes of them in a step, for vl_contacts_copy() alone; NULL where no collider
/// projects. Free with vl_contacts_free().
vl_contacts *vl_contacts_create_copy(const vl_world *world);

void vl_contacts_free(vl_contacts *contacts);

/// A frame begins: world->contacts is 0.
void vl_contacts_begin_frame(vl_world *world);

/// Before the move of a substep of `h` s: keeps what is known of the velocities. The acceleration
/// is current.
void vl_contacts_begin(vl_world *world, double h);

/// After the links were solved: moves what touches a collider to where it is at the end of the
/// substep. All that contacts do to the energy, they do between here and vl_contacts_end().
void vl_contacts_resolve(vl_world *world, double h);

/// At the end of the substep, x and the time being those of its end: gives particles that were
/// touched their velocity, and their method its state.
void vl_contacts_end(vl_world *world, double h);

/// The velocities at the beginning of the substep just made, m/s, by axis and slot: what
/// vl_world_velocity() is where links act, found without the jumps of the contacts.
double *const *vl_contacts_start_velocity(const vl_contacts *contacts);

/// By slot: what was touched in the last substep; between vl_contacts_begin() and
/// vl_contacts_resolve() that is the one before.
const bool *vl_contacts_touched(const vl_contacts *contacts);

/// The particle's velocity was changed by somebody else.
void vl_contacts_forget(vl_contacts *contacts, int slot);

/// Copies what changes in a step; both of the same world.
void vl_contacts_copy(vl_contacts *to, const vl_contacts *from);

/// First s > 0 at which d + v s + ½ a s² is 0 and falls, d ≥ 0; infinite where it never is.
double vl_path_falls_to_zero(double d, double v, double a);
