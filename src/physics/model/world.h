#pragma once
/// A world: particles, links and forces, and the integrator that moves them.
///
/// Time goes on in frames of variable length; a frame is cut into equal substeps. After each
/// substep the hard links are solved. The state every integrator agrees on is x(tₙ), v(tₙ).

#include "base/error.h"
#include "physics/model/collider.h"
#include "physics/model/force.h"
#include "physics/model/integrator.h"
#include "physics/model/links.h"
#include "physics/model/mistake.h"
#include "physics/model/particles.h"
#include "physics/model/solver.h"

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
    double time_rest;             ///< s, what rounding left out of `time`
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

/// Rules of a world that a mistake may bend.
typedef struct vl_rules {
    double damping, damping_per_step;
    bool naive_start;
} vl_rules;

/// Adds `h` s to the time without letting rounding errors pile up: fifty steps of 0.1 are 5.
void vl_moment_advance(vl_moment *now, double h);

struct vl_world {
    vl_particles particles;
    vl_links links;
    int force_count;
    vl_force *forces;
    int collider_count;
    vl_collider *colliders;
    int cloth_count;
    vl_cloth *cloths;

    vl_vec3 gravity; ///< m/s²
    double damping;  ///< 1/s: speeds decay as exp(−damping t)
    double
        damping_per_step; ///< 0…1: the part of the speed lost in each substep, whatever its length
    bool naive_start;     ///< x₋ = x₀ − v₀ h, the well-known mistake
    const vl_integrator *integrator; ///< changed by vl_world_set_integrator()
    const vl_mistake *mistake;       ///< NULL: none. Changed by vl_world_set_mistake()
    vl_rules unbent;                 ///< rules as they are without the mistake, where there is one
    vl_integrator broken_integrator; ///< the method with the mistake in it, where it has one
    void *integrator_memory;         ///< of it, where it needs some
    vl_solver_settings solver;       ///< method, direction, order, grids: by vl_world_set_solver()
    void *solver_memory;             ///< of solver.method
    const struct vl_sweep_kernel *sweep_kernel; ///< NULL: the widest. Read as threads. Same bits
    int threads; ///< the solver may use; 0: all cores. Read when solver_memory is made. Same bits

    vl_moment now;
    double next_dt;         ///< s, of the coming frame where the caller knows it; else 0
    int64_t evaluations;    ///< of the acceleration so far
    vl_solve_report solved; ///< of the last frame
    int contacts;           ///< particles that a collider held or sent back in the last frame
    struct vl_contacts *contact_memory; ///< NULL where no collider projects
    int broken;                         ///< links that tore or were cut so far
    struct vl_ledger *ledger; ///< NULL where nobody asked for it (physics/ledger/ledger.h)

    int hold_count;
    vl_hold holds[VL_MOST_HOLDS];

    double *own[VL_AXES];                         ///< what a method keeps besides x, x_old, v
    double *scratch[VL_SCRATCH_VECTORS][VL_AXES]; ///< work of one step
    double *predicted[VL_AXES];                   ///< m, positions before the links were solved
    double *observed[VL_AXES]; ///< m/s, where a method's own velocity lacks the links' part
    struct vl_snapshot *ahead; ///< for vl_world_synchronise()
    struct vl_snapshot
        *before;       ///< the present substep; only where the solver can fail, which divides it
    double first_part; ///< s, of the last substep where it was divided; else 0
    double *const *after_first; ///< m, by axis: positions after the first substep of each frame are
                                ///< copied there, for whoever estimates velocities; NULL: nowhere
};

/// An empty world of `count` particles with gravity 0 and the integrator `tcv`. The caller fills in
/// particles, forces, colliders, cloths and settings, then calls vl_world_link(). Free with
/// vl_world_free().
vl_world *vl_world_create(int count);

void vl_world_free(vl_world *world);

/// Gives the world its links (slots as ends) and its scratch memory. Once, before the first step.
void vl_world_link(vl_world *world, const vl_link *links, int count);

/// A world of its own in the same state at the same time, x(tₙ), v(tₙ), pins, links and those that
/// are broken, forces and all settings, but with another integrator and another way to solve the
/// links. It begins anew from there, with nobody's hand in it, no mistake and one thread. `world`
/// must be synchronised. Free with vl_world_free().
vl_world *vl_world_copy(const vl_world *world, const vl_integrator *integrator,
                        const vl_solver_settings *solver);

/// For a copy that has not begun: brings the links that cannot give way to their lengths, as far as
/// one solve does, which is no motion. A solver that is better than the last would make speed of
/// what that left.
void vl_world_straighten(vl_world *world);

/// s: of a shorter step what is divided by its square may not be a finite number.
#define VL_SHORTEST_STEP 1e-100

/// Whether a frame of `dt` seconds can be a step: finite, and no substep shorter than
/// VL_SHORTEST_STEP.
bool vl_world_can_step(const vl_world *world, double dt);

/// Builds the method's own state where it has none yet, as for a first substep of `h` s; x₋ of a
/// method that keeps positions is in particles.x_old afterwards.
void vl_world_prepare(vl_world *world, double h);

/// One frame of `dt` seconds. Where vl_world_can_step() says no, or the world diverged: nothing
/// changes, and the answer is false. Links that are stretched beyond their `tear` after a substep,
/// when its links are solved, are taken out. Never allocates, but then for the solver's memory.
bool vl_world_step(vl_world *world, double dt);

/// Makes vl_world_velocity() that of the present time. In a world with rods or strings that takes a
/// look one substep ahead, which is then undone: a substep of the frame to come where next_dt tells
/// it, else as long as the last.
void vl_world_synchronise(vl_world *world);

/// Looks one substep ahead, as vl_world_synchronise() does, from the start too, and copies the
/// positions found there to `x` (m, by axis); all is undone. Returns the length of that substep, s;
/// 0 where none can be made: the world has diverged or diverges there, or before the first step
/// next_dt does not tell how long it is.
double vl_world_peek(vl_world *world, double *const x[VL_AXES]);

/// Turns all motion round: v(tₙ) → −v(tₙ), and the method's own state is built anew from that, with
/// dt₋ as it is. Time and all that depends on it goes on.
void vl_world_turn_round(vl_world *world);

/// The velocity v(tₙ) that all methods agree on, m/s, by axis and slot, if velocity_is_current.
/// Where no rods and strings act: the state, or (xₙ − xₙ₋₁)/dt₋ + ½ aₙ dt₋ of a method that keeps
/// positions. Where they do: the weighted central difference (dt₋ v⁺ + dt v⁻)/(dt + dt₋), for
/// methods that keep a velocity too, since theirs has only half of the last push of the links.
double *const *vl_world_velocity(const vl_world *world);

/// Energy and stretch as who reads them before the links are solved finds them: puts the positions
/// of that moment into particles.x and returns the kinetic energy of (x − x₋)/dt₋ there, J. Only
/// right behind a step, of a world with rods or strings and a mistake that reads so.
double vl_world_show_unsolved(vl_world *world);

/// Puts the solved positions back.
void vl_world_show_solved(vl_world *world);

/// Makes particles.a the acceleration at the present time by forces and springs; 0 for what is
/// pinned or held.
void vl_world_accelerate(vl_world *world);

/// Makes particles.a that of the stage of a step: at time `t`, of the positions and velocities that
/// particles.x and .v hold just then.
void vl_world_accelerate_stage(vl_world *world, double t);

/// x₋ = x − v h in the slots [first, end), so that a damped spring that takes its speed from
/// (x − x₋)/dt₋ finds v. For whoever calls the integrator's `begin`.
void vl_world_put_old_positions(vl_world *world, int first, int end, double h);

/// Brings the hard links back to their length, as after a substep of `h` s, by the world's solver.
vl_solve vl_world_solve(vl_world *world, double h);

/// Goes on with another solver or with other settings of it, from x(tₙ), v(tₙ). Another method or
/// direction solves x(tₙ) once, which gives no speed: it may move points by the stretch that is
/// left of their links. May allocate.
void vl_world_set_solver(vl_world *world, const vl_solver_settings *settings);

/// Cuts the links `indices` (of the layout, each from 0 to links.count − 1) and goes on from x(tₙ),
/// v(tₙ): neither positions nor velocities jump, and the energy of a spring that is cut is gone.
/// Other links get other indices, and the solver's memory is made anew, for which it may allocate.
void vl_world_break_links(vl_world *world, const int *indices, int count);

/// Goes on with another integrator from x(tₙ), v(tₙ). May allocate. The build must have it, see
/// vl_integrator_lacks().
void vl_world_set_integrator(vl_world *world, const vl_integrator *integrator);

/// The method of the table that the world goes by, also where a mistake has changed its step.
const vl_integrator *vl_world_method(const vl_world *world);

/// The rules as they are without the mistake, if there is one.
vl_rules vl_world_rules(const vl_world *world);

/// Goes on from x(tₙ), v(tₙ) with a mistake in the world, or without (NULL). A method that cannot
/// make it (vl_mistake_fits()) does what it always does. One that is made at the start acts on
/// worlds that have not begun. May allocate.
void vl_world_set_mistake(vl_world *world, const vl_mistake *mistake);

/// For a frame that vl_world_can_step() refuses: changes nothing, but where there is the mistake
/// that a frame of 0 s is stepped.
void vl_world_skip(vl_world *world, double dt);

/// Builds the method's own state of all particles anew from the present x, v. For a caller that
/// changed particles.x or .v of a synchronised world by hand.
void vl_world_restart(vl_world *world);

/// Takes a particle into a hand: it stays where it is put. False when it is held already or all
/// hands are full.
VL_MUST_USE bool vl_world_hold(vl_world *world, int slot);

/// Where the held particle is to be at the end of the next frame. The way there is a straight line.
void vl_world_carry(vl_world *world, int slot, vl_vec3 target);

/// Lets go with velocity `v` (m/s).
void vl_world_release(vl_world *world, int slot, vl_vec3 v);

/// Pins a particle where it is, or lets it go at rest.
void vl_world_set_pinned(vl_world *world, int slot, bool pinned);

/// While time stands still: brings held particles to their targets and lets the links follow; the
/// velocities of the others stay.
void vl_world_pose(vl_world *world);
