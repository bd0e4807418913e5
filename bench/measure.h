#pragma once
/// Times programs against each other. They run in turn, repeatedly, each from the same start.

#include "program.h"
#include "results.h"

/// How much time a run may take.
typedef struct bench_effort {
    bool quick;
    int repetitions;
    double block;    ///< s, least time of one sample, where a step is not longer
    double patience; ///< s, time limit of a program that has not reached a strain of 1 %
} bench_effort;

typedef struct bench_field bench_field;
typedef struct bench_runner bench_runner;

/// A work: what each program does once, and what it does in each repetition.
typedef struct bench_measurement {
    void (*prepare)(const bench_field *, bench_runner *, const bench_effort *);
    void (*sample)(const bench_field *, bench_runner *, const bench_effort *);
} bench_measurement;

/// Runs a work with the programs that can represent the scenario, and adds rows with the name of
/// the work.
void bench_measure(const bench_measurement *measurement, bench_results *results,
                   const bench_scenario *scenario, const bench_program *const *programs, int count,
                   const bench_effort *effort);

/// The scenario's steps, the stretch after them, and from there the times of steps and of sweeps
/// for each link.
extern const bench_measurement bench_race;

/// The scenario's steps from its start: the time of a step, and the largest strain after any step.
extern const bench_measurement bench_swing;

/// Draws the cloth down to 1.62 times its height, lets the links alone bring it back, without
/// gravity, and takes the time until no link is strained by more than 1 %.
extern const bench_measurement bench_pull;

/// The time of a whole step for each particle.
extern const bench_measurement bench_particles;
