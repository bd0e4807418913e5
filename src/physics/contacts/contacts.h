#pragma once
/// Contacts by projection: impacts, rest and friction of particles at colliders. This room knows
/// how integrators begin, but not the step around it nor who observes.
///
/// What a collider carries stays with its method. At the beginning of a step the particle gets
/// supports (physics/model/supports.h): every evaluation of the acceleration in the step adds their
/// reactions and friction. So the method slides as it moves in the air, with its order, and keeps
/// its x₋, its half-step velocity or its stages. After the links only the error along the normal is
/// corrected, and what links did to reaction and friction.
///
/// All else is an event on the path: the parabola from x(tₙ) with v(tₙ) to where the integrator and
/// the links put the particle. An impact, coming to rest, or a stop by friction gives x and v at
/// its end, from which `begin` of the method builds its state. So restitution is right for any
/// step. Where forces vary, the parabola tells only when an impact is due: the step cuts itself
/// there (`rest`; physics/world/step.c), so that the method moves up to it and on from it. Links
/// are solved first and contacts after, once a substep: at its end no particle is inside a
/// collider, and contacts may have strained links. A solver of all links at once solves them with
/// what contacts will do to the particles that they carry. Pinned and held particles may be inside
/// a collider; after a release they are put onto its surface.

#include "physics/model/model.h"

enum { VL_MOST_ANSWERS = 64 };

/// How contacts answer what links do to the particles that they carry.
typedef struct vl_answers {
    bool wanted;  ///< in this step: links are solved together with contacts
    bool agree;   ///< links then have their lengths
    bool decides; ///< it is only asked who holds
    bool behind;  ///< it is x₋ that is solved: friction is no part of it but where it holds
    int count, slot[VL_MOST_ANSWERS];
    bool holds[VL_MOST_ANSWERS];  ///< friction, in x₋
    vl_vec3 now[VL_MOST_ANSWERS]; ///< m, displacements
} vl_answers;

typedef struct vl_contacts {
    int count;     ///< of particles
    double extent; ///< m, the farthest of all colliders
    /// m/s, velocity at the beginning of the substep just made. With links it is
    /// vl_world_velocity() without the jumps by contacts.
    double *start[VL_AXES];
    double *acceleration[VL_AXES]; ///< m/s², acceleration by forces and damping at that time
    double *known[VL_AXES]; ///< m/s, velocity of touched particles at the end of the last substep
    bool *touched; ///< something happened on the path of the last substep, after which the method
                   ///< begins anew: an impact, coming to rest, a stop by friction
    bool *fresh;   ///< the method's state was built from x(tₙ), v(tₙ) after the last substep
    bool *stuck;  ///< with links: it rests at the beginning of the substep, where friction holds it
    int *carried; ///< number of colliders that carried it at the beginning of the substep; they
                  ///< stay in the list of vl_supports also where it has left them since
    double *reaction; ///< m/s², of supports at the beginning of the substep, as in vl_supports
    double *held_off[VL_AXES]; ///< m/s², acceleration that these supports keep from the particle
    double *pushed[VL_AXES];   ///< m, displacement by supports after the links of the substep
    bool *touched_in_frame;
    bool chord;   ///< paths lead straight to the end of the step, and end at the first impact
    double after; ///< s of it that are left after this step
    bool strikes; ///< this step is that of an impact, and lasts next to nothing
    double rest;  ///< s of this step that were left at its first event for which the substep is
                  ///< cut: a hard impact under forces that may vary, or where friction and a slope
                  ///< turn a particle back; 0: there was none. Where links act: all of it, where
                  ///< anything happened to a particle without any
    bool *cut;    ///< beside links: it has none, and impacts cut its substep
    double *const *end_x, *const *end_v; ///< m, m/s: where it is then; NULL: nothing was cut
    vl_decay decay;                      ///< what damping does in this step
    vl_answers *answers;
    struct vl_balls *balls; ///< NULL where particles do not collide with each other
    struct vl_path *paths;  ///< by slot; with balls
    double visits;          ///< of their impulses, by iterations, since the beginning
} vl_contacts;

/// Length of a step in which links are solved at rest, s: too short to give a speed or to lift.
#define VL_MOMENT 1e-9

/// Length of the step that an impact has for itself, as a part of the substep in which it is.
#define VL_INSTANT 1e-10

/// Gives a world memory for contacts and supports, where a collider responds by projection.
void vl_contacts_create(vl_arena *arena, vl_world *world);

/// Begins a frame: world->contacts is 0.
void vl_contacts_begin_frame(vl_world *world);

/// Finds the supports of the slots [first, end), whose velocity v(tₙ) is particles.v; before the
/// integrator's `begin`. `h` s is the length of a step. The acceleration is current afterwards.
void vl_contacts_support(vl_world *world, int first, int end, double h);

/// Forgets the supports and the last substep of the slots [first, end), before the acceleration is
/// evaluated. For a caller that changes x or v.
void vl_contacts_forget(vl_world *world, int first, int end);

/// Whether links of this world are solved together with its contacts: those of a solver that finds
/// a solution of all at once.
bool vl_contacts_join(const vl_world *world);

/// Solves links together with contacts from x = `predicted`, by `solve`, which does it without. x
/// is where links move it: the answers come after. `behind`: x is x₋ of a method that begins.
vl_solve vl_contacts_solve(vl_world *world, double h, bool behind,
                           vl_solve (*solve)(vl_world *, double));

/// Moves x by `factor` times the answers.
void vl_contacts_shift(vl_world *world, double factor);

/// Puts carried particles back onto their surfaces, after the links of a substep were solved, and
/// applies the reaction and the friction of what rods and strings did. particles.v of a method that
/// keeps velocities changes by that displacement/h.
void vl_contacts_return(vl_world *world, double h);

/// Finds the velocities and the supports at the beginning of a substep of `h` s, before the move.
/// The acceleration is current.
void vl_contacts_begin(vl_world *world, double h);

/// Moves particles that touch a collider to their positions at the end of the substep, after the
/// links were solved. Contacts change the energy from here to vl_contacts_end() only.
void vl_contacts_resolve(vl_world *world, double h);

/// Gives touched particles their velocity and the method's state, when x and the time are those at
/// the end of the substep.
void vl_contacts_end(vl_world *world, double h);

/// The first s > 0 at which d + v s + ½ a s² is 0 and falls, for d ≥ 0; infinite if there is none.
double vl_path_falls_to_zero(double d, double v, double a);

/// Moves x of each particle out of the colliders that respond by VL_RESPONSE_MOVE_OUT, one after
/// the other, along their normals, after links and contacts of a step of `h` s; nothing else. A
/// method that keeps x₋ takes that for velocity; one that keeps a velocity does not hear of it.
void vl_contacts_move_out(vl_world *world, double h);

/// Whether the step is one of an implicit method on springs that are too stiff for the parabola of
/// a path. Where rods, strings or balls act it goes on with that, and counts as unconverged.
bool vl_contacts_are_stiff(const vl_world *world);

/// Whether a collider responds so.
bool vl_contacts_respond_by(const vl_world *world, vl_response response);
