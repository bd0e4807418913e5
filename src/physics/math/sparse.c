// CHOLMOD's simplicial factorisation: plain C on one thread, whose sums have a fixed order. The
// supernodal one calls a BLAS, which picks other code on other processors, and so other bits.
// Chen, Davis, Hager, Rajamanickam: "Algorithm 887: CHOLMOD", ACM Trans. Math. Softw. 35, 2008.
//
// The matrix is permuted here, once, so that the row-by-row factorisation can be called directly:
// its driver would copy the matrix and allocate each time.

#include "physics/math/sparse.h"

#include "base/interrupt.h"
#include "base/memory.h"

#include <stdio.h>
#include <string.h>

void vl_sparse_clear(vl_sparse *sparse)
{
    memset(sparse->values, 0, (size_t)sparse->entries * sizeof *sparse->values);
}

#ifdef VL_HAVE_CHOLMOD

#if __has_include(<suitesparse/cholmod.h>)
#include <suitesparse/cholmod.h>
#else
#include <cholmod.h>
#endif

struct vl_sparse_library {
    cholmod_common common;
    cholmod_sparse *permuted; // upper triangle of P A Pᵀ
    cholmod_factor *factor;
    double *right; // of a solve, permuted
    int *place;    // entry k of the caller is permuted->x[place[k]]
};

bool vl_sparse_available(void)
{
    return true;
}

const char *vl_sparse_version(char buffer[VL_NUMBER_SIZE])
{
    int parts[3];
    cholmod_version(parts);
    snprintf(buffer, VL_NUMBER_SIZE, "%d.%d.%d", parts[0], parts[1], parts[2]);
    return buffer;
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
    sparse->library->factor = cholmod_analyze(&pattern, &sparse->library->common);
    sparse->work = sparse->library->common.fl;
    return sparse->library->factor != NULL;
}

// Entry (i, j) of A goes to row min, column max of the permuted i and j.
static bool permute(vl_sparse *sparse, const vl_pattern *p)
{
    size_t n = (size_t)p->size, entries = (size_t)sparse->entries;
    sparse->library->permuted =
        cholmod_allocate_sparse(n, n, entries, 0, 1, 1, CHOLMOD_REAL, &sparse->library->common);
    if (!sparse->library->permuted)
        return false;
    const int *permutation = sparse->library->factor->Perm;
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
    memcpy(sparse->library->permuted->p, upper.start, (n + 1) * sizeof(int));
    memcpy(sparse->library->permuted->i, upper.entry_row, entries * sizeof(int));
    memcpy(sparse->library->place, upper.entry, entries * sizeof(int));
    vl_arena_free(&upper.arena);
    vl_free(put);
    return true;
}

// Makes the factor and its scratch memory.
static bool make_factor(vl_sparse *sparse)
{
    return cholmod_change_factor(CHOLMOD_REAL, 0, 0, 1, 1, sparse->library->factor,
                                 &sparse->library->common) &&
           cholmod_allocate_work(sparse->library->factor->n, sparse->library->factor->n,
                                 sparse->library->factor->n, &sparse->library->common);
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

static void finish(void *memory)
{
    struct vl_sparse_library *library = memory;
    cholmod_free_sparse(&library->permuted, &library->common);
    cholmod_free_factor(&library->factor, &library->common);
    cholmod_finish(&library->common);
}

vl_sparse *vl_sparse_create(vl_arena *arena, vl_pattern *pattern, double most_work, int **entry)
{
    vl_sparse *sparse = vl_arena_take(arena, 1, sizeof *sparse);
    sparse->library = vl_arena_take(arena, 1, sizeof *sparse->library);
    vl_arena_at_end(arena, finish, sparse->library);
    start(&sparse->library->common);
    vl_pattern_compress(pattern);
    size_t entries = (size_t)pattern->start[pattern->size];
    sparse->entries = (int)entries;
    bool good = analyse(sparse, pattern) && sparse->work <= most_work;
    if (good) {
        sparse->values = vl_arena_take(arena, entries, sizeof(double));
        sparse->library->place = vl_arena_take(arena, entries, sizeof(int));
        sparse->library->right = vl_arena_take(arena, (size_t)pattern->size, sizeof(double));
        good = permute(sparse, pattern) && make_factor(sparse) && grow_columns(sparse, pattern);
    }
    *entry = vl_arena_take(arena, (size_t)pattern->count, sizeof(int));
    memcpy(*entry, pattern->entry, (size_t)pattern->count * sizeof(int));
    vl_arena_free(&pattern->arena);
    return good ? sparse : NULL;
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

// Row k of L costs as many operations as the columns are long that it has entries in. The work of
// the whole is known, and the last rows have most of it: with so many rows a piece, a piece is
// short among them, too.
static size_t rows_of_piece(const vl_sparse *sparse)
{
    const double most = 1e6; // operations, about a millisecond
    size_t n = sparse->library->factor->n;
    double rows = most * (double)n / (1 + 8 * sparse->work);
    return rows < 1 ? 1 : rows < (double)n ? (size_t)rows : n;
}

// Empties the columns but for their diagonals. A factorisation of all rows in one call does that by
// itself.
static void clear_columns(cholmod_factor *factor)
{
    const int *first = factor->p;
    int *length = factor->nz;
    double *x = factor->x;
    for (size_t j = 0; j < factor->n; j++) {
        length[j] = 1;
        x[first[j]] = 1;
    }
}

// Factorises in pieces, each of some rows, so that it can be interrupted.
static bool factorise_rows(vl_sparse *sparse)
{
    struct vl_sparse_library *library = sparse->library;
    double none[2] = {0, 0};
    size_t n = library->factor->n, piece = rows_of_piece(sparse);
    bool good = true;
    if (piece < n)
        clear_columns(library->factor);
    for (size_t k = 0, end; good && k < n; k = end) {
        end = n - k > piece ? k + piece : n;
        good = cholmod_rowfac(library->permuted, NULL, none, k, end, library->factor,
                              &library->common);
        good = good && !vl_interrupted((double)(end - k) / (double)n * sparse->work / 10);
    }
    return good;
}

bool vl_sparse_factorise(vl_sparse *sparse)
{
    double *x = sparse->library->permuted->x;
    for (int k = 0; k < sparse->entries; k++)
        x[sparse->library->place[k]] = sparse->values[k];
    return factorise_rows(sparse) && is_positive(sparse->library->factor);
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
    const int *permutation = sparse->library->factor->Perm, size = (int)sparse->library->factor->n;
    for (int i = 0; i < size; i++)
        sparse->library->right[i] = b[permutation[i]];
    substitute(sparse->library->factor, sparse->library->right);
    for (int i = 0; i < size; i++)
        x[permutation[i]] = sparse->library->right[i];
}

#else

// Without the library no system can be made, and the other functions are never called.

bool vl_sparse_available(void)
{
    return false;
}

const char *vl_sparse_version(char buffer[VL_NUMBER_SIZE])
{
    return NULL;
}

vl_sparse *vl_sparse_create(vl_arena *arena, vl_pattern *pattern, double most_work, int **entry)
{
    *entry = NULL;
    vl_arena_free(&pattern->arena);
    return NULL;
}

bool vl_sparse_factorise(vl_sparse *sparse)
{
    return false;
}

void vl_sparse_solve(vl_sparse *sparse, const double *b, double *x)
{
}

#endif
