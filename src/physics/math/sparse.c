// CHOLMOD's simplicial factorisation: plain C on one thread, whose sums have a fixed order. The
// supernodal one calls a BLAS, which picks other code on other processors, and so other bits.
// Chen, Davis, Hager, Rajamanickam: "Algorithm 887: CHOLMOD", ACM Trans. Math. Softw. 35, 2008.
//
// The matrix is permuted here, once for all, so that the row by row factorisation can be called
// directly: the driver above it would copy the matrix, and allocate, each time.

#include "physics/math/sparse.h"

#include "base/memory.h"

#include <string.h>

#ifdef VL_HAVE_CHOLMOD

#if __has_include(<suitesparse/cholmod.h>)
#include <suitesparse/cholmod.h>
#else
#include <cholmod.h>
#endif

struct vl_sparse {
    cholmod_common common;
    cholmod_sparse *permuted; // upper triangle of P A Pᵀ
    cholmod_factor *factor;
    double *right;  // of a solve, permuted
    double *values; // as the caller numbers them
    int *place;     // entry k of the caller is permuted->x[place[k]]
    int entries;
};

bool vl_sparse_available(void)
{
    return true;
}

static void start(cholmod_common *common)
{
    cholmod_start(common);
    common->supernodal = CHOLMOD_SIMPLICIAL;
    common->print = 0;
    common->quick_return_if_not_posdef = 0;
    common->nmethods = 1;
    common->method[0].ordering = CHOLMOD_AMD;
    common->postorder = 1;
}

// The ordering and the columns of L, found by CHOLMOD from the pattern alone.
static bool analyse(vl_sparse *sparse, int size, const int *column_start, const int *row)
{
    cholmod_sparse pattern = {
        .nrow = (size_t)size,
        .ncol = (size_t)size,
        .nzmax = (size_t)sparse->entries,
        .p = (void *)column_start,
        .i = (void *)row,
        .stype = -1,
        .itype = CHOLMOD_INT,
        .xtype = CHOLMOD_PATTERN,
        .packed = 1,
    };
    sparse->factor = cholmod_analyze(&pattern, &sparse->common);
    return sparse->factor != NULL;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

// An entry (i, j) of A goes to row min, column max of where i and j are put.
static void permute(vl_sparse *sparse, int size, const int *column_start, const int *row)
{
    const int *permutation = sparse->factor->Perm;
    int *put = vl_alloc((size_t)size, sizeof *put);
    for (int i = 0; i < size; i++)
        put[permutation[i]] = i;

    int *start_of = sparse->permuted->p, *row_of = sparse->permuted->i;
    memset(start_of, 0, ((size_t)size + 1) * sizeof *start_of);
    for (int j = 0; j < size; j++)
        for (int k = column_start[j]; k < column_start[j + 1]; k++)
            start_of[most(put[row[k]], put[j]) + 1]++;
    for (int j = 0; j < size; j++)
        start_of[j + 1] += start_of[j];

    int *next = vl_alloc((size_t)size, sizeof *next);
    memcpy(next, start_of, (size_t)size * sizeof *next);
    for (int j = 0; j < size; j++)
        for (int k = column_start[j]; k < column_start[j + 1]; k++) {
            sparse->place[k] = next[most(put[row[k]], put[j])]++;
            row_of[sparse->place[k]] = least(put[row[k]], put[j]);
        }
    vl_free(next);
    vl_free(put);
}

// The factor with its numbers, and work memory.
static bool make_factor(vl_sparse *sparse)
{
    return cholmod_change_factor(CHOLMOD_REAL, 0, 0, 1, 1, sparse->factor, &sparse->common) &&
           cholmod_allocate_work(sparse->factor->n, sparse->factor->n, sparse->factor->n,
                                 &sparse->common);
}

// The first factor makes its columns as long as the pattern needs; that is over before the first
// step. Any numbers do whose diagonal outweighs the rest.
static bool grow_columns(vl_sparse *sparse, int size, const int *column_start, const int *row)
{
    for (int j = 0; j < size; j++)
        for (int k = column_start[j]; k < column_start[j + 1]; k++)
            sparse->values[k] = row[k] == j ? sparse->entries : 1;
    bool good = vl_sparse_factorise(sparse);
    for (int k = 0; k < sparse->entries; k++)
        sparse->values[k] = 0;
    return good;
}

vl_sparse *vl_sparse_create(int size, const int *column_start, const int *row)
{
    vl_sparse *sparse = vl_alloc(1, sizeof *sparse);
    start(&sparse->common);
    sparse->entries = column_start[size];
    sparse->values = vl_alloc((size_t)sparse->entries, sizeof *sparse->values);
    sparse->place = vl_alloc((size_t)sparse->entries, sizeof *sparse->place);
    sparse->right = vl_alloc((size_t)size, sizeof *sparse->right);

    size_t n = (size_t)size;
    bool good = analyse(sparse, size, column_start, row);
    if (good) {
        sparse->permuted = cholmod_allocate_sparse(n, n, (size_t)sparse->entries, 0, 1, 1,
                                                   CHOLMOD_REAL, &sparse->common);
        good = sparse->permuted != NULL;
    }
    if (good) {
        permute(sparse, size, column_start, row);
        good = make_factor(sparse);
    }
    if (good && grow_columns(sparse, size, column_start, row))
        return sparse;
    vl_sparse_free(sparse);
    return NULL;
}

double *vl_sparse_values(vl_sparse *sparse)
{
    return sparse->values;
}

// Whether every pivot, which stands first in its column, is greater than 0.
static bool is_positive(const cholmod_factor *factor)
{
    const int *first = factor->p;
    const double *x = factor->x;
    bool positive = factor->xtype == CHOLMOD_REAL;
    for (size_t j = 0; positive && j < factor->n; j++)
        positive = x[first[j]] > 0;
    return positive;
}

bool vl_sparse_factorise(vl_sparse *sparse)
{
    double none[2] = {0, 0};
    double *x = sparse->permuted->x;
    for (int k = 0; k < sparse->entries; k++)
        x[sparse->place[k]] = sparse->values[k];
    int done = cholmod_rowfac(sparse->permuted, NULL, none, 0, sparse->factor->n, sparse->factor,
                              &sparse->common);
    return done && is_positive(sparse->factor);
}

// y := L⁻¹ y, then D⁻¹, then L⁻ᵀ. The first entry of a column is that of D.
static void substitute(const cholmod_factor *factor, double *y)
{
    const int *first = factor->p, *length = factor->nz, *row = factor->i, size = (int)factor->n;
    const double *x = factor->x;
    for (int j = 0; j < size; j++) {
        double known = y[j];
        for (int k = first[j] + 1; k < first[j] + length[j]; k++)
            y[row[k]] -= x[k] * known;
    }
    for (int j = size - 1; j >= 0; j--) {
        double sum = y[j] / x[first[j]];
        for (int k = first[j] + 1; k < first[j] + length[j]; k++)
            sum -= x[k] * y[row[k]];
        y[j] = sum;
    }
}

void vl_sparse_solve(vl_sparse *sparse, const double *b, double *x)
{
    const int *permutation = sparse->factor->Perm, size = (int)sparse->factor->n;
    for (int i = 0; i < size; i++)
        sparse->right[i] = b[permutation[i]];
    substitute(sparse->factor, sparse->right);
    for (int i = 0; i < size; i++)
        x[permutation[i]] = sparse->right[i];
}

double vl_sparse_work(const vl_sparse *sparse)
{
    return sparse->common.fl;
}

void vl_sparse_free(vl_sparse *sparse)
{
    if (!sparse)
        return;
    cholmod_free_sparse(&sparse->permuted, &sparse->common);
    cholmod_free_factor(&sparse->factor, &sparse->common);
    cholmod_finish(&sparse->common);
    vl_free(sparse->values);
    vl_free(sparse->place);
    vl_free(sparse->right);
    vl_free(sparse);
}

#else

bool vl_sparse_available(void)
{
    return false;
}

// The first factor makes its columns as long as the pattern needs; that is over before the first
// step. Any numbers do whose diagonal outweighs the rest.
static void grow_columns(vl_sparse *sparse, int size, const int *column_start)
{
    for (int k = 0; k < sparse->entries; k++)
        sparse->values[k] = 1;
    for (int j = 0; j < size; j++)
        sparse->values[column_start[j]] = sparse->entries;
    (void)vl_sparse_factorise(sparse);
    memset(sparse->values, 0, (size_t)sparse->entries * sizeof *sparse->values);
}

vl_sparse *vl_sparse_create(int size, const int *column_start, const int *row)
{
    return NULL;
}

// Nobody has a system to call the rest with.

double *vl_sparse_values(vl_sparse *sparse)
{
    return NULL;
}

bool vl_sparse_factorise(vl_sparse *sparse)
{
    return false;
}

void vl_sparse_solve(vl_sparse *sparse, const double *b, double *x)
{
}

double vl_sparse_work(const vl_sparse *sparse)
{
    return 0;
}

void vl_sparse_free(vl_sparse *sparse)
{
}

#endif
