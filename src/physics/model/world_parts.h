#pragma once
/// What the parts of a world share among themselves: world.c, world_step.c, world_hands.c and
/// world_breaking.c. For nobody else.

#include "physics/model/world.h"

#include <stddef.h>

static inline bool vl_world_has_hard_links(const vl_world *world)
{
    return world->links.hard_count > 0;
}

/// Whether what is observed of the velocity is kept apart from the state.
static inline bool vl_world_observes(const vl_world *world)
{
    return vl_world_has_hard_links(world) && !world->integrator->keeps_positions &&
           world->now.begun;
}

/// Cells of a cloth, those that are gone too.
static inline size_t vl_cloth_cells(const vl_cloth *cloth)
{
    return (size_t)(cloth->columns - 1) * (size_t)(cloth->rows - 1);
}

/// All scratch memory of a world whose particles, links and settings are there.
void vl_world_equip(vl_world *world);

/// Memory of the solver and of the integrator, for the links as they are now.
void vl_world_create_solver(vl_world *world);
void vl_world_free_solver(vl_world *world);
void vl_world_create_integrator(vl_world *world);
void vl_world_free_integrator(vl_world *world);

/// Takes a method of the table, with the world's mistake where that is one of its steps, and the
/// memory for it.
void vl_world_use_integrator(vl_world *world, const vl_integrator *method);

/// A solve whose outcome is of use in any case.
void vl_world_solve_or_rescue(vl_world *world, double h);

/// Solves until the strain no longer falls: what is left would be speed when time goes on.
void vl_world_solve_at_rest(vl_world *world);

/// Builds the method's own state of all particles from x and v; h as in vl_integrator.begin.
void vl_world_begin(vl_world *world, double h);

/// A method that keeps a velocity takes over what is observed of it.
void vl_world_adopt_observed(vl_world *world);

/// Held particles go to where they are when `part` of the way of this frame is done; `speed` turns
/// the whole way into m/s.
void vl_world_carry_holds(vl_world *world, double part, double speed);

/// Takes out the links that are stretched too far now that they are solved.
void vl_world_tear_links(vl_world *world);
