#pragma once
/// What a force is.

#include "physics/model/particles.h"

typedef struct vl_world vl_world;

enum { VL_MOST_COEFFICIENTS = 16 };

typedef struct vl_force_kind vl_force_kind;

/// One force of a world. The kind says which members it reads.
typedef struct vl_force {
    const vl_force_kind *kind;
    vl_vec3 center;   ///< m; harmonic, central, magnetic
    double stiffness; ///< N/m; harmonic
    int axis;         ///< 0, 1, 2 for x, y, z; polynomial, sine
    int coefficient_count;
    double coefficients[VL_MOST_COEFFICIENTS]; ///< m/s², m/s³ …; polynomial
    double amplitude;                          ///< m/s²; sine
    double frequency;                          ///< rad/s; sine
    double phase;                              ///< rad; sine
    double strength;                           ///< G M, m³/s²; central
    double constant;                           ///< G, m³/(kg s²); gravitation
    vl_vec3 velocity;                          ///< m/s, mean velocity of the air; wind
    double drag;                               ///< N s/m³; wind
    double gust;    ///< 0…1, amplitude of the gusts relative to `velocity`; wind
    int seed;       ///< of the random gusts; wind
    double charge;  ///< C/kg, q/m of every particle; magnetic
    vl_vec3 field;  ///< T, the uniform part of B; magnetic
    vl_vec3 moment; ///< T m³, μ₀/4π times the moment of a dipole in `center`; magnetic
    double cutoff;  ///< m, there is no force at smaller distances; central, gravitation, magnetic
} vl_force;

struct vl_force_kind {
    const char *name;    ///< as in a scene file
    const char *keys;    ///< the members it reads, as keys of a scene file with spaces between
    const char *example; ///< such a force in a scene file
    const char *formula; ///< UTF-8
    bool depends_on_time;
    bool sees_velocity;  ///< it depends on the velocity
    bool does_work;      ///< it has no potential: the energy is defined but not conserved
    bool keeps_momentum; ///< it acts between particles, and they on each other
    bool is_spring; ///< m a = −stiffness (x − center): there is a place at which it is at rest

    /// Adds its accelerations at time `t` (s) to particles.a, for pinned particles too.
    void (*accelerate)(const vl_force *force, const vl_world *world, double t);

    /// Adds the stiffness −∂(m a)/∂x of one particle, N/m, to the symmetric block xx, xy, xz, yy,
    /// yz, zz; with `positive` only its positive semidefinite part. NULL where it is zero or
    /// unknown; the implicit methods then take more Newton steps.
    void (*stiffness)(const vl_force *force, const vl_world *world, int slot, bool positive,
                      double block[6]);

    /// Ω of one particle, 1/s, for a force that only turns velocities: its acceleration is v × Ω.
    /// NULL for every other force.
    vl_vec3 (*turning)(const vl_force *force, const vl_world *world, int slot);

    /// Potential energy, J. NULL for a force that depends on time or does work, or that has none.
    double (*potential)(const vl_force *force, const vl_world *world);
};
