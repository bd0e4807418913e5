#pragma once
/// Private to the files link_block*.c: what a block is made of.

#include "physics/math/sparse.h"
#include "physics/model/particles.h"
#include "physics/solvers/newton/newton.h"

#include <stdint.h>

struct vl_block {
    int rows;  // one for each link; of paths also one between two of them, without a link
    int nodes; // particles
    bool path; // row k joins the nodes k and k + 1
    bool many; // more links than directions to move in: a least-squares solution is all there is

    int *link;      // of a row; −1: none
    int *from, *to; // nodes of a row
    int *slot;      // of a node
    double h;       // s
    bool old;       // direction
    bool part;      // of several that are solved in turn

    // of the nodes
    double *x[VL_AXES], *move[VL_AXES], *w;
    // of the rows
    double *u[VL_AXES], *o[VL_AXES]; // as they lie; along which they are corrected
    double *rest, *inverse_rest;     // m; 1/m, 0 where there is no link
    double *reach;                   // 1/m, of the longer of length and distance
    double *flexibility;             // 1/kg, α̃
    double *lambda, *step;           // kg m, and what a Newton step adds
    double *missing;                 // m, C − α̃ λ; 0 of what is not active
    double *pulls_only, *movable;    // 1 or 0
    double *active, *factorised;     // 1 or 0; as it was when the matrix was factorised
    double round;                    // m, of a distance, by rounding of positions
    bool is_factorised;

    // of a path
    double *lower, *diagonal, *upper, *work;

    // of a path along its new direction
    double *start[VL_AXES]; // m, nodes before they were moved
    double *force[VL_AXES]; // kg m, multiplier times direction
    double *apart[VL_AXES]; // m, of the ends of a link, before they were moved
    double *distance;       // m, of the ends now
    double *turning;        // 1/kg, |d|/λ: what a force across the link does
    double *coupling;       // 1/kg, of a row and the next
    struct vl_pivot *pivot;

    struct vl_approach *approach; // of a net; NULL: has none
    struct vl_kept *kept;         // of a large net; NULL: has none

    // of anything else: entries of the lower triangle, and of each the node its two links share
    vl_sparse *sparse;
    int entries;
    int *column_start, *row, *shared;
    signed char *sign; // of that entry: both links point away from or to the node, or not

    // what measure() found
    double merit;   // Σ (C − α̃ λ)²/length²
    double largest; // |C − α̃ λ|/length
    double excess;  // the same, less what rounding explains
};

/// A solve that leaves no link off by more than this part of its length is of use, though it may
/// not be what was asked for.
#define VL_BLOCK_USABLE 1e-3

/// Floating-point operations of one Newton step beyond which a net does without Newton's method.
#define VL_BLOCK_MOST_WORK 4e9

/// And beyond which a net keeps its factor for a frame.
#define VL_BLOCK_LARGE_WORK 1e6

/// A net with a strain beyond the first is approached until it is below the second, before Newton's
/// method begins.
#define VL_BLOCK_FAR  5e-2
#define VL_BLOCK_NEAR 1e-2

/// A symmetric 3 × 3 matrix, and a vector: what elimination leaves of a row.
typedef struct vl_pivot {
    double xx, xy, xz, yy, yz, zz;
    double rx, ry, rz;
} vl_pivot;

/// What vl_block_approach() needs besides.
typedef struct vl_approach {
    vl_sparse *sparse; // one unknown for each node, the same matrix in all axes
    int *column_start, *row;
    int *entry;   // of the link of a row
    double *mass; // kg, of the nodes when the matrix was made; 0: does not move
    double held;  // 1/(kg m²), how firmly a mass stays
    double *right;
} vl_approach;

/// A factor that outlives the substep in which it was made, and what it was made of.
typedef struct vl_kept {
    bool good;               // there is one
    bool renewed;            // in the midst of a solve, not from positions at tₙ
    int64_t frame;           // world->now.frames of it
    double time, time_now;   // s, of the substep in which it was made; of the present one
    double h;                // s
    double *at[VL_AXES], *w; // of the nodes
} vl_kept;

vl_kept *vl_kept_create(const vl_block *block);
void vl_kept_free(vl_kept *kept);

/// Sees to block->o and the factor that belongs to it: those of the positions at tₙ of the first
/// substep of a frame, as long as h and the masses stay.
void vl_kept_begin(vl_block *block, const vl_world *world);

/// block->o as the links lie now, and its factor. False: it cannot be had.
bool vl_kept_renew(vl_block *block);

/// How the links lie at block->x: u, what is missing and who is active.
void vl_block_look(vl_block *block);

/// The matrix of a net along the directions that it is corrected along. False: has no factor.
bool vl_block_factorise(vl_block *block);

vl_approach *vl_approach_create(const vl_block *block);
void vl_approach_free(vl_approach *approach);

/// Brings the links of a net, from wherever they are, to within `near` of their lengths, relative,
/// in at most `most` turns, and tells how many. Compliance is left out; the momentum is kept.
int vl_block_approach(vl_block *block, int most, double near);

/// Copies the rows of `from` (by slot) that belong to the nodes.
void vl_block_gather(const vl_block *block, double *const to[VL_AXES], double *const from[VL_AXES]);

/// Newton steps in the multipliers, along block->old ? o : u, from block->x on.
vl_solve vl_block_newton(vl_block *block, int most, double tolerance);

/// Newton steps in the forces of a path along its new direction, from block->x on.
vl_solve vl_block_project_path(vl_block *block, int most, double tolerance);
