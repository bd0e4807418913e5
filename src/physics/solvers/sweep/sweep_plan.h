#pragma once
/// In which pieces, on which core and when the links of a sweep are visited. The order of a sweep
/// says what comes out of it; two links that share no particle may change places in it all the
/// same, as neither sees the other. A plan uses that: For this room alone.
///
/// - links that do not depend on each other stand together, for vector code;
/// - what lies together in memory is visited while it is in the cache, tile by tile;
/// - each core sweeps the particles of its own part, then what joins two parts is swept.
///
/// Never are two links that share a particle taken out of their order: the bits are those of a
/// sweep link by link, whatever the plan and the number of threads.

#include "physics/model/links.h"
#include "physics/model/solver.h"
#include "physics/solvers/sweep/sweep_kernel.h"

enum { VL_SWEEP_PHASES = 3 };

/// Links of one kind that share no particle.
typedef struct vl_sweep_piece {
    int first, count; ///< of vl_sweep_plan.rows, or where `apart` of `indices`
    vl_link_kind kind;
} vl_sweep_piece;

typedef struct vl_sweep_plan {
    const vl_sweep_kernel *kernel;
    int parts; ///< that can be swept at the same time
    int piece_count;
    vl_sweep_piece *pieces; ///< by phase and part
    int *part_first; ///< those of phase f, part p begin at part_first[f · parts + p], and an end
    double *most;    ///< VL_SWEEP_LANES for each part
    vl_sweep_row *rows; ///< of links with consecutive ends; others have one of their own

    /// Where few links have consecutive ends, all are swept on points of their own, in an order in
    /// which linked ones lie near each other; then there are no rows.
    bool apart;
    int particle_count;
    int *point_of;                ///< by slot
    vl_sweep_point *points, *old; ///< at the present time and at tₙ
    int *indices;                 ///< of links
    int *from, *to;               ///< their points
    double *length;               ///< m
} vl_sweep_plan;

/// A plan for the hard links of `links` in the given order, with at most `parts` parts, and no more
/// than pay for themselves. `kernel`: NULL: the widest.
vl_sweep_plan *vl_sweep_plan_create(const vl_sweep_kernel *kernel, const vl_links *links,
                                    int particle_count, vl_sweep_order order, int parts);

void vl_sweep_plan_free(vl_sweep_plan *plan);

/// The lengths of `links`, whose plan it is, have changed.
void vl_sweep_plan_take_lengths(vl_sweep_plan *plan, const vl_links *links);

/// Before the first sweep of a solve, and after the last. Inside a parallel region of OpenMP all
/// its threads call these, and what follows, together.
void vl_sweep_plan_begin(const vl_sweep_plan *plan, const vl_sweep *sweep);
void vl_sweep_plan_end(const vl_sweep_plan *plan, const vl_sweep *sweep);

/// One sweep, or one in the opposite order.
void vl_sweep_plan_run(const vl_sweep_plan *plan, const vl_sweep *sweep, bool backwards);

/// The largest strain of the links, by `measure`, whose function is vl_sweep_kernel.measure. Each
/// thread gets the answer.
double vl_sweep_plan_measure(const vl_sweep_plan *plan, const vl_sweep *measure);
