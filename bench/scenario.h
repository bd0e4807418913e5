#pragma once
/// Describes the task of every program of the benchmark once.
///
/// A scenario is a scene as in a file, together with its particles by number and its links in the
/// order listed. Verlet Lab gets the scene, the others get the lists. C++ reads this header too.

#include <stdbool.h>

typedef struct vl_scene vl_scene;

enum { BENCH_AXES = 3 };

/// The kinds of scenarios; bits.
enum {
    BENCH_CHAIN = 1, ///< links in a row
    BENCH_CLOTH = 2, ///< a rectangle with shear links
    BENCH_MESH = 4,  ///< any links
};

typedef struct bench_scenario {
    const char *work; ///< "cloth": as the tables call it; not owned, for the caller to set
    unsigned kind;    ///< BENCH_CHAIN, BENCH_CLOTH or BENCH_MESH
    int size;         ///< particles along an edge of a cloth, else links
    vl_scene *scene;
    int particle_count, link_count;
    double *x[BENCH_AXES]; ///< m, at the start, by number less one
    double *mass;          ///< kg
    bool *pinned;
    int *from, *to;             ///< ends, numbers less one, in the order the scene lists the links
    double *length;             ///< m
    double gravity[BENCH_AXES]; ///< m/s²
    double dt;                  ///< s, of a step
    int sweeps;                 ///< over the links in each step
    int steps;                  ///< number of steps before the stretch is read
} bench_scenario;

/// A square cloth of size² particles, 0.1 m apart, 0.5 kg, structural and shear links, hanging from
/// its pinned top row.
bench_scenario *bench_cloth(int size);

/// A straight chain of links of 0.1 m, 0.2 kg in all, pinned at its upper end and let go at 60°
/// from the vertical.
bench_scenario *bench_chain(int links);

/// A straight chain of 1 m and 0.2 kg, pinned at its upper end, with a ball of 10 times its mass at
/// the other: hanging, or let go at 60° from the vertical.
bench_scenario *bench_hanging_ball(int links);
bench_scenario *bench_swinging_ball(int links);

/// A triangulation of a square with about `links` links: a grid of 0.1 m whose points are moved at
/// random and renumbered at random, with one diagonal per cell, at random one or the other; its
/// links are listed in random order. So the numbers tell nothing about the grid. It hangs from its
/// top edge.
bench_scenario *bench_triangulation(int links);

/// `size` particles without links under gravity.
bench_scenario *bench_free_particles(int size);

/// `size` balls of 0.1 m that fall into a pit for twenty of them side by side.
bench_scenario *bench_heap(int size);

/// `size` particles in a cube, each linked to one drawn from those before it, and each second one
/// to another of them: no order of them leaves a matrix sparse. The first is pinned.
bench_scenario *bench_net(int size);

void bench_scenario_free(bench_scenario *scenario);

/// Largest and root-mean-square |strain| of the links at the positions `x` (m, by number less one).
void bench_stretch(const bench_scenario *scenario, double *const x[BENCH_AXES], double *largest,
                   double *rms);
