#pragma once
/// For this room alone. A plan says in which pieces, on which core and when the links of a sweep
/// are visited. The order of a sweep determines its result, but two links without a common particle
/// may be swapped. A plan uses that:
///
/// - links without common particles are put together, for vector code;
/// - links are visited tile by tile, so that their particles stay in the cache;
/// - each core sweeps the links of its own part, then links that join two parts are swept.
///
/// Two links with a common particle are never swapped: the bits are those of a sweep link by link,
/// whatever the plan and the number of threads.

#include "base/team.h"
#include "physics/model/links.h"
#include "physics/model/solver.h"
#include "physics/solvers/sweep/sweep_kernel.h"

enum { VL_SWEEP_PHASES = 3 };

/// Links of one kind that share no particle.
typedef struct vl_sweep_piece {
    int first, count; ///< of vl_sweep_plan.rows, or where `apart` of `indices`
    vl_link_kind kind;
} vl_sweep_piece;

/// A link between a particle that is pinned or held and a free one, while reactions are wanted.
typedef struct vl_sweep_record {
    int fixed, other; ///< slots
    vl_vec3 before,
        moved; ///< m, the other one before the last correction; moved by the link so far
} vl_sweep_record;

typedef struct vl_sweep_plan {
    const vl_sweep_kernel *kernel;
    int parts;     ///< that can be swept at the same time
    vl_team *team; ///< that sweeps them; NULL for one part
    int piece_count;
    vl_sweep_piece *pieces; ///< by phase and part
    int *part_first;    ///< pieces of phase f, part p begin at part_first[f · parts + p]; the last
                        ///< entry is the end
    vl_sweep_row *rows; ///< of links with consecutive ends; any other link is a row of its own
    int record_count;   ///< 0 while no reactions are wanted
    vl_sweep_record *records;
    int *record_first; ///< records of piece n begin at record_first[n]; the last entry is the end

    /// Where few links have consecutive ends there are no rows: all links are swept on copies of
    /// the particles, in an order in which linked ones are near each other.
    bool apart;
    int particle_count;
    int *point_of;                ///< by slot
    vl_sweep_point *points, *old; ///< at the present time and at tₙ
    int *indices;                 ///< of links
    int *from, *to;               ///< their points
    double *length;               ///< m
} vl_sweep_plan;

/// Makes a plan for the hard links of `links` in the given order, with at most `parts` parts, fewer
/// for few links. `kernel`: NULL for the widest.
vl_sweep_plan *vl_sweep_plan_create(vl_arena *arena, const vl_sweep_kernel *kernel,
                                    const vl_links *links, int particle_count, vl_sweep_order order,
                                    int parts);

/// Tells the plan that the lengths of its links have changed.
void vl_sweep_plan_take_lengths(vl_sweep_plan *plan, const vl_links *links);

/// Records from now on what each link does between a particle without an inverse mass and a free
/// one.
void vl_sweep_plan_record(vl_sweep_plan *plan, const vl_links *links, const double *inverse_mass);

/// Ends that, and adds to `reaction`, kg m, what the links did to fixed particles. `slot_of[i]` is
/// the slot of particle i; NULL: i.
void vl_sweep_plan_add_reactions(vl_sweep_plan *plan, const double *inverse_mass,
                                 double *const reaction[VL_AXES], const int *slot_of);

/// Begins and ends the sweeps of a solve.
void vl_sweep_plan_begin(const vl_sweep_plan *plan, const vl_sweep *sweep);
void vl_sweep_plan_end(const vl_sweep_plan *plan, const vl_sweep *sweep);

/// Makes one sweep, or one in the opposite order.
void vl_sweep_plan_run(const vl_sweep_plan *plan, const vl_sweep *sweep, bool backwards);
