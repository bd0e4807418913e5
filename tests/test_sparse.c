// The sparse systems: against a dense factorisation, on random patterns.

#include "base/memory.h"
#include "base/random.h"
#include "physics/math/sparse.h"
#include "support/testing.h"
#include "support/worlds.h"

enum { MOST = 40 };

// A sparse matrix, in both forms.
typedef struct sample {
    int size, start[MOST + 1], row[MOST * MOST];
    double dense[MOST][MOST];
} sample;

// Diagonally dominant, hence positive definite; the rows of a column stand in no order.
static void fill(sample *s, vl_random *random)
{
    int next = 0;
    memset(s, 0, sizeof *s);
    s->size = 1 + (int)(vl_random_next(random) % MOST);
    for (int j = 0; j < s->size; j++) {
        s->start[j] = next;
        for (int i = s->size - 1; i >= j; i--) {
            if (i != j && vl_random_next(random) % 5)
                continue;
            s->row[next++] = i;
            double value = i == j ? 0 : vl_random_uniform(random, -1, 1);
            s->dense[i][j] = s->dense[j][i] = value;
        }
    }
    s->start[s->size] = next;
    for (int i = 0; i < s->size; i++) {
        double sum = 0.5;
        for (int j = 0; j < s->size; j++)
            sum += fabs(s->dense[i][j]);
        s->dense[i][i] = sum;
    }
}

// `*entry` is of the lower triangle, column by column.
static vl_sparse *sparse_of(vl_arena *arena, const sample *s, int **entry)
{
    vl_pattern pattern = vl_pattern_create(s->size, s->start[s->size]);
    for (int j = 0; j < s->size; j++)
        for (int k = s->start[j]; k < s->start[j + 1]; k++)
            vl_pattern_add(&pattern, s->row[k], j);
    return vl_sparse_create(arena, &pattern, HUGE_VAL, entry);
}

static void put_values(const sample *s, vl_sparse *sparse, const int *entry)
{
    double *values = sparse->values;
    for (int j = 0; j < s->size; j++)
        for (int k = s->start[j]; k < s->start[j + 1]; k++)
            values[entry[k]] = s->dense[s->row[k]][j];
}

static double largest_residual(const sample *s, const double *x, const double *b)
{
    double largest = 0;
    for (int i = 0; i < s->size; i++) {
        double residual = -b[i];
        for (int j = 0; j < s->size; j++)
            residual += s->dense[i][j] * x[j];
        largest = fmax(largest, fabs(residual));
    }
    return largest;
}

// |b| ≤ 1 and the pivots are above 0.5: x is below 2, a row of A below 80 in sum, so what rounding
// leaves of A x − b is below 40 · 80 · 2 · 1.1e-16 = 7e-13.
TEST(random_systems_are_solved)
{
    skip_without_library();
    vl_random random = {5};
    FREED sample *s = vl_alloc(1, sizeof *s);
    double most = 0;
    for (int round = 0; round < 300; round++) {
        fill(s, &random);
        int *entry;
        SCOPED(vl_arena) arena = {0};
        vl_sparse *sparse = sparse_of(&arena, s, &entry);
        double b[MOST], x[MOST], again[MOST];
        for (int i = 0; i < s->size; i++)
            again[i] = b[i] = vl_random_uniform(&random, -1, 1);
        put_values(s, sparse, entry);
        assert_true(vl_sparse_factorise(sparse));
        vl_sparse_solve(sparse, b, x);
        most = fmax(most, largest_residual(s, x, b));

        // a second time, in place: the same bits
        assert_true(vl_sparse_factorise(sparse));
        vl_sparse_solve(sparse, again, again);
        assert_memory_equal(x, again, (size_t)s->size * sizeof *x);
    }
    print_message("  largest |A x - b| %.1e\n", most);
    assert_true(most < 7e-13);
}

// Entries are numbered column by column, in a column as they came, and equal places are one entry.
TEST(a_pattern_finds_the_entry_of_each_contribution)
{
    static const int at[][2] = {{2, 1}, {0, 0}, {1, 1}, {2, 0}, {2, 1}, {2, 2}, {1, 0}, {0, 0}};
    static const int entry[] = {3, 0, 4, 1, 3, 5, 2, 0}, row[] = {0, 2, 1, 2, 1, 2};
    static const int start[] = {0, 3, 5, 6};

    vl_pattern pattern = vl_pattern_create(3, COUNT(at));
    for (int i = 0; i < COUNT(at); i++)
        vl_pattern_add(&pattern, at[i][0], at[i][1]);
    vl_pattern_compress(&pattern);
    assert_memory_equal(pattern.entry, entry, sizeof entry);
    assert_memory_equal(pattern.entry_row, row, sizeof row);
    assert_memory_equal(pattern.start, start, sizeof start);
    vl_arena_free(&pattern.arena);
}

TEST(what_is_not_positive_definite_is_told)
{
    skip_without_library();

    static const struct {
        double values[3]; // a₁₁, a₂₁, a₂₂
        bool positive;
    } rows[] = {
        {{1, 0, 1}, true},   {{4, 2, 1}, false}, {{1, 2, 1}, false},           {{0, 0, 1}, false},
        {{1, 0, -1}, false}, {{2, 1, 2}, true},  {{(double)NAN, 0, 1}, false}, {{4, 2, 3}, true},
    };

    const sample two = {.size = 2, .start = {0, 2, 3}, .row = {0, 1, 1}};
    int *entry;
    SCOPED(vl_arena) arena = {0};
    vl_sparse *sparse = sparse_of(&arena, &two, &entry);
    for (int i = 0; i < COUNT(rows); i++) {
        memcpy(sparse->values, rows[i].values, sizeof rows[i].values);
        assert_int_equal(vl_sparse_factorise(sparse), rows[i].positive);
    }
    double x[] = {4, 7}; // of the last: (−1/4, 5/2)
    vl_sparse_solve(sparse, x, x);
    assert_true(fabs(x[0] + 0.25) < 1e-15 && fabs(x[1] - 2.5) < 1e-15);
}
