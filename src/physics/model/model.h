#pragma once
/// The model: what a world consists of, and the interfaces by which the rooms above take part in it
/// (integrator, solver, force, collider, mistake, observer). It knows how time is counted and what
/// the velocity of an instant is, but no particular integrator, solver or force, and not the step.
///
/// Time advances in frames of variable length, and a frame is cut into equal substeps. The state
/// that every integrator agrees on is x(tₙ), v(tₙ).

#include "physics/model/collider.h"
#include "physics/model/force.h"
#include "physics/model/integrator.h"
#include "physics/model/links.h"
#include "physics/model/mistake.h"
#include "physics/model/observer.h"
#include "physics/model/particles.h"
#include "physics/model/solver.h"
#include "physics/model/supports.h"

#include <stdint.h>

enum {
    VL_MOST_HOLDS = 10,     ///< hands, one per finger
    VL_SCRATCH_VECTORS = 3, ///< scratch arrays of three axes each, for the multi-stage methods
};

/// A cloth: a rectangle of particles, drawn as a surface.
typedef struct vl_cloth {
    int first_number; ///< number of the top left particle; the others follow row by row
    int columns, rows;
    bool *gone; ///< by cell, row by row, (columns − 1) × (rows − 1): one of its four edges is
                ///< broken; made by vl_world_link()
} vl_cloth;

/// How the links of the last frame were solved, over all its substeps, of which each counts once.
typedef struct vl_solve_report {
    int sweeps;      ///< or Newton steps
    int divided;     ///< substeps that had to be cut into smaller ones to have a solution
    int failed;      ///< substeps that had no solution in 64 parts either
    bool measured;   ///< the solver has measured `residual`; else the strain of the links is the
                     ///< residual
    double residual; ///< the largest after a substep, as in vl_solve
    int unconverged; ///< substeps whose implicit equation, or whose links, were not solved to their
                     ///< tolerance (or strained by contacts), or that went on by a parabola
} vl_solve_report;

typedef struct vl_hold {
    int slot;
    vl_vec3 from;   ///< m, where the particle was when the frame began
    vl_vec3 target; ///< m, where it will be at the end of the frame
} vl_hold;

/// What moved particles while the clock stood, so that links may lack their lengths when it goes
/// on.
typedef enum vl_unsettled {
    VL_SETTLED,
    VL_UNSETTLED_BY_HAND,    ///< a hand has placed something
    VL_UNSETTLED_BY_SETTING, ///< another solver, which may leave less strain than the one before
} vl_unsettled;

/// Strain up to which links count as having their lengths: a strain of ε that a step of h s takes
/// away is a speed of ε · length/h.
#define VL_SETTLED_STRAIN 1e-4

/// The anchors of friction at penalties: where the tangential spring of each contact is fastened
/// (physics/forces/penalty.c). They are state of the world beside x and v. By collider and slot:
/// index `collider` × number of particles + `slot`.
typedef struct vl_anchors {
    int count;           ///< particles × colliders
    bool *laid;          ///< the particle is in the collider, and has an anchor there
    double *at[VL_AXES]; ///< m, where that is
} vl_anchors;

/// The time of a world, and what is known at that instant.
typedef struct vl_moment {
    double time;          ///< s
    double compensation;  ///< s, rounding error of `time`, as in Kahan's sum
    double dt_old;        ///< s, length of the last executed step; 0 before the first
    double dt_method;     ///< s, length that the next step of a method takes dt₋ to be: that
                          ///< of the whole substep where the last one was made in parts
    double dt;            ///< s, length of the present or last substep
    double dt_first;      ///< s, length of the first substep of the run
    double dt_before;     ///< s, length of the last substep before the present frame
    int64_t frames;       ///< executed
    bool begun;           ///< the method's own state exists
    unsigned touched;     ///< 1 << vl_response of each collider that was touched so far, and
                          ///< VL_TOUCHED_IN_STEP
    bool diverged;        ///< values are no longer finite; the world has stopped
    double diverged_time; ///< s
    bool acceleration_is_current; ///< particles.a belongs to x and time
    bool velocity_is_current;     ///< vl_world_velocity() belongs to x and time
    bool looked;                  ///< it is that of vl_world_look(), which is forgotten
    vl_unsettled unsettled;       ///< vl_world_settle() has to come before the next step
    double kinetic_before;        ///< J, at the beginning of the last frame
    double velocity_age; ///< s, age of particles.v while a method completes its step; else 0
} vl_moment;

/// In vl_moment.touched: forces that vary acted on a particle in a step with a contact, of which
/// contacts knew no more than the acceleration at its beginning.
#define VL_TOUCHED_IN_STEP (1u << 8)

/// The rules of a world that a mistake may change.
typedef struct vl_rules {
    double damping, damping_per_step;
    bool naive_start;
} vl_rules;

/// What does work besides the forces with a potential on free particles, when the acceleration was
/// last evaluated. After the move of a method that weighs several evaluations: in their mean.
typedef struct vl_powers {
    double damping, contacts, outside; ///< W, of dampers, penalties and winds on free particles
    vl_vec3 on_hold[VL_MOST_HOLDS];    ///< N, of potentials and springs on held particles
} vl_powers;

enum { VL_DECAYS = 4 };

struct vl_world {
    vl_arena arena;            ///< of all its memory but what follows
    vl_arena solver_arena;     ///< of solver_memory and rollback
    vl_arena integrator_arena; ///< of integrator_memory
    vl_particles particles;
    vl_links links;
    int force_count;
    vl_force *forces;
    int collider_count;
    vl_collider *colliders;
    int cloth_count;
    vl_cloth *cloths;

    vl_vec3 gravity;         ///< m/s²
    double damping;          ///< 1/s: speeds decay as exp(−damping t)
    double damping_per_step; ///< 0…1: the part of the speed lost in each substep of any length
    bool naive_start;        ///< x₋ = x₀ − v₀ h, the well-known mistake
    const vl_integrator *integrator;   ///< set by vl_world_set_integrator()
    const vl_mistake *mistake;         ///< set by vl_world_set_mistake(); NULL: none
    double decays[VL_DECAYS][2];       ///< c h and exp(−c h), the last ones of vl_damping_left()
    unsigned decay_count;              ///< of these so far
    vl_rules right_rules;              ///< the rules without the mistake, where there is one
    vl_integrator mistaken_integrator; ///< the method with the mistake in its step
    void *integrator_memory;           ///< of the integrator; may be NULL
    vl_solver_settings solver;         ///< set by vl_world_set_solver()
    void *solver_memory;               ///< of solver.method
    const struct vl_sweep_kernel
        *sweep_kernel; ///< NULL: the widest. Read when solver_memory is made; changes no bit
    int threads; ///< of the solver, at most; 0: all cores. Read when solver_memory is made; changes
                 ///< no bit

    vl_moment now;
    double next_dt;         ///< s, length of the next frame where the caller knows it; else 0
    int64_t evaluations;    ///< evaluations of the acceleration so far
    vl_solve_report solved; ///< of the last frame
    int contacts;           ///< particles that touched a collider in the last frame
    int broken;             ///< links that tore or were cut so far
    struct vl_contacts *contact_memory; ///< NULL where no collider projects
    vl_supports *supports;              ///< likewise
    vl_anchors *anchors;                ///< NULL where no penalty has friction

    int hold_count;
    vl_hold holds[VL_MOST_HOLDS];
    int observer_count;
    vl_observation observers[VL_MOST_OBSERVERS];

    double *scratch[VL_SCRATCH_VECTORS][VL_AXES]; ///< scratch memory of one step
    double *predicted[VL_AXES];                   ///< m, positions before the links were solved
    bool reactions_wanted;                        ///< by the ledger
    bool powers_wanted;                           ///< by the ledger: powers of winds and dampers
    vl_powers powers;                             ///< belongs to particles.a
    double *a_outside[VL_AXES];                   ///< m/s², by winds alone, likewise
    double *reaction[VL_AXES];                    ///< kg m, see vl_world_wants_reactions()

    // Velocities besides particles.v, m/s, and when each is true. vl_world_velocity() is that of
    // the instant, vl_world_method_velocity() the one that a method has, vl_world_force_velocity()
    // the one that forces see.
    double *v_half[VL_AXES]; ///< at tₙ − ½ dt₋: the state of a method that keeps half steps
    double *v_instant[VL_AXES]; ///< at tₙ, where vl_world_has_v_instant(): particles.v lacks half
                                ///< of the last impulse of rods and strings there
    double *v_predicted[VL_AXES]; ///< at tₙ, in the second evaluation of vl_world_accelerate()
    double *const *v_forces;  ///< at the instant of an evaluation, while it is made: what forces
                              ///< see; NULL: that of the method
    double *a_links[VL_AXES]; ///< m/s², acceleration by rods and strings in the last step; only
                              ///< where forces depend on the velocity, and where contacts are

    bool *begins;                 ///< by slot: vl_world_put_old_positions() gave it a velocity
    bool *linked;                 ///< by slot: rods or strings end there
    bool links_rest;              ///< they do not act: only what has none is of interest
    struct vl_snapshot *ahead;    ///< for the trial substep of vl_world_synchronise()
    struct vl_snapshot *rollback; ///< start of the present substep; only if it may be made again
    double first_part; ///< s, length of the first part of the last substep; 0: it was not divided
};

/// The collider of a support, by its vl_support_index().
static inline const vl_collider *vl_support_collider(const vl_world *world, int index)
{
    return &world->colliders[world->supports->collider[index]];
}

/// s: a displacement divided by the square of a shorter step may not be finite.
#define VL_SHORTEST_STEP 1e-100

/// Whether a frame of `dt` seconds can be a step: finite, and no substep shorter than
/// VL_SHORTEST_STEP.
bool vl_world_can_step(const vl_world *world, double dt);

/// Adds `h` s to the time by a compensated sum: fifty steps of 0.1 s are 5 s.
void vl_moment_advance(vl_moment *now, double h);

/// The uniform gravity that acts on a particle, m/s²: none on a dial, whose x is an angle.
vl_vec3 vl_world_gravity_on(const vl_world *world, int slot);

/// The velocity v(tₙ) that all methods agree on, m/s, by axis and slot, if velocity_is_current.
/// Without rods and strings it is the method's velocity, or (xₙ − xₙ₋₁)/dt₋ + ½ aₙ dt₋ if the
/// method keeps positions. With them it is the weighted central difference (dt₋ v⁺ + dt v⁻)/(dt +
/// dt₋) for every method, as a method's velocity has only half of the last impulse of the links.
double *const *vl_world_velocity(const vl_world *world);

/// The velocity that forces see, m/s: v_forces where that is given, else
/// vl_world_method_velocity().
vl_vec3 vl_world_force_velocity(const vl_world *world, int slot);

/// The velocity that the method has when accelerations are evaluated, m/s: particles.v where a
/// velocity is the state, and before the first step; else (x − x₋)/dt₋, half a step old.
vl_vec3 vl_world_method_velocity(const vl_world *world, int slot);

/// exp(−c h), the factor by which damping of c (1/s) reduces a speed in h seconds.
double vl_damping_left(vl_world *world, double h);

/// Damping, of the air and per step, makes v⁺ = kept v⁻ + gain p + late p₋ of the impulses p of
/// forces and links over the mass, and p₋ of links in the last step. So its own part is
/// −(back v⁻ + ahead v⁺) with back = (gain − kept)/gain, ahead = (1 − gain)/gain, and that of links
/// and friction pull = (1 + late)/gain times what they moved.
typedef struct vl_decay {
    double kept, back, ahead, pull;
} vl_decay;

/// That of a method with displacements whose middles are `span` seconds apart, with the part
/// `per_step` of the speed that is lost in each substep.
vl_decay vl_world_decay(vl_world *world, double span, double per_step);

/// How many seconds ago that velocity was right: v(tₙ) is vl_world_method_velocity() + age × a(tₙ)
/// to second order. Half of dt₋ for a method that keeps positions.
double vl_world_velocity_age(const vl_world *world);

/// Sets x₋ = x − v h in the slots [first, end), before the integrator's `begin`: the velocity that
/// forces see there is v, in the next vl_world_accelerate() too.
void vl_world_put_old_positions(vl_world *world, int first, int end, double h);

/// Whether solvers add what they do to pinned and held particles to world->reaction: by slot, the
/// sum of the impulses of all rods and strings at such a particle, times the length of the step. It
/// is the negative of what the same corrections gave the other ends. Of a free particle it is 0.
bool vl_world_wants_reactions(const vl_world *world);

/// Largest strain of the stiff rods and strings; that of a slack string is 0.
double vl_world_strain(const vl_world *world);

static inline bool vl_world_has_hard_links(const vl_world *world)
{
    return world->links.hard_count > 0 && !world->links_rest;
}

/// Whether v(tₙ) is in world->v_instant, as it differs from the method's own velocity.
static inline bool vl_world_has_v_instant(const vl_world *world)
{
    return vl_world_has_hard_links(world) && !world->integrator->keeps_positions &&
           world->now.begun;
}
