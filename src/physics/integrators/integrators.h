#pragma once
/// Integrators: their list, the mistakes that can be put into their steps, and what is known of
/// methods that keep positions. Each method stands in a file of its own and moves a world by what
/// the forces give; this room knows nothing of contacts, of substeps or of the step around a move.

#include "physics/forces/forces.h"

// --- the list of integrators ---

/// All integrators, in the order of their keys 1…9, 0, B, I. Menu, help, documentation, CSV and
/// tests are read from it.
extern const vl_integrator *const vl_integrators[];
extern const int vl_integrator_count;

/// The integrator of that name, or NULL.
const vl_integrator *vl_integrator_find(const char *name);

/// Whether two make the same step: a copy, and one with the same mistake in it, do.
bool vl_integrator_same_step(const vl_integrator *a, const vl_integrator *b);

/// What this build of the program lacks for it, as the end of a sentence; NULL where it lacks
/// nothing.
const char *vl_integrator_lacks(const vl_integrator *integrator);

// --- the list of mistakes ---

/// All mistakes, in the order of the scenes that show them.
extern const vl_mistake vl_mistakes[];
extern const int vl_mistake_count;

/// The mistake of that name, or NULL.
const vl_mistake *vl_mistake_find(const char *name);

/// Whether a method can make it. True where there is no mistake (NULL).
bool vl_mistake_fits(const vl_mistake *mistake, const vl_integrator *integrator);

/// How a method takes its step with it; NULL where that is not touched, or without a mistake.
const vl_mistaken_step *vl_mistake_step(const vl_mistake *mistake, const vl_integrator *integrator);

// --- methods that keep positions (xₙ, xₙ₋₁) instead of a velocity ---

/// exp(−c h): what damping of c (1/s) leaves of a speed after h seconds.
double vl_damping_left(const vl_world *world, double h);

/// vl_integrator.begin: x₋ = x − v h + ½ a h², or x − v h where the scene asks for the naive start;
/// under damping the speed half a step earlier was larger by exp(c h/2).
void vl_position_begin(vl_world *world, int first, int last, double h);

/// v(tₙ) = (xₙ − xₙ₋₁)/dt₋ + ½ aₙ dt₋ of all particles, the inverse of vl_position_begin(). The
/// acceleration must be current.
void vl_position_velocity(vl_world *world);

/// x' = x + (x − x₋) inertia + a gain for all particles; x₋ becomes x. `gain` in s².
void vl_position_move(vl_world *world, double inertia, double gain);
