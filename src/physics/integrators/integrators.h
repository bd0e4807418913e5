#pragma once
/// Integrators: their list, the list of mistakes, and functions of methods that keep positions.
/// Each method is in a file of its own and moves particles by their accelerations; this room knows
/// nothing of contacts, links, substeps or the step around a move.

#include "physics/forces/forces.h"

// --- the list of integrators ---

/// All integrators, in the order of their keys 1…9, 0, B, I, Ctrl+B. Menu, help, documentation, CSV
/// and tests read it.
extern const vl_integrator *const vl_integrators[];
extern const int vl_integrator_count;

enum { VL_MOST_INTEGRATORS = 16 }; ///< there is room for so many

/// The integrator of that name, or NULL.
const vl_integrator *vl_integrator_find(const char *name);

/// The number of one of them in the list.
int vl_integrator_index(const vl_integrator *integrator);

/// Whether two make the same step, as a method and its copy do.
bool vl_integrator_same_step(const vl_integrator *a, const vl_integrator *b);

// --- the list of mistakes ---

/// All mistakes, in the order of the scenes that show them.
extern const vl_mistake vl_mistakes[];
extern const int vl_mistake_count;

/// Whether a method can make the mistake. True for no mistake (NULL).
bool vl_mistake_fits(const vl_mistake *mistake, const vl_integrator *integrator);

/// The step of a method with the mistake in it; NULL where that is unchanged, or without a mistake.
const vl_mistaken_step *vl_mistake_step(const vl_mistake *mistake, const vl_integrator *integrator);

// --- methods that keep positions (xₙ, xₙ₋₁) instead of a velocity ---

/// vl_integrator.begin: x₋ = x − v h + ½ a h²; under damping the speed half a step earlier is
/// larger by exp(c h/2). The naive start is x₋ = x − v h to the letter, with damping too.
void vl_position_begin(vl_world *world, int first, int last, double h);

/// v(tₙ) = (xₙ − xₙ₋₁)/dt₋ + ½ aₙ dt₋ for all particles, the inverse of vl_position_begin(). The
/// acceleration must be current.
void vl_position_velocity(vl_world *world);

/// x₋ of all particles, `from` s before x, becomes the position `to` s before it, at the same
/// v(tₙ). The acceleration must be current.
void vl_position_respace(vl_world *world, double from, double to);

/// x' = x + (x − x₋) inertia + a gain for all particles; x₋ becomes x. `gain` in s².
void vl_position_move(vl_world *world, double inertia, double gain);

// --- a jump of the acceleration ---

/// Keeps v(tₙ) of a particle whose acceleration a(tₙ) changes by `more` m/s² at this instant: the
/// state of a method that has x₋ or a velocity half a step ago contains a(tₙ).
void vl_integrator_jump(vl_world *world, int slot, vl_vec3 more);
