#pragma once
/// What a mistake on purpose is: one that programs are known to make. A world that has it makes it
/// as they do, until it is switched off.
///
/// A mistake acts in one place. What it does there stands in its row, and nothing of it stands in
/// the code that is right but the question whether there is one, once a substep or more seldom.

#include "physics/model/integrator.h"

/// How a method takes its step with the mistake in it.
typedef struct vl_mistaken_step {
    const char *integrator; ///< name of the method
    const char *formula;    ///< what is computed then; NULL: the method's, which is not touched
    void (*move)(vl_world *world, double dt); ///< instead of vl_integrator.move; NULL: that
} vl_mistaken_step;

enum { VL_MOST_MISTAKEN_STEPS = 4 };

typedef struct vl_mistake {
    const char *name;   ///< "stale-dt": scene files, command line
    const char *title;  ///< "stale dt₋": screen
    const char *people; ///< what people do, one sentence
    const char *where;  ///< "step": where it acts, in a word or two
    const char *wrong;  ///< a short formula, or a line of words
    const char *right;  ///< the same as it should be
    const char *only;   ///< which methods can make it, in words; NULL: every one
    bool at_start;      ///< it is made when a run begins, and not again
    bool needs_links;   ///< rods or strings

    /// The methods that can make it, up to an empty row; none: every one.
    vl_mistaken_step steps[VL_MOST_MISTAKEN_STEPS];

    /// Changes rules of the world: start, damping. NULL: none.
    void (*change_rules)(vl_world *world);

    /// What is done with a frame of 0 s, which is skipped otherwise. NULL: that.
    void (*zero_frame)(vl_world *world);

    /// Called at the end of each substep. NULL: nothing.
    void (*stepped)(vl_world *world);

    bool reads_unsolved;     ///< readings are taken before the links are solved
    bool hand_of_last_frame; ///< the speed of a hand is that over the last frame alone
    bool millisecond_clock;  ///< time steps are read from a clock of whole milliseconds
} vl_mistake;
