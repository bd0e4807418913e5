#pragma once
/// The programs that are compared: a table of const structs, each in a file of its own.

#include "scenario.h"

typedef struct bench_program bench_program;

struct bench_program {
    const char *name;
    const char *arithmetic; ///< "float, 3D"
    const char *order;      ///< order in which it solves the links
    unsigned kinds;         ///< BENCH_CHAIN and so on: the kinds that it can represent
    int most_links;         ///< more links would take too long; 0: any number
    int threads;
    bool beside_busy;     ///< timed beside a thread that computes all the time
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

    /// Prepares what its solver needs before the first sweep, such as coarser grids. NULL: there is
    /// nothing, or create() does it.
    void (*prepare)(void *state);

    /// Makes `sweeps` sweeps over the links at the present positions, and nothing else. NULL: they
    /// cannot be separated from the step.
    void (*sweep)(void *state, int sweeps);

    /// Reads the positions of the particles, by number less one. NULL: its state is not that of the
    /// scenario.
    void (*read)(void *state, double *const x[BENCH_AXES]);

    /// Whether the program reported no solution for the last step. NULL: it does not report that.
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
