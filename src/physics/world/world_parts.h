#pragma once
/// What the files of this room share, from the lowest to the highest. For this room alone.

#include "physics/world/world.h"

// --- memory: world.c ---

/// All scratch memory of a world whose particles, links and settings are there.
void vl_world_equip(vl_world *world);

/// Memory of the solver and of the integrator, for the links as they are now.
void vl_world_create_solver(vl_world *world);
void vl_world_create_integrator(vl_world *world);

/// Number of cells of a cloth, with those that are gone.
static inline size_t vl_cloth_cells(const vl_cloth *cloth)
{
    return (size_t)(cloth->columns - 1) * (size_t)(cloth->rows - 1);
}

// --- the method's own state: state.c ---

/// Solves the links by solve_fallback().
vl_solve vl_world_solve_fallback(vl_world *world, double h);

/// Solves the links, by solve_fallback() where there is no solution.
void vl_world_solve_or_fallback(vl_world *world, double h);

/// Makes v(tₙ) the velocity of a method that keeps one.
void vl_world_adopt_observed(vl_world *world);

/// Makes vl_world_velocity() that of the present time, in a world without rods and strings.
void vl_world_complete_velocity(vl_world *world);

/// v⁻ = (xₙ − xₙ₋₁)/dt₋, as vl_world_velocity().
void vl_world_set_backward_velocity(vl_world *world);

/// Changes v⁻ to v(tₙ) = (dt₋ v⁺ + dt v⁻)/(dt + dt₋) with v⁺ = (xₙ₊₁ − xₙ)/dt, after the substep of
/// `dt` that follows tₙ. If that was divided, dt and v⁺ are those of its first part.
void vl_world_set_central_velocity(vl_world *world, double dt_old, double dt);

/// Saves the first part of a divided substep, of `h` s, for vl_world_set_central_velocity().
void vl_world_remember_first_part(vl_world *world, double h);

/// Moves held particles to their positions when `part` (0…1) of this frame is over. Their velocity
/// is the displacement in the frame times `speed`, 1/s.
void vl_world_carry_holds(vl_world *world, double part, double speed);

// --- links while the clock stands: settle.c ---

/// As vl_world_settle(); the particle in `slot` stays at rest.
void vl_world_settle_placed(vl_world *world, int slot);

/// The same with little work, for every frame in which a hand drags, and without a change of the
/// velocities.
void vl_world_settle_in_passing(vl_world *world);

// --- tearing: tear.c ---

/// Removes the links `indices` from the world, with the cells of cloth at them.
void vl_world_take_out_links(vl_world *world, const int *indices, int count);

/// Removes the links that are strained beyond their `tear`.
void vl_world_tear_links(vl_world *world);

// --- the step: step.c ---

/// Makes a substep of `h` s, in which held particles make the part from `begin` to `end` (0…1) of
/// their displacement in the frame.
void vl_world_substep(vl_world *world, double h, double begin, double end);
