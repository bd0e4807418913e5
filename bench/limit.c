// What the machine can do at best: as many particles and links as the scenario has, in arrays of
// the same size, but the links of a colour join the first half of the particles with the second,
// in one run. No hanging cloth comes out of it, so that there is nothing to be read.

#include "limit.h"

#include "base/memory.h"
#include "base/random.h"
#include "program.h"

enum { QUANTITIES = 4, LINE = 8, GAP = 9 * LINE }; // the lines in doubles

typedef struct width {
    bool (*is_there)(void);
    bench_limit_sweep *sweep;
} width;

typedef struct state {
    bench_limit_sweep *sweep;
    int half, link_count;
    double *memory;
    double *first[QUANTITIES], *second[QUANTITIES], *length;
} state;

// Takes the next array out of the block. Arrays of a power of two bytes that begin at the same
// place of a page displace each other in the cache: each is followed by 9 cache lines of
// nothing.
static double *take(double **block, vl_random *random, int count, double low, double high)
{
    double *values = *block;
    for (int i = 0; i < count; i++)
        values[i] = vl_random_uniform(random, low, high);
    *block += count + (LINE - count % LINE) + GAP;
    return values;
}

static void *create(const bench_program *program, const bench_scenario *scenario)
{
    const width *wanted = program->settings;
    if (!wanted->is_there())
        return NULL;

    vl_random random = {1};
    state *s = vl_alloc(1, sizeof *s);
    s->sweep = wanted->sweep;
    s->half = scenario->particle_count / 2;
    s->link_count = scenario->link_count;
    int values = 2 * QUANTITIES * s->half + s->link_count;
    s->memory = vl_alloc((size_t)(values + (2 * QUANTITIES + 1) * (LINE + GAP)), sizeof(double));

    double *block = s->memory;
    s->length = take(&block, &random, s->link_count, 0.5, 1);
    for (int i = 0; i < QUANTITIES; i++) {
        s->first[i] = take(&block, &random, s->half, 0.5, 1);
        s->second[i] = take(&block, &random, s->half, 1, 1.5);
    }
    return s;
}

static void destroy(void *memory)
{
    state *s = memory;
    vl_free(s->memory);
    vl_free(s);
}

static void sweep(void *memory, int sweeps)
{
    state *s = memory;
    for (int k = 0; k < sweeps; k++)
        for (int first = 0; first < s->link_count; first += s->half) {
            int rest = s->link_count - first;
            s->sweep(s->first, s->second, s->length + first, rest < s->half ? rest : s->half);
        }
}

static bool is_always_there(void)
{
    return true;
}

#ifdef BENCH_X86
static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2");
}

static bool has_avx512(void)
{
    return __builtin_cpu_supports("avx512f");
}
#endif

#define LIMIT(NAME, IS_THERE, SWEEP)                                                               \
    {                                                                                              \
        .name = (NAME), .arithmetic = "double, 3D", .order = "one run a colour",                   \
        .kinds = BENCH_CLOTH, .threads = 1, .settings = &(const width){IS_THERE, SWEEP},           \
        .create = create, .destroy = destroy, .sweep = sweep                                       \
    }

const bench_program bench_limits[] = {
    LIMIT("limit kernel", is_always_there, bench_limit_plain),
#ifdef BENCH_X86
    LIMIT("limit kernel AVX2", has_avx2, bench_limit_avx2),
    LIMIT("limit kernel AVX-512", has_avx512, bench_limit_avx512),
#endif
};
const int bench_limit_count = sizeof bench_limits / sizeof *bench_limits;
