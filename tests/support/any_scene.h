#pragma once
// Scenes, time steps and deeds drawn at random.

#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "physics/model/model.h"
#include "physics/solvers/solvers.h"
#include "scene/scene.h"

/// The size of the worlds, m, about.
#define ANY_WORLD_SIZE 4.0

/// A number from `low` to `high`; one of 0 … count − 1; true with a probability of `chance`.
double any_between(vl_random *random, double low, double high);
int any_of(vl_random *random, int count);
bool any_chance(vl_random *random, double chance);

/// A scene file of any forces, colliders, links and solver, added to `yaml`.
void any_yaml(vl_text *yaml, vl_random *random);

/// A time step, s: mostly those of a screen, now and then anything, a NaN too.
double any_dt(vl_random *random);

/// What a person does to a synchronised world: holds or releases a particle, pins or unpins one,
/// takes another integrator or other settings of the solver, cuts a link; any_deed() one of these.
void any_grip(vl_world *world, vl_random *random);
void any_pin(vl_world *world, vl_random *random);
void any_method(vl_world *world, vl_random *random);
void any_settings(vl_world *world, vl_random *random);
void any_cut(vl_world *world, vl_random *random);
void any_deed(vl_world *world, vl_random *random);
