// The factorisation goes row by row: row k of L solves L(0…k−1, 0…k−1) D l = a, where a is row k of
// A. Its entries are found in the elimination tree, in which the parent of a column is the first
// row below its diagonal where it has an entry.
// Davis: "Algorithm 849: A concise sparse Cholesky factorization package", ACM Trans. Math. Softw.
// 31, 2005, figures 1 and 2; Liu: "The role of elimination trees in sparse factorization", SIAM J.
// Matrix Anal. Appl. 11, 1990.

#include "physics/math/sparse.h"

#include "base/memory.h"
#include "base/text.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#if __has_include(<suitesparse/amd.h>)
#include <suitesparse/amd.h>
#else
#include <amd.h>
#endif

// The permuted matrix by the columns of its upper triangle, and its factors. Unknown `order[i]` of
// the caller is unknown i here.
typedef struct vl_factor {
    int size;
    int *order;
    int *a_start, *a_row; // of column k of A: its entries up to the diagonal
    double *a;
    int *place;          // entry k of the caller is a[place[k]]
    int *parent;         // in the elimination tree; −1: none
    int *start, *length; // of column j of L, below the diagonal: first entry, entries so far
    int *row;            // of each entry of L
    double *l, *d;
    double *y;       // a row while it is solved for, or the right side
    int *mark;       // of each column: the last row that was found to have an entry in it
    int *path, *met; // columns on the way up the tree; columns of a row, each before its ancestors
} vl_factor;

// --- the pattern ---

vl_pattern vl_pattern_create(int size, int most)
{
    vl_pattern p = {.size = size, .most = most};
    p.row = vl_arena_take(&p.arena, (size_t)most, sizeof(int));
    p.column = vl_arena_take(&p.arena, (size_t)most, sizeof(int));
    p.entry = vl_arena_take(&p.arena, (size_t)most, sizeof(int));
    p.start = vl_arena_take(&p.arena, (size_t)size + 1, sizeof(int));
    p.entry_row = vl_arena_take(&p.arena, (size_t)most, sizeof(int));
    return p;
}

void vl_pattern_add(vl_pattern *p, int row, int column)
{
    assert(p->count < p->most);
    p->row[p->count] = row;
    p->column[p->count++] = column;
}

void vl_pattern_compress(vl_pattern *p)
{
    int *end = vl_alloc((size_t)p->size + 1, sizeof *end);
    int *sorted = vl_alloc((size_t)p->count, sizeof *sorted);
    int *last = vl_alloc((size_t)p->size, sizeof *last); // entry with that row, less 1
    for (int c = 0; c < p->count; c++)
        end[p->column[c] + 1]++;
    for (int j = 1; j <= p->size; j++)
        end[j] += end[j - 1];
    for (int c = 0; c < p->count; c++)
        sorted[end[p->column[c]]++] = c; // those of column j end at end[j]
    for (int j = 0, k = 0, entries = 0; j < p->size; j++) {
        p->start[j] = entries;
        for (; k < end[j]; k++) {
            int c = sorted[k], row = p->row[c];
            if (last[row] <= p->start[j]) { // of an earlier column, or none
                p->entry_row[entries] = row;
                last[row] = ++entries;
            }
            p->entry[c] = last[row] - 1;
        }
        p->start[j + 1] = entries;
    }
    vl_free(end);
    vl_free(sorted);
    vl_free(last);
}

void vl_sparse_clear(vl_sparse *sparse)
{
    memset(sparse->values, 0, (size_t)sparse->entries * sizeof *sparse->values);
}

const char *vl_sparse_version(char *buffer)
{
    snprintf(buffer, VL_NUMBER_SIZE, "%d.%d.%d", AMD_MAIN_VERSION, AMD_SUB_VERSION,
             AMD_SUBSUB_VERSION);
    return buffer;
}

// --- once for a pattern ---

// Entry (i, j) of A goes to row min, column max of the permuted i and j.
static void permute(vl_factor *f, const vl_pattern *p)
{
    int entries = p->start[p->size];
    int *put = vl_alloc((size_t)p->size, sizeof *put);
    for (int i = 0; i < p->size; i++)
        put[f->order[i]] = i;

    vl_pattern upper = vl_pattern_create(p->size, entries);
    for (int j = 0; j < p->size; j++)
        for (int k = p->start[j]; k < p->start[j + 1]; k++) {
            int a = put[p->entry_row[k]], b = put[j];
            vl_pattern_add(&upper, a < b ? a : b, a < b ? b : a);
        }
    vl_pattern_compress(&upper);
    memcpy(f->a_start, upper.start, ((size_t)p->size + 1) * sizeof(int));
    memcpy(f->a_row, upper.entry_row, (size_t)entries * sizeof(int));
    memcpy(f->place, upper.entry, (size_t)entries * sizeof(int));
    vl_arena_free(&upper.arena);
    vl_free(put);
}

// Finds the tree, in `start` how many entries each column of L has below its diagonal, and the
// operations: the sum of the squares of the columns' lengths. It visits each entry, so it ends
// where they are too many. Returns whether they are not.
static bool grow_tree(vl_factor *f, double most_work, double *work)
{
    int64_t entries = 0;
    *work = f->size;
    for (int k = 0; k < f->size && *work <= most_work && entries <= VL_SPARSE_ENTRIES; k++) {
        f->parent[k] = -1;
        f->mark[k] = k;
        for (int e = f->a_start[k]; e < f->a_start[k + 1]; e++)
            for (int i = f->a_row[e]; f->mark[i] != k; i = f->parent[i]) {
                f->parent[i] = f->parent[i] < 0 ? k : f->parent[i];
                f->mark[i] = k;
                *work += 2 * ++f->start[i] + 1; // (length + 1)² − length², of the length it has now
                entries++;
            }
    }
    return *work <= most_work && entries <= VL_SPARSE_ENTRIES;
}

static void end_factor(void *memory)
{
    vl_factor *f = memory;
    void *all[] = {f->order, f->a_start, f->a_row, f->place, f->parent, f->start, f->length, f->row,
                   f->mark,  f->path,    f->met,   f->a,     f->l,      f->d,     f->y};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        vl_free(all[i]);
}

// The memory is not that of the arena: a stored state has no factors, which are found again.
static vl_factor *begin_factor(vl_arena *arena, size_t size, size_t entries)
{
    vl_factor *f = vl_arena_take(arena, 1, sizeof *f);
    *f = (vl_factor){
        .size = (int)size,
        .order = vl_alloc(size, sizeof(int)),
        .a_start = vl_alloc(size + 1, sizeof(int)),
        .a_row = vl_alloc(entries, sizeof(int)),
        .a = vl_alloc(entries, sizeof(double)),
        .place = vl_alloc(entries, sizeof(int)),
        .parent = vl_alloc(size, sizeof(int)),
        .start = vl_alloc(size, sizeof(int)),
        .length = vl_alloc(size, sizeof(int)),
        .d = vl_alloc(size, sizeof(double)),
        .y = vl_alloc(size, sizeof(double)),
        .mark = vl_alloc(size, sizeof(int)),
        .path = vl_alloc(size, sizeof(int)),
        .met = vl_alloc(size, sizeof(int)),
    };
    vl_arena_at_end(arena, end_factor, f);
    return f;
}

// Orders the unknowns and lays out L. Returns false if it would be too much: AMD refuses a pattern
// for which it gets no memory, or needs more places than an int can number.
static bool analyse(vl_sparse *sparse, const vl_pattern *p, double most_work)
{
    vl_factor *f = sparse->factor;
    if (amd_order(p->size, p->start, p->entry_row, f->order, NULL, NULL) < AMD_OK)
        return false;
    permute(f, p);
    if (!grow_tree(f, most_work, &sparse->work))
        return false;
    int entries = 0;
    for (int j = 0; j < f->size; j++) { // makes positions of the lengths in `start`
        int length = f->start[j];
        f->start[j] = entries;
        entries += length;
    }
    f->row = vl_alloc((size_t)entries, sizeof(int));
    f->l = vl_alloc((size_t)entries, sizeof(double));
    return true;
}

vl_sparse *vl_sparse_create(vl_arena *arena, vl_pattern *pattern, double most_work, int **entry)
{
    vl_sparse *sparse = vl_arena_take(arena, 1, sizeof *sparse);
    vl_pattern_compress(pattern);
    sparse->entries = pattern->start[pattern->size];
    sparse->factor = begin_factor(arena, (size_t)pattern->size, (size_t)sparse->entries);
    bool good = analyse(sparse, pattern, most_work);
    if (good)
        sparse->values = vl_arena_take(arena, (size_t)sparse->entries, sizeof(double));
    *entry = vl_arena_take(arena, (size_t)pattern->count, sizeof(int));
    memcpy(*entry, pattern->entry, (size_t)pattern->count * sizeof(int));
    vl_arena_free(&pattern->arena);
    return good ? sparse : NULL;
}

// --- the factorisation ---

// Finds the columns in which row k of L has entries, and puts row k of A into y. The columns are
// met[first], …, met[size − 1], each before its ancestors. Returns `first`.
static int find_row(vl_factor *f, int k)
{
    int first = f->size;
    f->mark[k] = k;
    for (int e = f->a_start[k]; e < f->a_start[k + 1]; e++) {
        int steps = 0;
        f->y[f->a_row[e]] = f->a[e];
        for (int i = f->a_row[e]; f->mark[i] != k; i = f->parent[i]) {
            f->path[steps++] = i;
            f->mark[i] = k;
        }
        while (steps > 0)
            f->met[--first] = f->path[--steps];
    }
    return first;
}

// Adds entry (k, j) to L: takes column j times what is known of it from y. Returns what it takes
// from the pivot of row k.
static double add_entry(vl_factor *f, int k, int j)
{
    double y = f->y[j];
    int end = f->start[j] + f->length[j];
    f->y[j] = 0;
    for (int e = f->start[j]; e < end; e++)
        f->y[f->row[e]] -= f->l[e] * y;
    double l = y / f->d[j];
    f->row[end] = k;
    f->l[end] = l;
    f->length[j]++;
    return l * y;
}

// Each row begins with its diagonal in y, and leaves zeros: column j changes y only where columns
// between j and k in the tree have their entries, which are met after j. So nothing is left of
// earlier factors, also where these failed. Returns whether the pivot is greater than 0 and finite.
static bool factorise_row(vl_factor *f, int k)
{
    int first = find_row(f, k);
    double pivot = f->y[k];
    f->y[k] = 0;
    for (int i = first; i < f->size; i++)
        pivot -= add_entry(f, k, f->met[i]);
    f->d[k] = pivot;
    return pivot > 0 && isfinite(pivot);
}

bool vl_sparse_factorise(vl_sparse *sparse)
{
    vl_factor *f = sparse->factor;
    bool good = true;
    for (int k = 0; k < sparse->entries; k++)
        f->a[f->place[k]] = sparse->values[k];
    for (int j = 0; j < f->size; j++)
        f->length[j] = 0;
    for (int k = 0; good && k < f->size; k++)
        good = factorise_row(f, k);
    return good;
}

// --- with the factors ---

// y := L⁻¹ y, then D⁻¹, then L⁻ᵀ.
static void substitute(const vl_factor *f, double *y)
{
    for (int j = 0; j < f->size; j++) {
        double known = y[j];
        for (int e = f->start[j]; e < f->start[j] + f->length[j]; e++)
            y[f->row[e]] -= f->l[e] * known;
    }
    for (int j = f->size - 1; j >= 0; j--) {
        double sum = y[j] / f->d[j];
        for (int e = f->start[j]; e < f->start[j] + f->length[j]; e++)
            sum -= f->l[e] * y[f->row[e]];
        y[j] = sum;
    }
}

void vl_sparse_solve(vl_sparse *sparse, const double *b, double *x)
{
    vl_factor *f = sparse->factor;
    for (int i = 0; i < f->size; i++)
        f->y[i] = b[f->order[i]];
    substitute(f, f->y);
    for (int i = 0; i < f->size; i++)
        x[f->order[i]] = f->y[i];
}
