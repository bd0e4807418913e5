#pragma once
/// Observers follow the events inside a step, which knows no more of them than this. They are
/// called in the order in which they were added. They do not change the motion: x and the state of
/// the method stay. The ledger does make the acceleration current, which is counted as an
/// evaluation, and with it the velocity of an instant.

#include "base/vec.h"

#include <stdbool.h>

typedef struct vl_world vl_world;

enum { VL_MOST_OBSERVERS = 4 };

/// Which instant's velocity has become known.
typedef enum vl_instant_kind {
    VL_INSTANT_PRESENT,     ///< the present time, after a step
    VL_INSTANT_FRAME_START, ///< the beginning of the frame, known one substep later
    VL_INSTANT_AHEAD,       ///< the present time, by a trial substep
    VL_INSTANT_LOOKED,      ///< the same, for a reading
} vl_instant_kind;

/// What a trial, from which the state is rolled back, is for.
typedef enum vl_trial {
    VL_TRIAL_SUBSTEP, ///< the substep, which may be made again in parts
    VL_TRIAL_AHEAD,   ///< one substep ahead, with hands that do not move
    VL_TRIAL_APART,   ///< the substep of what is cut beside links, while these rest
    VL_TRIALS
} vl_trial;

/// How contacts changed the path of a particle in a step.
typedef struct vl_contact {
    bool touched;       ///< it touched a collider; else all below is 0
    bool takes;         ///< and one of those takes energy
    vl_vec3 x, v;       ///< m, m/s, end of the path
    double work;        ///< J/kg, done by contacts
    double links_share; ///< 0…1, share of the acceleration by rods and strings that acts along the
                        ///< path
    double energy_before; ///< J/kg, change of ½ v² − a·x before the first contact
} vl_contact;

/// The events of a world; those that are NULL are not observed.
typedef struct vl_observer {
    /// A frame begins. `known`: vl_world_velocity() is v(tₙ) at its beginning. A trial ahead is no
    /// frame: its step_begun follows trial_begun.
    void (*frame_begun)(void *data, vl_world *world, bool known);

    /// A step of `h` s begins, a substep or a part of one. The acceleration is current, and nothing
    /// has moved.
    void (*step_begun)(void *data, vl_world *world, double h);

    /// The integrator begins to move particles: x, x₋ and v are those that it uses, and now.dt_old
    /// is its dt₋.
    void (*move_begins)(void *data, vl_world *world, double h);

    /// The integrator has moved them. Hands, links and contacts have not.
    void (*predicted)(void *data, vl_world *world, double h);

    /// The links of the step are solved; world->predicted has the positions before.
    void (*links_solved)(void *data, vl_world *world, double h);

    /// Contacts have found the path of a particle that is free to move; world->particles still has
    /// the state that integrator and links gave it.
    void (*particle_passed)(void *data, vl_world *world, int slot, const vl_contact *contact);

    /// A particle is about to be moved out of colliders by `moved` m, and nothing else of it
    /// changes, in a step of `h` s.
    void (*moved_out)(void *data, vl_world *world, int slot, vl_vec3 moved, double h);

    /// The step ends: a substep or a part of one.
    void (*step_finished)(void *data, vl_world *world, double h);

    /// vl_world_velocity() is now v of that instant.
    void (*instant_known)(void *data, vl_world *world, vl_instant_kind instant);

    /// The state was saved for a trial; the state was put back.
    void (*trial_begun)(void *data, vl_world *world, vl_trial trial);
    void (*rolled_back)(void *data, vl_world *world, vl_trial trial);

    /// The method's own state of the slots [first, end) was built again, with dt_old. `solved`: the
    /// links moved x₋, and world->predicted has x₋ before that. Impacts rebuild it without this
    /// event.
    void (*state_rebuilt)(void *data, vl_world *world, int first, int end, bool solved);

    /// After impacts in this step links got their lengths again, which brought `energy` J.
    void (*impacts_followed)(void *data, vl_world *world, double energy);

    /// Links that stored `energy` J tore at the end of a substep. A cut by hand is no event of a
    /// step: vl_world_break_links() tells state_rebuilt alone, and its caller counts the energy.
    void (*links_torn)(void *data, vl_world *world, double energy);
} vl_observer;

/// An observer of a world, and its data.
typedef struct vl_observation {
    const vl_observer *observer;
    void *data;
} vl_observation;

/// Adds an observer, at most VL_MOST_OBSERVERS of them; `data` is passed to each event and stays
/// the caller's.
void vl_world_add_observer(vl_world *world, const vl_observer *observer, void *data);

/// Removes the observer with that data.
void vl_world_remove_observer(vl_world *world, const void *data);

/// Tells all observers of a world of an event; the arguments after its name are those after
/// `world`.
#define VL_TELL(world, event, ...)                                                                 \
    do {                                                                                           \
        for (int o_ = 0; o_ < (world)->observer_count; o_++)                                       \
            if ((world)->observers[o_].observer->event)                                            \
                (world)->observers[o_].observer->event((world)->observers[o_].data, world,         \
                                                       __VA_ARGS__);                               \
    } while (0)
