#pragma once
/// What a mistake is: one that real programs make, and that a world makes on purpose until it is
/// switched off.
///
/// A mistake acts in one place, and its row says what it does there. The correct code only asks, at
/// most once a substep, whether there is a mistake.

#include "physics/model/integrator.h"

/// The step of a method with the mistake in it.
typedef struct vl_mistaken_step {
    const char *integrator; ///< name of the method
    const char *formula;    ///< what is computed then; NULL: the method's formula is unchanged
    void (*move)(vl_world *world,
                 double dt); ///< replaces vl_integrator.move; NULL: it is unchanged
} vl_mistaken_step;

enum { VL_MOST_MISTAKEN_STEPS = 4 };

typedef struct vl_mistake {
    const char *name;   ///< "stale-dt": scene files, command line
    const char *title;  ///< "stale dt₋": screen
    const char *people; ///< what people do, one clause
    const char *does;   ///< what is seen then, a sentence without its end
    const char *wrong;  ///< a short formula, or a line of words
    const char *right;  ///< the correct formula or words
    const char *only;   ///< which methods can make it, in words; NULL: all
    bool at_start;      ///< it acts only when a run begins
    bool needs_links;   ///< it acts only on worlds with rods or strings

    /// The methods that can make it, up to an empty row; an empty table means all.
    vl_mistaken_step steps[VL_MOST_MISTAKEN_STEPS];

    /// Changes the rules of the world (start, damping). May be NULL.
    void (*change_rules)(vl_world *world);

    /// Steps a frame of 0 s. NULL: such a frame is skipped.
    void (*zero_frame)(vl_world *world);

    /// Called at the end of each substep. May be NULL.
    void (*stepped)(vl_world *world);

    bool reads_unsolved;     ///< readings are taken before the links are solved
    bool hand_of_last_frame; ///< the speed of a hand is measured over the last frame alone
    bool millisecond_clock;  ///< time steps are read from a clock of whole milliseconds
} vl_mistake;
