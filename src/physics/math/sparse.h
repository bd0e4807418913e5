#pragma once
/// Sparse symmetric positive definite systems A x = b, factorised as L D Lᵀ by CHOLMOD
/// (SuiteSparse).
///
/// The pattern is analysed once, when the system is made; after that only numbers change. A build
/// without CHOLMOD has the functions too, and cannot create a system.

#include "base/error.h"
#include "physics/math/pattern.h"

#include <stdbool.h>

typedef struct vl_sparse vl_sparse;

/// Whether this build can solve sparse systems at all.
bool vl_sparse_available(void);

/// A system of pattern->size ≥ 1 unknowns, all of whose contributions are added. They lie on and
/// below the diagonal, which every column has. Compresses and analyses the pattern, and frees it
/// but for pattern->entry, which the caller takes over as `*entry`. NULL where
/// vl_sparse_available() is false or the factor does not fit into memory. Free with
/// vl_sparse_free().
vl_sparse *vl_sparse_create(vl_pattern *pattern, int **entry);

/// The values of the entries, by their numbers; zero at first. The caller writes them.
double *vl_sparse_values(vl_sparse *sparse);

/// All values become zero.
void vl_sparse_clear(vl_sparse *sparse);

/// Factorises the present values. False where the matrix is not positive definite (or not finite);
/// then there is nothing to solve with. Never allocates.
VL_MUST_USE bool vl_sparse_factorise(vl_sparse *sparse);

/// Solves A x = b with the last factors; x may be b. Never allocates.
void vl_sparse_solve(vl_sparse *sparse, const double *b, double *x);

/// Floating-point operations of one vl_sparse_factorise(), some 1e9 of which take a second.
double vl_sparse_work(const vl_sparse *sparse);

/// NULL is allowed.
void vl_sparse_free(vl_sparse *sparse);
