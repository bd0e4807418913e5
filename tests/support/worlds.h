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

/// Links of a description, each in a family of its own.
vl_link rod_between(int from, int to, double length);
vl_link spring_between(int from, int to, double length, double stiffness);

/// `count` particles of 1 kg at rest in the origin, under gravity 9.81; not linked yet.
vl_world *particles_of(const vl_integrator *integrator, int count, double radius);

/// Another solver or direction; the other settings stay.
void use_solver(vl_world *world, const char *method, vl_direction direction);

/// Of a particle; the velocity is that of now, as is the energy, J, kinetic and potential.
vl_vec3 particle_x(const vl_world *world, int slot);
vl_vec3 particle_v(vl_world *world, int slot);
double energy_now(vl_world *world);

/// The largest |strain| of rods and strings.
double strain_of(const vl_world *world);

/// The largest distance of a particle from itself in the other world, m.
double distance_between(const vl_world *a, const vl_world *b);

/// Fails with all three unless value < limit; `who` is what the value is of.
#define assert_below(value, limit, who) check_below(value, limit, who, __FILE__, __LINE__)
void check_below(double value, double limit, const char *who, const char *file, int line);

/// All particles are at the same places, to the bit.
void assert_same_places(const vl_world *a, const vl_world *b);

/// A step of 0.5 to 1.5 of the mean, s.
double random_dt(vl_random *random, double mean);
