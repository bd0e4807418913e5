// CHOLMOD's simplicial factorisation: plain C on one thread, whose sums have a fixed order. The
// supernodal one calls a BLAS, which picks other code on other processors, and so other bits.
// Chen, Davis, Hager, Rajamanickam: "Algorithm 887: CHOLMOD", ACM Trans. Math. Softw. 35, 2008.
//
// The matrix is permuted here, once, so that the row-by-row factorisation can be called directly:
// its driver would copy the matrix and allocate each time.

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

// CHOLMOD finds the ordering and the columns of L from the pattern alone.
static bool analyse(vl_sparse *sparse, const vl_pattern *p)
{
    cholmod_sparse pattern = {
        .nrow = (size_t)p->size,
        .ncol = (size_t)p->size,
        .nzmax = (size_t)sparse->entries,
        .p = p->start,
        .i = p->entry_row,
        .stype = -1,
        .itype = CHOLMOD_INT,
        .xtype = CHOLMOD_PATTERN,
        .packed = 1,
    };
    sparse->factor = cholmod_analyze(&pattern, &sparse->common);
    return sparse->factor != NULL;
}

// Entry (i, j) of A goes to row min, column max of the permuted i and j.
static bool permute(vl_sparse *sparse, const vl_pattern *p)
{
    size_t n = (size_t)p->size, entries = (size_t)sparse->entries;
    sparse->permuted =
        cholmod_allocate_sparse(n, n, entries, 0, 1, 1, CHOLMOD_REAL, &sparse->common);
    if (!sparse->permuted)
        return false;
    const int *permutation = sparse->factor->Perm;
    int *put = vl_alloc(n, sizeof *put);
    for (int i = 0; i < p->size; i++)
        put[permutation[i]] = i;

    vl_pattern upper = vl_pattern_create(p->size, sparse->entries);
    for (int j = 0; j < p->size; j++)
        for (int k = p->start[j]; k < p->start[j + 1]; k++) {
            int a = put[p->entry_row[k]], b = put[j];
            vl_pattern_add(&upper, a < b ? a : b, a < b ? b : a);
        }
    vl_pattern_compress(&upper);
    memcpy(sparse->permuted->p, upper.start, (n + 1) * sizeof(int));
    memcpy(sparse->permuted->i, upper.entry_row, entries * sizeof(int));
    memcpy(sparse->place, upper.entry, entries * sizeof(int));
    vl_pattern_free(&upper);
    vl_free(put);
    return true;
}

// Makes the factor and its scratch memory.
static bool make_factor(vl_sparse *sparse)
{
    return cholmod_change_factor(CHOLMOD_REAL, 0, 0, 1, 1, sparse->factor, &sparse->common) &&
           cholmod_allocate_work(sparse->factor->n, sparse->factor->n, sparse->factor->n,
                                 &sparse->common);
}

// The first factorisation allocates the columns. So it is made here, before the first step, with
// any diagonally dominant values.
static bool grow_columns(vl_sparse *sparse, const vl_pattern *p)
{
    for (int j = 0; j < p->size; j++)
        for (int k = p->start[j]; k < p->start[j + 1]; k++)
            sparse->values[k] = p->entry_row[k] == j ? sparse->entries : 1;
    bool good = vl_sparse_factorise(sparse);
    vl_sparse_clear(sparse);
    return good;
}

vl_sparse *vl_sparse_create(vl_pattern *pattern, int **entry)
{
    vl_sparse *sparse = vl_alloc(1, sizeof *sparse);
    vl_pattern_compress(pattern);
    start(&sparse->common);
    sparse->entries = pattern->start[pattern->size];
    sparse->values = vl_alloc((size_t)sparse->entries, sizeof *sparse->values);
    sparse->place = vl_alloc((size_t)sparse->entries, sizeof *sparse->place);
    sparse->right = vl_alloc((size_t)pattern->size, sizeof *sparse->right);
    bool good = analyse(sparse, pattern) && permute(sparse, pattern) && make_factor(sparse) &&
                grow_columns(sparse, pattern);
    *entry = pattern->entry;
    pattern->entry = NULL;
    vl_pattern_free(pattern);
    if (good)
        return sparse;
    vl_sparse_free(sparse);
    return NULL;
}

void vl_sparse_clear(vl_sparse *sparse)
{
    memset(sparse->values, 0, (size_t)sparse->entries * sizeof *sparse->values);
}

double *vl_sparse_values(vl_sparse *sparse)
{
    return sparse->values;
}

// Whether every pivot, the first entry of its column, is greater than 0.
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

// Without the library no system can be made, and the other functions are never called.

bool vl_sparse_available(void)
{
    return false;
}

vl_sparse *vl_sparse_create(vl_pattern *pattern, int **entry)
{
    *entry = NULL;
    vl_pattern_free(pattern);
    return NULL;
}

double *vl_sparse_values(vl_sparse *sparse)
{
    return NULL;
}

void vl_sparse_clear(vl_sparse *sparse)
{
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
