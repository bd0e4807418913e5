#pragma once
/// Sparse symmetric positive definite systems A x = b, factorised as L D Lᵀ by CHOLMOD
/// (SuiteSparse).
///
/// The pattern is analysed once, when the system is made; later only values change. A build without
/// CHOLMOD has these functions but cannot create a system.

#include "base/error.h"
#include "base/text.h"
#include "physics/math/pattern.h"

#include <stdbool.h>

typedef struct vl_sparse {
    int entries;
    double *values; ///< of the entries, by their numbers; zero at first. The caller writes them
    double work;    ///< floating-point operations of a factorisation; some 1e9 take a second
    struct vl_sparse_library *library; ///< what belongs to CHOLMOD
} vl_sparse;

/// Whether this build can solve sparse systems at all.
bool vl_sparse_available(void);

/// The version of the library, such as "3.0.14", in `buffer`; NULL in a build without it.
const char *vl_sparse_version(char buffer[VL_NUMBER_SIZE]);

/// A system of pattern->size ≥ 1 unknowns, all of whose contributions are added. They lie on and
/// below the diagonal, which every column has. Compresses, analyses and frees the pattern;
/// `(*entry)[k]` becomes the number of the entry of contribution k. NULL where
/// vl_sparse_available() is false, a factorisation takes more than `most_work` or its factor does
/// not fit into memory.
vl_sparse *vl_sparse_create(vl_arena *arena, vl_pattern *pattern, double most_work, int **entry);

/// Makes all values 0.
void vl_sparse_clear(vl_sparse *sparse);

/// Factorises the present values. False where the matrix is not positive definite (or not finite);
/// then vl_sparse_solve() must not be called. Never allocates.
VL_MUST_USE bool vl_sparse_factorise(vl_sparse *sparse);

/// Solves A x = b with the last factors; x may be b. Never allocates.
void vl_sparse_solve(vl_sparse *sparse, const double *b, double *x);
