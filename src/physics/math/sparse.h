#pragma once
/// Sparse symmetric positive definite systems A x = b, factorised as L D Lᵀ by CHOLMOD
/// (SuiteSparse).
///
/// The pattern is analysed once, when the system is made; after that only numbers change. A build
/// without CHOLMOD has the functions too, and cannot create.

#include "base/error.h"

#include <stdbool.h>

typedef struct vl_sparse vl_sparse;

/// Whether this build can solve sparse systems at all.
bool vl_sparse_available(void);

/// A system of `size` ≥ 1 unknowns. Column j has its entries in the rows row[column_start[j]] …
/// row[column_start[j + 1] − 1], on and below the diagonal, in any order, none twice, the
/// diagonal always there. Both arrays are read here only. Analyses the pattern. NULL where
/// vl_sparse_available() is false or the factor cannot be had in memory. Free with
/// vl_sparse_free().
vl_sparse *vl_sparse_create(int size, const int *column_start, const int *row);

/// The values of the entries, in the order of `row`; zero at first. The caller writes them.
double *vl_sparse_values(vl_sparse *sparse);

/// Factorises the present values. False where the matrix is not positive definite (or not finite);
/// then there is nothing to solve with. Never allocates.
VL_MUST_USE bool vl_sparse_factorise(vl_sparse *sparse);

/// Solves A x = b with the last factors; x may be b. Never allocates.
void vl_sparse_solve(vl_sparse *sparse, const double *b, double *x);

/// Floating-point operations of one vl_sparse_factorise(), some 1e9 of which take a second.
double vl_sparse_work(const vl_sparse *sparse);

/// NULL is allowed.
void vl_sparse_free(vl_sparse *sparse);
