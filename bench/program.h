#pragma once
/// The programs that are compared: a table of const structs, each in a file of its own.

#include "scenario.h"

typedef struct bench_program bench_program;

struct bench_program {
    const char *name;
    const char *arithmetic; ///< "float, 3D"
    const char *order;      ///< in which it goes over the links
    unsigned kinds;         ///< BENCH_CHAIN and so on: what it can hold
    int most_links;         ///< more would take too long; 0: any number
    int threads;
    const void *settings; ///< of a file with several rows

    /// "3.24". NULL: that of this source tree.
    const char *(*version)(void);

    /// The scenario at its start, at rest. NULL: this machine or this build cannot do it.
    void *(*create)(const bench_program *program, const bench_scenario *scenario);
    void (*destroy)(void *state);

    /// Puts the particles at `x` (m, by number less one), at rest. NULL: it cannot.
    void (*place)(void *state, double *const x[BENCH_AXES]);

    /// One whole step of the scenario, as a game would do it. NULL: there is none.
    void (*step)(void *state);

    /// Makes anew what its solver needs before the first sweep, such as coarser grids. NULL: there
    /// is nothing, or it belongs to create().
    void (*prepare)(void *state);

    /// `sweeps` sweeps over the links of the positions as they are, and nothing else. NULL: cannot
    /// be told apart from the step.
    void (*sweep)(void *state, int sweeps);

    /// Where the particles are, by number less one. NULL: what it holds is not the scenario.
    void (*read)(void *state, double *const x[BENCH_AXES]);

    /// Whether the last step had no solution as it was, and said so. NULL: it does not tell.
    bool (*is_troubled)(void *state);
};

extern const bench_program bench_aos, bench_box2d_rope, bench_box2d_joints, bench_chipmunk;

/// One row for each order of its links.
extern const bench_program bench_bullet[];
extern const int bench_bullet_count;

/// The least time of the arithmetic of a link: vector code over plain consecutive ends, in arrays
/// as large as the scenario's; one row for each vector width that this build knows.
extern const bench_program bench_limits[];
extern const int bench_limit_count;
