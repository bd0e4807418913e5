#pragma once
/// The running world: it is made, linked, stepped, edited, held by hands and copied here. This room
/// joins integrator, solver and contacts into a step (physics/world/step.c), and does not know who
/// observes it.

#include "base/error.h"
#include "physics/model/model.h"

// --- making one ---

/// An empty world of `count` particles with gravity 0 and the integrator `tcv`. The caller fills in
/// particles, forces, colliders, cloths and settings, all arrays in the arena of the world, then
/// calls vl_world_link(). Free with vl_world_free().
vl_world *vl_world_create(int count);

void vl_world_free(vl_world *world);

/// Fills in copies of forces and colliders.
void vl_world_put_forces(vl_world *world, const vl_force *forces, int force_count,
                         const vl_collider *colliders, int collider_count);

/// Gives the world its links (whose ends are slots) and its scratch memory. To be called once,
/// before the first step.
void vl_world_link(vl_world *world, const vl_link *links, int count);

/// A copy with x(tₙ), v(tₙ), time, pins, links, broken links, forces and all settings, but with the
/// given integrator and settings of the solver. It begins anew from that state, on one thread,
/// without hands, mistake and observers. `world` must be synchronised. Free with vl_world_free().
vl_world *vl_world_copy(const vl_world *world, const vl_integrator *integrator,
                        const vl_solver_settings *solver);

/// Brings the stiff links of a copy that has not begun nearer to their lengths, by one solve and
/// without a velocity. A more exact solver would turn the residual strain into speed.
void vl_world_straighten(vl_world *world);

// --- checksums ---

/// A checksum of the state (base/hash.h): steps, time and dt₋, the number of links, and then of
/// each particle in the order of the numbers x, its x₋ for a method that keeps positions or else
/// its v, and whether it is pinned or held. Neither the order of the slots nor a look at the
/// velocity of the instant changes it.
uint64_t vl_world_hash(const vl_world *world);

// --- images ---

/// Bytes of an image of a linked world.
size_t vl_world_image_size(const vl_world *world);

/// Writes an image of the present state: everything but observers and the scratch memory of solver
/// and method, so that a world that is brought back goes on with the same bits.
void vl_world_keep(const vl_world *world, void *image);

/// Frees the scratch memory of solver and method, because the world is put away: it must not be
/// used until vl_world_bring_back().
void vl_world_put_away(vl_world *world);

/// Brings a state of this very world back, with its method, settings, pins, links and hands.
/// Indices of links from before are invalid. Allocates where links, solver or method are other ones
/// than now.
void vl_world_bring_back(vl_world *world, const void *image);

// --- stepping ---

/// Makes one frame of `dt` seconds. Changes nothing and returns false where vl_world_can_step() is
/// false or the world has diverged. Links that are strained beyond their `tear` after a substep are
/// removed. Allocates only then, for the solver's memory. Where now.unsettled is set, the caller
/// settles the links first: vl_world_settle().
bool vl_world_step(vl_world *world, double dt);

/// Handles a frame for which vl_world_can_step() is false: changes nothing, except with the mistake
/// that steps a frame of 0 s.
void vl_world_skip(vl_world *world, double dt);

/// Builds the method's own state for a first substep of `h` s where it does not exist yet; for a
/// method that keeps positions, particles.x_old is x₋ afterwards.
void vl_world_prepare(vl_world *world, double h);

/// Builds the method's own state of all particles again from the present x, v. For a caller that
/// changed particles.x or .v of a synchronised world.
void vl_world_restart(vl_world *world);

/// Makes vl_world_velocity() that of the present time, from which a change of the world goes on.
/// With rods or strings that takes a trial substep, which is rolled back. It is as long as the
/// substeps of the next frame where next_dt is known, else as the last one.
void vl_world_synchronise(vl_world *world);

/// The same for a reading. vl_world_look_away(), the next step or vl_world_synchronise() forgets
/// what a trial substep has found, so that nothing depends on who has looked.
void vl_world_look(vl_world *world);
void vl_world_look_away(vl_world *world);

/// Copies the positions after a trial substep, as vl_world_synchronise() makes it, to `x` (m, by
/// axis); the state is rolled back. Returns the length of that substep, s; 0 where there is none,
/// as the world has diverged or diverges in it, or next_dt is not known before the first step.
double vl_world_peek(vl_world *world, double *const x[VL_AXES]);

/// Brings the hard links to their lengths by the world's solver, as after a substep of `h` s.
vl_solve vl_world_solve(vl_world *world, double h);

// --- editing: each goes on from x(tₙ), v(tₙ) and may allocate ---

/// Reverses all velocities, v(tₙ) → −v(tₙ), with the same dt₋. Time and forces that depend on it go
/// on forwards.
void vl_world_turn_round(vl_world *world);

/// Sets another solver or other settings, which moves nothing. After another method or direction
/// now.unsettled is set.
void vl_world_set_solver(vl_world *world, const vl_solver_settings *settings);

/// Sets another integrator.
void vl_world_set_integrator(vl_world *world, const vl_integrator *integrator);

/// The method of the table that the world uses, also where a mistake changes its step.
const vl_integrator *vl_world_method(const vl_world *world);

/// Sets a mistake, or none (NULL). A method that cannot make it (vl_mistake_fits()) is unchanged. A
/// mistake at the start acts on worlds that have not begun.
void vl_world_set_mistake(vl_world *world, const vl_mistake *mistake);

/// The rules of the world without its mistake.
vl_rules vl_world_rules(const vl_world *world);

/// Takes masses, radii, gravity, damping, forces, colliders and all numbers of the links that are
/// left from `like`, a world without a mistake that was made from the same description with other
/// numbers. x(tₙ) and v(tₙ) stay, unless hard links have other lengths: then the world is settled.
/// What is pinned, held or cut stays so.
void vl_world_take_numbers(vl_world *world, const vl_world *like);

/// Cuts the links `indices` (of the layout, each from 0 to links.count − 1): positions and
/// velocities do not jump, and the energy of a cut spring is lost. The indices of other links
/// change.
void vl_world_break_links(vl_world *world, const int *indices, int count);

// --- reading before the links are solved, a mistake ---

/// Swaps the positions before the links were solved into particles.x, or back. Only directly after
/// a step, of a world with rods or strings and a mistake with reads_unsolved.
void vl_world_swap_unsolved(vl_world *world);

/// The kinetic energy of (x − x₋)/dt₋ with those positions, J, before they are swapped.
double vl_world_kinetic_unsolved(const vl_world *world);

// --- links while the clock stands ---

/// Brings rods and strings to their lengths without a velocity, and free particles out of the
/// colliders that respond by projection, both together, by the most exact solver that accepts the
/// links, whatever the world's own one is; what is pinned or held stays. Where that moves anything,
/// velocities lose the part that would change lengths, unless another solver was the reason; so
/// they do at the start, all of it or none, and what lies on a collider is carried by it. Where not
/// all can be met, the colliders are, and the world's own solver is repeated until it moves
/// nothing. The velocity must be current. Allocates; its work is bounded: among very many links the
/// sweeps may end before the links have their lengths.
void vl_world_settle(vl_world *world);

// --- hands ---

/// Takes a particle into a hand, which moves it from now on. What links at their lengths then
/// cannot have of a velocity is gone. False if it is held already or no hand is free.
VL_MUST_USE bool vl_world_hold(vl_world *world, int slot);

/// Sets the target of a held particle for the end of the next frame. It moves there on a straight
/// line, as far as stiff links to other fixed particles reach, which is not found in large nets.
void vl_world_carry(vl_world *world, int slot, vl_vec3 target);

/// Releases a particle with the velocity `v` (m/s) while the clock runs. The links are solved once.
void vl_world_release(vl_world *world, int slot, vl_vec3 v);

/// Releases a particle at rest while the clock stands; it stays at rest. Where vl_world_pose() has
/// not brought the links near to their lengths they are settled.
void vl_world_put_down(vl_world *world, int slot);

/// Pins a particle where it is, as vl_world_hold() holds it, or releases it at rest.
void vl_world_set_pinned(vl_world *world, int slot, bool pinned);

/// Brings held particles to their targets while time is stopped, and the links to their lengths.
/// Out of the reach of the links they come as near as these let them, and among very many links a
/// long way takes several calls. No stiff link is stretched by more than a hundredth, or than the
/// most that was there before. Afterwards now.unsettled is set, and the velocities of the others
/// are what they were.
void vl_world_pose(vl_world *world);
