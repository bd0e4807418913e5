#pragma once
/// Verlet Lab in the benchmark: rows that differ in the settings of its solver.

#include "physics/model/integrator.h"
#include "physics/model/solver.h"
#include "program.h"

typedef struct bench_ours {
    const char *solver; ///< by name
    vl_sweep_order order;
    vl_direction direction;
    double relaxation; ///< 0: 1
    double tolerance;
    int grids;                       ///< as in vl_solver_settings
    int iterations;                  ///< limit of iterations in a step; 0: that of the scenario
    const vl_integrator *integrator; ///< NULL: that of the scenario
} bench_ours;

/// The default sweeps on one thread and on two, those in the order listed, and the first two beside
/// a busy core; for every work. The others are compared with the first.
extern const bench_program bench_sweeps[];
extern const int bench_sweep_count;

/// Solvers that bring a stretched cloth back to its rest lengths.
extern const bench_program bench_recoveries[];
extern const int bench_recovery_count;

/// The direct solver, for chains to 1e-9.
extern const bench_program bench_direct[];
extern const int bench_direct_count;

/// A row with the integrator of `settings`, which the caller keeps.
bench_program bench_integrated(const bench_ours *settings);
