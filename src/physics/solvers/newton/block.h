#pragma once
/// Private to this room: what a block is made of. For this room alone.

#include "physics/math/sparse.h"
#include "physics/model/particles.h"
#include "physics/solvers/newton/newton.h"

#include <stdint.h>

/// A solve that leaves no link off by more than this part of its length is of use, though it may
/// not be what was asked for.
#define VL_BLOCK_USABLE 1e-3

/// A symmetric 3 × 3 matrix, and a vector: what elimination leaves of a row of a path.
typedef struct vl_pivot {
    double xx, xy, xz, yy, yz, zz;
    double rx, ry, rz;
} vl_pivot;

/// Two links of a net that share a node have an entry below the diagonal of the matrix.
typedef struct vl_coupling {
    int row, column; ///< of the entry; row > column
    int node;        ///< that they share; −1: both their nodes
    int sign;        ///< 1: both links point away from the node, or both point to it; else −1
} vl_coupling;

/// A factor that outlives the substep in which it was made, and the state that it was made of.
typedef struct vl_stored_factor {
    bool good;               ///< there is one
    bool renewed;            ///< during a solve, not from positions at tₙ
    int64_t frame;           ///< world->now.frames of it
    double time, time_now;   ///< s, of the substep in which it was made; of the present one
    double h;                ///< s
    double *at[VL_AXES], *w; ///< of the nodes
} vl_stored_factor;

struct vl_block {
    int rows;  ///< one for each link; a path has one without a link between two of its paths
    int nodes; ///< particles
    bool path; ///< row k joins the nodes k and k + 1
    bool overdetermined; ///< has more links than directions to move in: least squares at best
    bool part;           ///< of several that are solved in turn
    bool along_old;      ///< the direction of the corrections
    double h;            ///< s

    int *link;      ///< of a row; −1: none
    int *from, *to; ///< nodes of a row
    int *slot;      ///< of a node

    double *numbers; ///< the memory of the arrays that follow

    // of the nodes
    double *x[VL_AXES];            ///< m
    double *w;                     ///< 1/kg, inverse masses
    double *displacement[VL_AXES]; ///< m, by which a Newton step moves the node back
    double *start[VL_AXES];        ///< m, before the first step

    // of the rows
    double *u[VL_AXES], *o[VL_AXES];  ///< directions as they lie; those of the corrections
    double *length, *inverse_length;  ///< m; 1/m, 0 where there is no link
    double *inverse_reach;            ///< 1/m, of the longer of length and distance
    double *compliance_per_dt2;       ///< 1/kg, α̃
    double *lambda, *delta_lambda;    ///< kg m, and what a Newton step adds
    double *residual;                 ///< m, C − α̃ λ; 0 of a link that is not active
    double *is_string, *movable;      ///< 1 or 0
    double *active, *factorised;      ///< 1 or 0; as it was when the matrix was factorised
    double *lower, *diagonal, *upper; ///< of a tridiagonal matrix
    double *work;

    // of the rows of a path along its new direction
    double *force[VL_AXES];      ///< kg m, multiplier times direction
    double *separation[VL_AXES]; ///< m, of the ends of a link at the start
    double *distance;            ///< m, of the ends now
    double *transverse;          ///< 1/kg, |d|/λ: how far a force across the link turns it
    double *coupling;            ///< 1/kg, of a row and the next
    vl_pivot *pivot;

    // of a net: its matrix, whose entries are those of the diagonal, then those of the couplings
    vl_sparse *sparse; ///< NULL: none, or one that is too large
    vl_coupling *couplings;
    int coupling_count;
    int *entry; ///< numbers of the entries
    bool is_factorised;
    vl_stored_factor *stored;                ///< of a large net, else NULL
    struct vl_global_projection *projection; ///< of a net of all links, else NULL

    double rounding; ///< m, of a distance, by rounding of positions
    // what the last look at the residuals found
    double merit;   ///< Σ (C − α̃ λ)²/length²
    double largest; ///< |C − α̃ λ|/length
    double excess;  ///< the same, less what rounding explains
};

// --- residuals.c ---

/// Copies the rows of `from` (by slot) that belong to the nodes.
void vl_block_gather(const vl_block *block, double *const to[VL_AXES], double *const from[VL_AXES]);

/// Directions and residuals at block->x, and which links are active.
void vl_block_find_residuals(vl_block *block);

/// Sets block->u and distance at block->x. Returns the largest strain, of all links or of those
/// that can move alone.
double vl_block_find_strain(vl_block *block, bool movable_alone);

/// The directions along which a net or a path is corrected.
static inline double *const *vl_block_directions(const vl_block *block)
{
    return block->along_old || block->stored ? block->o : block->u;
}

static inline double vl_block_product(double *const u[VL_AXES], int i, double *const o[VL_AXES],
                                      int j)
{
    return u[0][i] * o[0][j] + u[1][i] * o[1][j] + u[2][i] * o[2][j];
}

// --- net_matrix.c ---

/// The pattern of the matrix of a net, and of a large one the memory of a factor that is stored.
void vl_net_matrix_create(vl_block *block);
void vl_net_matrix_free(vl_block *block);

/// The matrix of a net along the directions of its corrections. False: it has no factor.
bool vl_net_factorise(vl_block *block);

/// Provides block->o and the factor that belongs to it: those of the positions at tₙ of the first
/// substep of a frame, as long as h and the masses stay the same.
void vl_stored_factor_begin(vl_block *block, const vl_world *world);

/// block->o as the links lie now, and its factor. False: it has none.
bool vl_stored_factor_renew(vl_block *block);

// --- global_projection.c ---

struct vl_global_projection *vl_global_projection_create(const vl_block *block);
void vl_global_projection_free(struct vl_global_projection *projection);

/// Brings the links of a net, from wherever they are, to within `near` of their lengths, relative,
/// in at most `most` iterations, and returns how many. Compliance is left out; momentum is kept.
int vl_global_projection_run(vl_block *block, int most, double near);

// --- newton.c, path_projection.c ---

/// Newton steps in the multipliers, along the old or the new directions, from block->x on.
vl_solve vl_block_newton(vl_block *block, int most, double tolerance);

/// Newton steps in the forces of a path along its new direction, from block->x on.
vl_solve vl_block_project_path(vl_block *block, int most, double tolerance);
