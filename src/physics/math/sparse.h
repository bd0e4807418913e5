#pragma once
/// Sparse symmetric positive definite systems A x = b, factorised as L D Lᵀ by CHOLMOD
/// (SuiteSparse).
///
/// The pattern is analysed once, when the system is made; later only values change. A build without
/// CHOLMOD has these functions but cannot create a system.

#include "base/error.h"
#include "physics/math/pattern.h"

#include <stdbool.h>

typedef struct vl_sparse vl_sparse;

/// Whether this build can solve sparse systems at all.
bool vl_sparse_available(void);

/// Makes a system of pattern->size ≥ 1 unknowns. All contributions must have been added, on and
/// below the diagonal, with a diagonal entry in every column. Compresses, analyses and frees the
/// pattern, except pattern->entry, which the caller owns as `*entry`. NULL where
/// vl_sparse_available() is false or the factor does not fit into memory. Free with
/// vl_sparse_free().
vl_sparse *vl_sparse_create(vl_pattern *pattern, int **entry);

/// The values of the entries, by number, for the caller to write; they are 0 at first.
double *vl_sparse_values(vl_sparse *sparse);

/// Makes all values 0.
void vl_sparse_clear(vl_sparse *sparse);

/// Factorises the present values. False where the matrix is not positive definite (or not finite);
/// then vl_sparse_solve() must not be called. Never allocates.
VL_MUST_USE bool vl_sparse_factorise(vl_sparse *sparse);

/// Solves A x = b with the last factors; x may be b. Never allocates.
void vl_sparse_solve(vl_sparse *sparse, const double *b, double *x);

/// Floating-point operations of one vl_sparse_factorise(), some 1e9 of which take a second.
double vl_sparse_work(const vl_sparse *sparse);

/// NULL is allowed.
void vl_sparse_free(vl_sparse *sparse);
