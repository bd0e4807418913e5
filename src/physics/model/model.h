#pragma once
/// The model: what a world consists of, and the interfaces by which the rooms above take part in it
/// (integrator, solver, force, collider, mistake, observer). Of a step this room knows only how
/// time is counted and what the velocity of an instant is; it knows no integrator, solver or force.
///
/// Time goes on in frames of variable length, and a frame is cut into equal substeps. The state
/// that every integrator agrees on is x(tₙ), v(tₙ).

#include "physics/model/collider.h"
#include "physics/model/force.h"
#include "physics/model/integrator.h"
#include "physics/model/links.h"
#include "physics/model/mistake.h"
#include "physics/model/observer.h"
#include "physics/model/particles.h"
#include "physics/model/solver.h"

#include <stddef.h>
#include <stdint.h>

enum {
    VL_MOST_HOLDS = 10,     ///< hands, one per finger
    VL_SCRATCH_VECTORS = 3, ///< work arrays of three axes each, for the multi-stage methods
};

/// A cloth: a rectangle of particles, drawn as a surface.
typedef struct vl_cloth {
    int first_number; ///< of the top left particle; numbers go on row by row, cloth after cloth
    int columns, rows;
    bool *gone; ///< by cell, row by row, (columns − 1) × (rows − 1): a link along one of the cell's
                ///< four edges is broken; made by vl_world_link()
} vl_cloth;

/// How the links of the last frame were solved, over all its substeps.
typedef struct vl_solve_report {
    int sweeps;      ///< or Newton steps
    int divided;     ///< substeps that had to be cut into smaller ones to have a solution
    int failed;      ///< substeps that had none even so
    bool measured;   ///< by the solver: residual; else the strain of the links is what is left
    double residual; ///< of the last substep, as in vl_solve
    int unconverged; ///< substeps whose implicit equation was not solved: the best found was taken
} vl_solve_report;

typedef struct vl_hold {
    int slot;
    vl_vec3 from;   ///< m, where the particle was when the frame began
    vl_vec3 target; ///< m, where it is to be at the end of the frame
} vl_hold;

/// Where a world stands in time.
typedef struct vl_moment {
    double time;                  ///< s
    double compensation;          ///< s, what rounding left out of `time`
    double dt_old;                ///< s, length of the last executed substep; 0 before the first
    double dt;                    ///< s, length of the one being made, or of the last
    double dt_first;              ///< s, length of the first substep of the run
    double dt_before;             ///< s, length of the last substep before the present frame
    int64_t frames;               ///< executed
    bool begun;                   ///< the method's own state exists
    bool diverged;                ///< left the finite numbers; stopped
    double diverged_time;         ///< s
    bool acceleration_is_current; ///< particles.a belongs to x and time
    bool velocity_is_current;     ///< vl_world_velocity() belongs to x and time
    double kinetic_before;        ///< J, at the beginning of the last frame
} vl_moment;

/// Rules of a world that a mistake may change.
typedef struct vl_rules {
    double damping, damping_per_step;
    bool naive_start;
} vl_rules;

struct vl_world {
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
    const vl_integrator *integrator;   ///< changed by vl_world_set_integrator()
    const vl_mistake *mistake;         ///< NULL: none. Changed by vl_world_set_mistake()
    vl_rules right_rules;              ///< the rules without the mistake, where there is one
    vl_integrator mistaken_integrator; ///< the method with the mistake in it, where it has one
    void *integrator_memory;           ///< of it, where it needs some
    vl_solver_settings solver; ///< method, direction, order, grids: by vl_world_set_solver()
    void *solver_memory;       ///< of solver.method
    const struct vl_sweep_kernel *sweep_kernel; ///< NULL: the widest. Read as threads. Same bits
    int threads; ///< the solver may use; 0: all cores. Read when solver_memory is made. Same bits

    vl_moment now;
    double next_dt;         ///< s, of the coming frame where the caller knows it; else 0
    int64_t evaluations;    ///< of the acceleration so far
    vl_solve_report solved; ///< of the last frame
    int contacts;           ///< particles that a collider held or sent back in the last frame
    int broken;             ///< links that tore or were cut so far
    struct vl_contacts *contact_memory; ///< NULL where no collider projects

    int hold_count;
    vl_hold holds[VL_MOST_HOLDS];
    int observer_count;
    vl_observation observers[VL_MOST_OBSERVERS];

    double *own[VL_AXES];                         ///< what a method keeps besides x, x_old, v
    double *scratch[VL_SCRATCH_VECTORS][VL_AXES]; ///< work of one step
    double *predicted[VL_AXES];                   ///< m, positions before the links were solved
    double *observed[VL_AXES];    ///< m/s, where a method's own velocity lacks the links' part
    struct vl_snapshot *ahead;    ///< for a look ahead
    struct vl_snapshot *rollback; ///< of the present substep; only where the solver can fail
    double first_part;            ///< s, of the last substep where it was divided; else 0
};

/// s: of a shorter step what is divided by its square may not be a finite number.
#define VL_SHORTEST_STEP 1e-100

/// Whether a frame of `dt` seconds can be a step: finite, and no substep shorter than
/// VL_SHORTEST_STEP.
bool vl_world_can_step(const vl_world *world, double dt);

/// Adds `h` s to the time by a compensated sum: fifty steps of 0.1 are 5.
void vl_moment_advance(vl_moment *now, double h);

/// The velocity v(tₙ) that all methods agree on, m/s, by axis and slot, if velocity_is_current.
/// Where no rods and strings act: the state, or (xₙ − xₙ₋₁)/dt₋ + ½ aₙ dt₋ of a method that keeps
/// positions. Where they do: the weighted central difference (dt₋ v⁺ + dt v⁻)/(dt + dt₋), for
/// methods that keep a velocity too, since theirs has only half of the last impulse of the links.
double *const *vl_world_velocity(const vl_world *world);

/// The velocity that forces see, m/s: particles.v where a velocity is the state, and before the
/// first step; else (x − x₋)/dt₋, half a step old.
vl_vec3 vl_world_force_velocity(const vl_world *world, int slot);

/// x₋ = x − v h in the slots [first, end), so that a damped spring that takes its speed from
/// (x − x₋)/dt₋ finds v. For whoever calls the integrator's `begin`.
void vl_world_put_old_positions(vl_world *world, int first, int end, double h);

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
