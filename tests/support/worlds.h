#pragma once
// Small worlds that several tests share. Who asks for one frees it with vl_world_free().

#include "base/memory.h"
#include "base/random.h"
#include "physics/model/model.h"

#define TEST_PI 3.14159265358979323846

/// The row of that name, or NULL. The program finds both by the key of a scene file.
const vl_solver *solver_named(const char *name);
const vl_mistake *mistake_named(const char *name);

/// One particle of 1 kg with `force`, which may be NULL, and without links. `integrator` here and
/// below: a name of the table.
vl_world *world_of_one(const char *integrator, vl_vec3 x, vl_vec3 v, vl_vec3 gravity,
                       const vl_force *force);

/// The oscillator of the articles: k = π²/4, m = 1, x₀ = 1, at rest; x = cos(π t/2).
vl_world *oscillator(const char *integrator);

/// The fall of the articles: from 500 m at rest, a = −10 m/s².
vl_world *fall(const char *integrator);

/// A chain of `n` links from (0, 0) straight to (`length`, 0), pinned at its start, under gravity
/// 9.81; particles of `mass` each, the last of `ball_mass`, kg.
vl_world *chain(const char *integrator, int n, double length, double mass, double ball_mass,
                vl_link_kind kind);

/// A swing of 20 links: 1 m long, 21 equal masses, straight at 60° from the vertical, at rest.
vl_world *swing(const char *integrator);

enum { SWING_LINKS = 20 };

/// The energy of a swing above that of hanging straight down, J.
double swing_energy(vl_world *world);

/// Another order of the sweeps.
void set_order(vl_world *world, vl_sweep_order order);

/// `count` steps of `dt`, s.
void make_steps(vl_world *world, int count, double dt);

/// Before or after vl_world_link().
void set_mass(vl_world *world, int i, double mass);
void pin(vl_world *world, int i);
void add_force(vl_world *world, vl_force force);
void add_collider(vl_world *world, vl_collider collider);

/// All particles are at the same places, to the bit.
void assert_same_places(const vl_world *a, const vl_world *b);

/// A step of 0.5 to 1.5 of the mean, s.
double random_dt(vl_random *random, double mean);
