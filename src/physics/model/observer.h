#pragma once
/// Observers: what follows the events inside a step, and the step does not know what they are. They
/// are called in the order in which they were added, and change nothing of the world.

#include "base/vec.h"

#include <stdbool.h>

typedef struct vl_world vl_world;

enum { VL_MOST_OBSERVERS = 4 };

/// Which velocity of an instant has become known.
typedef enum vl_instant_kind {
    VL_INSTANT_PRESENT,     ///< that of the present time
    VL_INSTANT_FRAME_START, ///< that of the beginning of the frame, one substep later
    VL_INSTANT_AHEAD,       ///< that of the present time, by a look one substep ahead
} vl_instant_kind;

/// What a snapshot of the state is for.
typedef enum vl_trial {
    VL_TRIAL_SUBSTEP, ///< the substep may be made again in parts
    VL_TRIAL_AHEAD,   ///< a look one substep ahead, in which hands do not move
} vl_trial;

/// What contacts made of the path of a particle in a step.
typedef struct vl_contact {
    bool touched;         ///< a collider had a part in it; else all below is 0
    vl_vec3 x;            ///< m, where it ends
    double work;          ///< J/kg, done by contacts
    double links_share;   ///< how much of what rods and strings move x by acts along the path
    double energy_before; ///< J/kg, by which ½ v² − a·x changed before the first contact
} vl_contact;

/// The events of a world; NULL: not wanted.
typedef struct vl_observer {
    /// A frame begins; `known`: vl_world_velocity() is that of its beginning.
    void (*frame_begun)(void *data, vl_world *world, bool known);

    /// A step of `h` s begins, a substep or a part of one: its acceleration is current, and nothing
    /// has moved.
    void (*step_begun)(void *data, vl_world *world, double h);

    /// Its links are solved; world->predicted has the positions before.
    void (*links_solved)(void *data, vl_world *world, double h);

    /// Contacts have found the path of a particle and not yet put it there: world->particles has
    /// what integrator and links made of it.
    void (*particle_passed)(void *data, vl_world *world, int slot, const vl_contact *contact);

    /// The step is made.
    void (*step_finished)(void *data, vl_world *world, double h);

    /// A substep of `h` s is made, at once or in parts.
    void (*substep_finished)(void *data, vl_world *world, double h);

    /// vl_world_velocity() has become that of an instant.
    void (*instant_known)(void *data, vl_world *world, vl_instant_kind instant);

    /// The state was saved for a trial; and it is put back.
    void (*trial_begun)(void *data, vl_world *world, vl_trial trial);
    void (*rolled_back)(void *data, vl_world *world, vl_trial trial);

    /// The method's own state of the slots [first, end) was built again, with dt_old; `solved`: its
    /// x₋ by the links, and world->predicted has what that was before.
    void (*state_rebuilt)(void *data, vl_world *world, int first, int end, bool solved);

    /// Links that stored `energy` J have torn.
    void (*links_torn)(void *data, vl_world *world, double energy);
} vl_observer;

/// An observer of a world, and what is its own.
typedef struct vl_observation {
    const vl_observer *observer;
    void *data;
} vl_observation;

/// Adds an observer, at most VL_MOST_OBSERVERS of them; `data` is handed to each event, and stays
/// the caller's.
void vl_world_add_observer(vl_world *world, const vl_observer *observer, void *data);

/// Takes out the observer with that data.
void vl_world_remove_observer(vl_world *world, const void *data);

/// Calls all observers of a world for an event; the arguments of the event behind `world` follow
/// its name.
#define VL_TELL(world, event, ...)                                                                 \
    for (int o_ = 0; o_ < (world)->observer_count; o_++)                                           \
        if ((world)->observers[o_].observer->event)                                                \
    (world)->observers[o_].observer->event((world)->observers[o_].data, world, __VA_ARGS__)
