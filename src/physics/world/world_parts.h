#pragma once
/// What the files of this room share, from the lowest to the highest. Private to it.
/// For this room alone.

#include "physics/world/world.h"

// --- memory: world.c ---

/// All scratch memory of a world whose particles, links and settings are there.
void vl_world_equip(vl_world *world);

/// Memory of the solver and of the integrator, for the links as they are now.
void vl_world_create_solver(vl_world *world);
void vl_world_free_solver(vl_world *world);
void vl_world_create_integrator(vl_world *world);
void vl_world_free_integrator(vl_world *world);

/// Cells of a cloth, those that are gone too.
static inline size_t vl_cloth_cells(const vl_cloth *cloth)
{
    return (size_t)(cloth->columns - 1) * (size_t)(cloth->rows - 1);
}

// --- the method's own state: state.c ---

/// A solve whose outcome is of use in any case.
void vl_world_solve_or_fallback(vl_world *world, double h);

/// Solves until the strain no longer falls: what is left would be speed when time goes on.
void vl_world_converge_links(vl_world *world);

/// A method that keeps a velocity takes over what is observed of it.
void vl_world_adopt_observed(vl_world *world);

/// Without rods and strings: makes vl_world_velocity() that of the present time.
void vl_world_complete_velocity(vl_world *world);

/// v⁻ = (xₙ − xₙ₋₁)/dt₋, as vl_world_velocity().
void vl_world_set_backward_velocity(vl_world *world);

/// From v⁻ to v(tₙ) = (dt₋ v⁺ + dt v⁻)/(dt + dt₋) with v⁺ = (xₙ₊₁ − xₙ)/dt, after the substep of
/// `dt` that follows tₙ. Of a substep that was divided, dt and v⁺ are those of its first part.
void vl_world_set_central_velocity(vl_world *world, double dt_old, double dt);

/// What the first part of a divided substep did, for vl_world_set_central_velocity().
void vl_world_remember_first_part(vl_world *world, double h);

/// Held particles go to where they are when `part` of this frame is over; `speed` turns the
/// displacement of the whole frame into m/s.
void vl_world_carry_holds(vl_world *world, double part, double speed);

// --- tearing: tear.c ---

/// Takes the links `indices` out of the world, with the cells of cloth at them.
void vl_world_take_out_links(vl_world *world, const int *indices, int count);

/// Takes out the links that are stretched too far now that they are solved.
void vl_world_tear_links(vl_world *world);

// --- the step: step.c ---

/// One substep of `h` s. Held particles do the part from `begin` to `end` (0…1) of the displacement
/// of their frame.
void vl_world_substep(vl_world *world, double h, double begin, double end);
