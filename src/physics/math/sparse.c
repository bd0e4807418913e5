// The factorisation goes panel by panel: columns of L that follow each other and have the same rows
// below them are one dense panel. A panel takes the entries of A, then the products of the panels
// before it that have rows among its columns, and then is factorised by itself. The rows are found
// in the elimination tree, in which the parent of a column is the first row below its diagonal
// where it has an entry.
// Ng, Peyton: "Block sparse Cholesky algorithms on advanced uniprocessor computers", SIAM J. Sci.
// Comput. 14, 1993, section 3; Liu: "The role of elimination trees in sparse factorization", SIAM
// J. Matrix Anal. Appl. 11, 1990.

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

enum {
    MOST_COLUMNS = 12, // of a panel
    ACROSS = 3,        // columns and rows of a tile, whose sums a processor has in registers
    DOWN = 6,
};

// Two numbers in a register: compilers do not find by themselves that a tile fits.
typedef double pair __attribute__((vector_size(16)));

// Columns first … end − 1 of L, each with the same rows, the first of which are those of the panel.
// What is above the diagonal in these does not count.
typedef struct panel {
    int first, end;
    int row, height; // of its rows: the place of the first in vl_factor.row, and how many
    int list;        // panels with products for this one begin with it; −1: none
    int next;        // panel in such a list; −1: none
    int done;        // rows whose panels have the products of this one
} panel;

// The factors of the permuted matrix: unknown `order[i]` of the caller is unknown i here.
typedef struct vl_factor {
    vl_arena arena; // of all arrays: a stored state has no factors, which are found again
    int size, panel_count, count; // unknowns, panels, entries of `l`
    int *order;
    panel *panels;
    int *row;      // of all panels
    int *panel_of; // of each column
    int *start;    // of each column in l
    int *place;    // entry k of the caller is l[place[k]]
    double *l, *d;
    double *y; // the right side
    int *at;   // of each row of the panel that is factorised: its place in a column
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

// Adds a 3 × 3 block, or the lower triangle of a diagonal one.
static void add_block(vl_pattern *p, int row, int column)
{
    for (int b = 0; b < 3; b++)
        for (int a = row == column ? b : 0; a < 3; a++)
            vl_pattern_add(p, 3 * row + a, 3 * column + b);
}

vl_pattern vl_pattern_of_links(int nodes, const int *from, const int *to, int links)
{
    vl_pattern p = vl_pattern_create(3 * nodes, 6 * nodes + 9 * links);
    for (int n = 0; n < nodes; n++)
        add_block(&p, n, n);
    for (int k = 0; k < links; k++)
        add_block(&p, from[k] > to[k] ? from[k] : to[k], from[k] > to[k] ? to[k] : from[k]);
    return p;
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

// Finds the tree, how many entries each column of L has below its diagonal, and the operations: the
// sum of the squares of the columns' lengths. It visits each entry, so it ends where they are too
// many. Returns whether they are not.
static bool grow_tree(const vl_pattern *a, int *parent, int *length, int *mark, double most_work,
                      double *work)
{
    int64_t entries = 0;
    *work = a->size;
    for (int k = 0; k < a->size && *work <= most_work && entries <= VL_SPARSE_ENTRIES; k++) {
        parent[k] = -1;
        mark[k] = k;
        for (int e = a->start[k]; e < a->start[k + 1]; e++)
            for (int i = a->entry_row[e]; mark[i] != k; i = parent[i]) {
                parent[i] = parent[i] < 0 ? k : parent[i];
                mark[i] = k;
                *work += 2 * ++length[i] + 1; // (length + 1)² − length², of the length it has now
                entries++;
            }
    }
    return *work <= most_work && entries <= VL_SPARSE_ENTRIES;
}

// A column that has the rows of the one before it, but for the first, is in the panel of that.
static void make_panels(vl_factor *f, const vl_pattern *a, const int *parent, const int *length,
                        int *mark)
{
    int rows = 0;
    f->panels = vl_arena_take(&f->arena, (size_t)f->size, sizeof *f->panels);
    for (int j = 0; j < f->size; j++) {
        panel *p = &f->panels[f->panel_count - (j > 0)];
        bool joins = j > 0 && parent[j - 1] == j && length[j - 1] == length[j] + 1;
        if (!joins || j - p->first == MOST_COLUMNS) {
            p = &f->panels[f->panel_count++];
            *p = (panel){.first = j, .row = rows, .height = 1 + length[j]};
            rows += p->height;
        }
        p->end = j + 1;
        f->panel_of[j] = f->panel_count - 1;
        f->start[j] = f->count;
        f->count += p->height;
    }
    f->row = vl_arena_take(&f->arena, (size_t)rows, sizeof *f->row);
    // a tile may go beyond the end
    f->l = vl_arena_take(&f->arena, (size_t)f->count + DOWN, sizeof *f->l);

    // their rows, and where the entries of A are in them
    int *place = vl_alloc((size_t)a->count, sizeof *place); // of an entry of `a`
    memset(mark, -1, (size_t)a->size * sizeof *mark);
    for (int k = 0; k < a->size; k++) {
        for (int e = a->start[k]; e < a->start[k + 1]; e++)
            for (int i = a->entry_row[e]; i >= 0 && mark[i] != k; i = i < k ? parent[i] : -1) {
                panel *p = &f->panels[f->panel_of[i]];
                mark[i] = k;
                if (i == p->first)
                    f->row[p->row + p->done++] = k;
            }
        for (int e = a->start[k]; e < a->start[k + 1]; e++) {
            int j = a->entry_row[e];
            place[e] = f->start[j] + f->panels[f->panel_of[j]].done - 1;
        }
    }
    for (int k = 0; k < a->count; k++)
        f->place[k] = place[a->entry[k]];
    vl_free(place);
}

static void end_factor(void *memory)
{
    vl_arena_free(&((vl_factor *)memory)->arena);
}

// Orders the unknowns and lays out L. Returns false if it would be too much: AMD refuses a pattern
// for which it gets no memory, or needs more places than an int can number.
static bool analyse(vl_sparse *sparse, const vl_pattern *p, double most_work)
{
    vl_factor *f = sparse->factor;
    f->size = p->size;
    int **const of_unknowns[] = {&f->order, &f->panel_of, &f->start, &f->at};
    for (int i = 0; i < 4; i++)
        *of_unknowns[i] = vl_arena_take(&f->arena, (size_t)p->size, sizeof(int));
    f->place = vl_arena_take(&f->arena, (size_t)sparse->entries, sizeof(int));
    f->d = vl_arena_take(&f->arena, 2 * (size_t)p->size, sizeof(double));
    f->y = f->d + p->size;
    if (amd_order(p->size, p->start, p->entry_row, f->order, NULL, NULL) < AMD_OK)
        return false;
    // entry (i, j) of A goes to row min, column max of the permuted i and j
    vl_pattern upper = vl_pattern_create(p->size, p->start[p->size]);
    int *parent = vl_arena_take(&upper.arena, 4 * (size_t)p->size, sizeof *parent);
    int *length = parent + p->size, *mark = length + p->size, *put = mark + p->size;
    for (int i = 0; i < p->size; i++)
        put[f->order[i]] = i;
    for (int j = 0; j < p->size; j++)
        for (int k = p->start[j]; k < p->start[j + 1]; k++) {
            int a = put[p->entry_row[k]], b = put[j];
            vl_pattern_add(&upper, a < b ? a : b, a < b ? b : a);
        }
    vl_pattern_compress(&upper);
    bool good = grow_tree(&upper, parent, length, mark, most_work, &sparse->work);
    if (good)
        make_panels(f, &upper, parent, length, mark);
    vl_arena_free(&upper.arena);
    return good;
}

vl_sparse *vl_sparse_create(vl_arena *arena, vl_pattern *pattern, double most_work, int **entry)
{
    vl_sparse *sparse = vl_arena_take(arena, 1, sizeof *sparse);
    vl_pattern_compress(pattern);
    sparse->entries = pattern->start[pattern->size];
    sparse->factor = vl_arena_take(arena, 1, sizeof *sparse->factor);
    vl_arena_at_end(arena, end_factor, sparse->factor);
    bool good = analyse(sparse, pattern, most_work);
    if (good)
        sparse->values = vl_arena_take(arena, (size_t)sparse->entries, sizeof(double));
    *entry = vl_arena_take(arena, (size_t)pattern->count, sizeof(int));
    memcpy(*entry, pattern->entry, (size_t)pattern->count * sizeof(int));
    vl_arena_free(&pattern->arena);
    return good ? sparse : NULL;
}

// --- the factorisation ---

// Subtracts from panel `to` the products of panel p: its rows among the columns of `to` with these
// and all rows below, times D. It goes tile by tile.
static void take_products(const vl_factor *f, const panel *to, panel *p)
{
    const int *row = f->row + p->row;
    int begin = p->done;
    while (p->done < p->height && row[p->done] < to->end)
        p->done++;
    for (int c = begin; c < p->done; c += ACROSS) {
        double l[MOST_COLUMNS][ACROSS], *column[ACROSS];
        for (int j = 0; j < ACROSS; j++) {
            column[j] = f->l + f->start[row[c + j < p->done ? c + j : c]];
            for (int k = p->first; k < p->end; k++)
                l[k - p->first][j] = f->l[f->start[k] + c + j] / f->d[k];
        }
        for (int r = c; r < p->height; r += DOWN) {
            pair sum[ACROSS][DOWN / 2], rows;
            int place[DOWN];
            for (int i = 0; i < DOWN; i++)
                place[i] = f->at[row[r + i < p->height ? r + i : r]];
            for (int j = 0; j < ACROSS; j++)
                for (int i = 0; i < DOWN / 2; i++)
                    sum[j][i] = (pair){column[j][place[2 * i]], column[j][place[2 * i + 1]]};
            const double *next = f->l + f->start[p->first] + r;
            for (int k = 0; k < p->end - p->first; k++, next += p->height)
                for (int i = 0; i < DOWN / 2; i++) {
                    memcpy(&rows, next + 2 * i, sizeof rows);
                    for (int j = 0; j < ACROSS; j++)
                        sum[j][i] -= rows * (pair){l[k][j], l[k][j]};
                }
            for (int j = 0; j < ACROSS && c + j < p->done; j++)
                for (int i = 0; i < DOWN && r + i < p->height; i++)
                    column[j][place[i]] = sum[j][i / 2][i % 2];
        }
    }
}

// Finds L D of a panel. Returns whether all pivots are greater than 0 and finite.
static bool factorise_panel(const vl_factor *f, const panel *p)
{
    for (int j = p->first; j < p->end; j++) {
        double *restrict column = f->l + f->start[j] - p->first;
        for (int k = p->first; k < j; k++) {
            const double *before = f->l + f->start[k] - p->first;
            double l = before[j] / f->d[k];
            for (int i = j; i < p->first + p->height; i++)
                column[i] -= before[i] * l;
        }
        f->d[j] = column[j];
        if (!(f->d[j] > 0 && isfinite(f->d[j])))
            return false;
    }
    return true;
}

// Puts a panel into the list of that in whose columns its next row is; after the last, makes L of
// L D.
static void go_on(vl_factor *f, panel *p)
{
    if (p->done == p->height) {
        for (int j = p->first; j < p->end; j++)
            for (int i = 0; i < p->height; i++)
                f->l[f->start[j] + i] /= f->d[j];
        return;
    }
    panel *to = &f->panels[f->panel_of[f->row[p->row + p->done]]];
    p->next = to->list;
    to->list = (int)(p - f->panels);
}

bool vl_sparse_factorise(vl_sparse *sparse)
{
    vl_factor *f = sparse->factor;
    panel *end = f->panels + f->panel_count;
    memset(f->l, 0, (size_t)f->count * sizeof *f->l);
    for (int k = 0; k < sparse->entries; k++)
        f->l[f->place[k]] = sparse->values[k];
    for (panel *p = f->panels; p < end; p++)
        p->list = -1;
    for (panel *p = f->panels; p < end; p++) {
        for (int i = 0; i < p->height; i++)
            f->at[f->row[p->row + i]] = i;
        for (int from = p->list, next; from >= 0; from = next) {
            next = f->panels[from].next;
            take_products(f, p, &f->panels[from]);
            go_on(f, &f->panels[from]);
        }
        if (!factorise_panel(f, p))
            return false;
        p->done = p->end - p->first;
        go_on(f, p);
    }
    return true;
}

// --- with the factors ---

// y := L⁻¹ y, then D⁻¹, then L⁻ᵀ.
void vl_sparse_solve(vl_sparse *sparse, const double *b, double *x)
{
    const vl_factor *f = sparse->factor;
    double *y = f->y;
    for (int i = 0; i < f->size; i++)
        y[i] = b[f->order[i]];
    for (int j = 0; j < f->size; j++) {
        const panel *p = &f->panels[f->panel_of[j]];
        const double *l = f->l + f->start[j];
        for (int i = j - p->first + 1; i < p->height; i++)
            y[f->row[p->row + i]] -= l[i] * y[j];
    }
    for (int j = f->size - 1; j >= 0; j--) {
        const panel *p = &f->panels[f->panel_of[j]];
        const double *l = f->l + f->start[j];
        y[j] /= f->d[j];
        for (int i = j - p->first + 1; i < p->height; i++)
            y[j] -= l[i] * y[f->row[p->row + i]];
    }
    for (int i = 0; i < f->size; i++)
        x[f->order[i]] = y[i];
}
