#pragma once
/// The world that runs: made, linked, stepped, looked at one step ahead, edited while it runs, held
/// by hands, copied. This room puts integrator, solver and contacts together into a step
/// (physics/world/step.c); of who watches it knows only that they are observers.

#include "base/error.h"
#include "physics/model/model.h"

// --- making one ---

/// An empty world of `count` particles with gravity 0 and the integrator `tcv`. The caller fills in
/// particles, forces, colliders, cloths and settings, then calls vl_world_link(). Free with
/// vl_world_free().
vl_world *vl_world_create(int count);

void vl_world_free(vl_world *world);

/// Gives the world its links (slots as ends) and its scratch memory. Once, before the first step.
void vl_world_link(vl_world *world, const vl_link *links, int count);

/// A world of its own in the same state at the same time: x(tₙ), v(tₙ), pins, links and those that
/// are broken, forces and all settings, but with another integrator and other settings of the
/// solver. It begins again from there, without hands, mistake and observers, on one thread. `world`
/// must be synchronised. Free with vl_world_free().
vl_world *vl_world_copy(const vl_world *world, const vl_integrator *integrator,
                        const vl_solver_settings *solver);

/// For a copy that has not begun: brings the stiff links to their lengths, as far as one solve
/// does, which is no motion. A better solver than the last would make speed of the strain left.
void vl_world_straighten(vl_world *world);

// --- stepping ---

/// One frame of `dt` seconds. Where vl_world_can_step() says no, or the world diverged: nothing
/// changes, and the answer is false. Links that are stretched beyond their `tear` after a substep,
/// when its links are solved, are taken out. Never allocates, but then for the solver's memory.
bool vl_world_step(vl_world *world, double dt);

/// For a frame that vl_world_can_step() refuses: changes nothing, but where there is the mistake
/// that a frame of 0 s is stepped.
void vl_world_skip(vl_world *world, double dt);

/// Builds the method's own state where it has none yet, as for a first substep of `h` s; x₋ of a
/// method that keeps positions is in particles.x_old afterwards.
void vl_world_prepare(vl_world *world, double h);

/// Builds the method's own state of all particles again from the present x, v. For a caller that
/// changed particles.x or .v of a synchronised world by hand.
void vl_world_restart(vl_world *world);

/// Makes vl_world_velocity() that of the present time. In a world with rods or strings that takes a
/// look one substep ahead, which is then undone: a substep of the frame to come where next_dt gives
/// it, else as long as the last.
void vl_world_synchronise(vl_world *world);

/// Looks one substep ahead, as vl_world_synchronise() does, from the start too, and copies the
/// positions found there to `x` (m, by axis); all is undone. Returns the length of that substep, s;
/// 0 where none can be made: the world has diverged or diverges there, or before the first step
/// next_dt is not known.
double vl_world_peek(vl_world *world, double *const x[VL_AXES]);

/// Brings the hard links back to their length, as after a substep of `h` s, by the world's solver.
vl_solve vl_world_solve(vl_world *world, double h);

// --- editing: each goes on from x(tₙ), v(tₙ) and may allocate ---

/// Turns all motion round: v(tₙ) → −v(tₙ), with dt₋ as it is. Time and all that depends on it goes
/// on.
void vl_world_turn_round(vl_world *world);

/// Another solver or other settings of it. Another method or direction solves x(tₙ) once, which
/// gives no speed: it may move points by the strain that is left of their links.
void vl_world_set_solver(vl_world *world, const vl_solver_settings *settings);

/// Another integrator. The build must have it, see vl_integrator_lacks().
void vl_world_set_integrator(vl_world *world, const vl_integrator *integrator);

/// The method of the table that the world goes by, also where a mistake has changed its step.
const vl_integrator *vl_world_method(const vl_world *world);

/// A mistake, or none (NULL). A method that cannot make it (vl_mistake_fits()) does what it always
/// does. One that is made at the start acts on worlds that have not begun.
void vl_world_set_mistake(vl_world *world, const vl_mistake *mistake);

/// The rules as they are without the mistake, if there is one.
vl_rules vl_world_rules(const vl_world *world);

/// Cuts the links `indices` (of the layout, each from 0 to links.count − 1): neither positions nor
/// velocities jump, and the energy of a spring that is cut is gone. Other links get other indices.
void vl_world_break_links(vl_world *world, const int *indices, int count);

// --- reading before the links are solved, a mistake ---

/// Puts the positions of that moment into particles.x and returns the kinetic energy of
/// (x − x₋)/dt₋ there, J. Only right behind a step, of a world with rods or strings and a mistake
/// that reads so.
double vl_world_show_unsolved(vl_world *world);

/// Puts the solved positions back.
void vl_world_show_solved(vl_world *world);

// --- hands ---

/// Takes a particle into a hand: it stays where it is put. False when it is held already or all
/// hands are full.
VL_MUST_USE bool vl_world_hold(vl_world *world, int slot);

/// Where the held particle is to be at the end of the next frame. It goes there straight.
void vl_world_carry(vl_world *world, int slot, vl_vec3 target);

/// Lets go with velocity `v` (m/s).
void vl_world_release(vl_world *world, int slot, vl_vec3 v);

/// Pins a particle where it is, or lets it go at rest.
void vl_world_set_pinned(vl_world *world, int slot, bool pinned);

/// While time stands still: brings held particles to their targets and lets the links follow; the
/// velocities of the others stay.
void vl_world_pose(vl_world *world);
