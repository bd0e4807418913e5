#pragma once
/// Times programs against each other: in turn, again and again, each from the same start.

#include "program.h"
#include "results.h"

/// How much time a run may take.
typedef struct bench_effort {
    bool quick;
    int repetitions;
    double block; ///< s, that one sample of one program takes at least, where a step is not longer
    double patience; ///< s, after which a program that is to reach 1 % is given up
} bench_effort;

/// Lets each program that can hold the scenario do its steps, reads the stretch, and times steps
/// and sweeps from there.
void bench_race(bench_results *results, const bench_scenario *scenario,
                const bench_program *const *programs, int count, const bench_effort *effort);

/// The scenario's steps from its start: the time of a step, and the largest strain after any step.
void bench_swing(bench_results *results, const bench_scenario *scenario,
                 const bench_program *const *programs, int count, const bench_effort *effort);

/// Draws the cloth down to 1.62 times its height, lets the links alone bring it back, without
/// gravity, and takes the time until no link is strained by more than 1 %.
void bench_pull(bench_results *results, const bench_scenario *scenario,
                const bench_program *const *programs, int count, const bench_effort *effort);

/// The time of a whole step for each particle, under `work`.
void bench_step_particles(bench_results *results, const char *work, const bench_scenario *scenario,
                          const bench_program *const *programs, int count,
                          const bench_effort *effort);
