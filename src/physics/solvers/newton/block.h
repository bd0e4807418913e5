#pragma once
/// The parts of a block. For this room alone.

#include "physics/model/model.h"
#include "physics/solvers/newton/newton.h"

/// A solve is usable where every residual is below this part of the link's length, even if it is
/// above the tolerance.
#define VL_BLOCK_USABLE 1e-3

/// A symmetric 3 × 3 matrix and a vector: a row of a path after elimination.
typedef struct vl_pivot {
    double m[6]; ///< xx, xy, xz, yy, yz, zz
    vl_vec3 right;
} vl_pivot;

/// Links of a path that are active one after the other: their first and last multiplier, and what
/// these change by for a change of the first and the last residual.
typedef struct vl_run {
    int begin, end; ///< rows
    double first, last, ff, fl, lf, ll;
} vl_run;

/// A pinned or held node, whose reaction an observer wants.
typedef struct vl_fixed_node {
    int node;
    double step[VL_AXES];    ///< kg m, impulse of a Newton step of a path, times h; negative. Of a
                             ///< net, that of all solves of the substep
    double impulse[VL_AXES]; ///< kg m, impulse of the links in this solve, times h
} vl_fixed_node;

struct vl_block {
    int rows;       ///< one for each link, and one without a link between two paths
    int nodes;      ///< particles
    bool path;      ///< row k joins the nodes k and k + 1
    bool part;      ///< one of several blocks that are solved in turn
    bool at_rest;   ///< as in vl_solver_settings
    bool pressed;   ///< out of shape: by other blocks, or by contacts where links are redundant
    bool along_old; ///< corrections are along the old directions
    bool has_strings;
    double h; ///< s

    int *link;      ///< of a row; −1: none
    int *from, *to; ///< nodes of a row
    int *slot;      ///< of a node

    // of the nodes
    double *x[VL_AXES];            ///< m
    double *w;                     ///< 1/kg, inverse masses
    double *displacement[VL_AXES]; ///< m, of the node by a Newton step of a path, negative; of a
                                   ///< net, that of all solves of the substep
    double *start[VL_AXES];        ///< m, before the first step

    // of the rows
    double *u[VL_AXES], *o[VL_AXES];  ///< present directions; directions of the corrections
    double *length, *inverse_length;  ///< m; 1/m, 0 where there is no link
    double *compliance_per_dt2;       ///< 1/kg, α̃
    double *lambda, *delta_lambda;    ///< kg m, and its change by a Newton step
    double *residual;                 ///< m, C − α̃ λ; 0 of a link that is not active
    double *is_string, *movable;      ///< 1 or 0
    double *active;                   ///< 1 or 0
    double *lower, *diagonal, *upper; ///< of a tridiagonal matrix
    double *work;
    vl_run *run;

    // of the rows of a path along its new direction
    double *force[VL_AXES];      ///< kg m, multiplier times direction
    double *separation[VL_AXES]; ///< m, of the ends of a link at the start
    double *distance;            ///< m, of the ends now
    double *transverse;          ///< 1/kg, |d|/λ: how far a transverse force turns the link
    double *coupling;            ///< 1/kg, of a row and the next
    vl_pivot *pivot;

    struct vl_net *net; ///< NULL: it is a path
    bool has_matrix;    ///< of a net; false: its factor would take too long

    int fixed_count; ///< 0 where nobody wants reactions
    vl_fixed_node *fixed;

    double rounding; ///< m, rounding error of a distance
    // found with the last residuals
    double merit;   ///< Σ (C − α̃ λ)²/length²
    double largest; ///< |C − α̃ λ|/length
    double excess;  ///< the same less the rounding error
};

// --- newton.c ---

/// Finds directions, distances, residuals and active links at block->x; of a path that is solved
/// `by_force` with the multipliers of its forces.
void vl_block_find_residuals(vl_block *block, bool by_force);

/// The directions of the corrections of a net or a path.
static inline double *const *vl_block_directions(const vl_block *block)
{
    return block->along_old ? block->o : block->u;
}

static inline double vl_block_product(double *const u[VL_AXES], int i, double *const o[VL_AXES],
                                      int j)
{
    return u[0][i] * o[0][j] + u[1][i] * o[1][j] + u[2][i] * o[2][j];
}

/// Solves for delta_lambda, by which the linear equations give each active link its length, and
/// which strings are active: only those pull, and no other is too long. False where there is no
/// solution.
bool vl_block_linear_step(vl_block *block);

/// Newton steps in the multipliers of a path, along the old or the new directions, from block->x
/// on.
vl_solve vl_block_newton(vl_block *block, int most, double tolerance);

// --- net.c, path_projection.c ---

/// Makes the memory and the pattern of the matrix of a net.
void vl_net_create(vl_arena *arena, vl_block *block);

/// Newton steps in positions and multipliers of a net with a matrix, along the old or the new
/// directions, from block->x and block->lambda on.
vl_solve vl_net_solve(vl_block *block, int most, double tolerance);

/// Newton steps in the forces of a path along its new direction, from block->x on.
vl_solve vl_block_project_path(vl_block *block, int most, double tolerance);
