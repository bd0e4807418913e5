// The sparse systems: against a dense factorisation, on random patterns.

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
            s->dense[i][j] = s->dense[j][i] = i == j ? 0 : vl_random_uniform(random, -1, 1);
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
static vl_sparse *sparse_of(vl_arena *arena, const sample *s, double most_work, int **entry)
{
    vl_pattern pattern = vl_pattern_create(s->size, s->start[s->size]);
    for (int j = 0; j < s->size; j++)
        for (int k = s->start[j]; k < s->start[j + 1]; k++)
            vl_pattern_add(&pattern, s->row[k], j);
    return vl_sparse_create(arena, &pattern, most_work, entry);
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
        largest = test_larger(largest, fabs(residual));
    }
    return largest;
}

// |b| ≤ 1 and the pivots are above 0.5: x is below 2, a row of A below 80 in sum, so what rounding
// leaves of A x − b is below 40 · 80 · 2 · 1.1e-16 = 7e-13. A system of more work than is allowed
// is none, and one of just so much is.
TEST(random_systems_are_solved)
{
    vl_random random = {5};
    FREED sample *s = vl_alloc(1, sizeof *s);
    for (int round = 0; round < 300; round++) {
        fill(s, &random);
        int *entry;
        SCOPED(vl_arena) arena = {0};
        double work = sparse_of(&arena, s, HUGE_VAL, &entry)->work;
        assert_true(work >= s->size);
        assert_null(sparse_of(&arena, s, work - 1, &entry));
        vl_sparse *sparse = sparse_of(&arena, s, work, &entry);
        assert_true(sparse && sparse->work == work);
        double b[MOST], x[MOST], again[MOST];
        for (int i = 0; i < s->size; i++)
            again[i] = b[i] = vl_random_uniform(&random, -1, 1);
        put_values(s, sparse, entry);
        assert_true(vl_sparse_factorise(sparse));
        vl_sparse_solve(sparse, b, x);
        assert_below(largest_residual(s, x, b), 7e-13, "|A x - b|");

        // a second time, in place: the same bits
        assert_true(vl_sparse_factorise(sparse));
        vl_sparse_solve(sparse, again, again);
        assert_memory_equal(x, again, (size_t)s->size * sizeof *x);
    }
}

// A net without order, whose factor would have hundreds of millions of entries, is refused:
// counting ends where the work does.
TEST(a_net_without_order_is_refused_soon)
{
    enum { LINKS = 30000 };

    vl_random random = {7};
    int *entry;
    SCOPED(vl_arena) arena = {0};
    vl_pattern pattern = vl_pattern_create(LINKS, 9 * LINKS);
    for (int k = 0; k < 9 * LINKS; k++) {
        int a = (int)(vl_random_next(&random) % LINKS), b = (int)(vl_random_next(&random) % LINKS);
        vl_pattern_add(&pattern, k < LINKS ? k : a > b ? a : b, k < LINKS ? k : a > b ? b : a);
    }
    assert_null(vl_sparse_create(&arena, &pattern, 1e11, &entry));
}

enum { SIDE = 70, NET = SIDE * SIDE };

// y = A x for the net: 4.1 on the diagonal, and −1 for each pair of neighbours.
static void multiply(const double *x, double *y)
{
    for (int i = 0; i < NET; i++) {
        y[i] = 4.1 * x[i];
        y[i] -= i % SIDE > 0 ? x[i - 1] : 0;
        y[i] -= i % SIDE < SIDE - 1 ? x[i + 1] : 0;
        y[i] -= i >= SIDE ? x[i - SIDE] : 0;
        y[i] -= i < NET - SIDE ? x[i + SIDE] : 0;
    }
}

static vl_sparse *net_of(vl_arena *arena)
{
    int *entry;
    vl_pattern pattern = vl_pattern_create(NET, 3 * NET);
    for (int i = 0; i < NET; i++) {
        vl_pattern_add(&pattern, i, i);
        vl_pattern_add(&pattern, i % SIDE > 0 ? i : NET - 1, i % SIDE > 0 ? i - 1 : NET - 1);
        vl_pattern_add(&pattern, i >= SIDE ? i : NET - 1, i >= SIDE ? i - SIDE : NET - 1);
    }
    vl_sparse *sparse = vl_sparse_create(arena, &pattern, HUGE_VAL, &entry);
    for (int k = 0; k < 3 * NET; k++)
        sparse->values[entry[k]] = k % 3 == 0 ? 4.1 : -1;
    sparse->values[entry[3 * (NET - 1)]] = 4.1;
    return sparse;
}

// A matrix that is factorised again has the same bits. Row sums of A⁻¹ are below 1/0.1, so what
// rounding leaves is below 10 · 8.1 · NET ε.
TEST(a_large_matrix_is_factorised_again)
{
    SCOPED(vl_arena) arena = {0};
    vl_sparse *sparse = net_of(&arena);
    FREED double *b = vl_alloc(NET, sizeof *b), *x = vl_alloc(NET, sizeof *x);
    FREED double *first = vl_alloc(NET, sizeof *first), *y = vl_alloc(NET, sizeof *y);
    for (int i = 0; i < NET; i++)
        b[i] = i % 7 - 3;
    for (int k = 0; k < 2; k++) {
        assert_true(vl_sparse_factorise(sparse));
        vl_sparse_solve(sparse, b, x);
        multiply(x, y);
        for (int i = 0; i < NET; i++)
            assert_true(fabs(y[i] - b[i]) < 81 * NET * DBL_EPSILON);
        memcpy(k == 0 ? first : y, x, NET * sizeof *x);
        assert_memory_equal(k == 0 ? first : y, first, NET * sizeof *x);
    }
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
    static const struct {
        double values[3]; // a₁₁, a₂₁, a₂₂
        bool positive;
    } rows[] = {
        {{1, 0, 1}, true},
        {{4, 2, 1}, false},
        {{1, 2, 1}, false},
        {{0, 0, 1}, false},
        {{1, 0, -1}, false},
        {{2, 1, 2}, true},
        {{(double)NAN, 0, 1}, false},
        {{HUGE_VAL, 0, 1}, false},
        {{1, (double)NAN, 1}, false},
        {{4, 2, 3}, true},
    };

    const sample two = {.size = 2, .start = {0, 2, 3}, .row = {0, 1, 1}};
    int *entry;
    SCOPED(vl_arena) arena = {0};
    vl_sparse *sparse = sparse_of(&arena, &two, HUGE_VAL, &entry);
    for (int i = 0; i < COUNT(rows); i++) {
        memcpy(sparse->values, rows[i].values, sizeof rows[i].values);
        assert_int_equal(vl_sparse_factorise(sparse), rows[i].positive);
    }
    double x[] = {4, 7}; // of the last: (−1/4, 5/2)
    vl_sparse_solve(sparse, x, x);
    assert_true(fabs(x[0] + 0.25) < 1e-15 && fabs(x[1] - 2.5) < 1e-15);
}

// Both have the same values. What fails leaves nothing behind in the one: its next factors have the
// bits of the other, which is new.
static void check_failures(vl_sparse *sparse, vl_sparse *fresh, int size, vl_random *random)
{
    FREED double *b = vl_alloc((size_t)size, sizeof *b), *x = vl_alloc((size_t)size, sizeof *x);
    for (int i = 0; i < size; i++)
        b[i] = vl_random_uniform(random, -1, 1);
    for (int k = 0; k < 3; k++) {
        // one value is no finite number, or −1000, which no matrix below has a diagonal for
        static const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL, -1000};
        double value = bad[vl_random_next(random) % COUNT(bad)];
        sparse->values[vl_random_next(random) % (uint64_t)sparse->entries] = value;
        assert_false(vl_sparse_factorise(sparse));
        memcpy(sparse->values, fresh->values, (size_t)fresh->entries * sizeof *fresh->values);
    }
    assert_true(vl_sparse_factorise(sparse));
    assert_true(vl_sparse_factorise(fresh));
    vl_sparse_solve(sparse, b, x);
    vl_sparse_solve(fresh, b, b);
    assert_memory_equal(x, b, (size_t)size * sizeof *x);
}

TEST(a_factorisation_that_fails_changes_no_later_one)
{
    vl_random random = {11};
    FREED sample *s = vl_alloc(1, sizeof *s);
    for (int round = 0; round < 100; round++) {
        int *entry;
        SCOPED(vl_arena) arena = {0};
        vl_sparse *systems[2];
        fill(s, &random);
        for (int k = 0; k < 2; k++) {
            systems[k] = sparse_of(&arena, s, HUGE_VAL, &entry);
            put_values(s, systems[k], entry);
        }
        check_failures(systems[0], systems[1], s->size, &random);
    }
    for (int round = 0; round < 10; round++) {
        SCOPED(vl_arena) arena = {0};
        check_failures(net_of(&arena), net_of(&arena), NET, &random);
    }
}
