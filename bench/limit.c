// The limit of the machine: as many particles and links as the scenario has, in arrays of the same
// size, but the links of a colour join the first half of the particles with the second, in one run.
// This is not the cloth of the scenario, so there are no positions to read.

#include "base/memory.h"
#include "base/random.h"
#include "program.h"

#include <math.h>

enum { QUANTITIES = 4, LINE = 8, GAP = 9 * LINE }; // the lines in doubles

// One sweep over `count` links: link k joins particle k of `a` with particle k of `b`. x, y, z and
// 1/mass of each, and the length of the link. No particle is in both.
typedef void limit_sweep(double *const a[QUANTITIES], double *const b[QUANTITIES],
                         const double *length, int count);

typedef struct width {
    bool (*is_there)(void);
    limit_sweep *sweep;
} width;

typedef struct state {
    limit_sweep *sweep;
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

// The arithmetic of one link update and nothing else.
static inline __attribute__((always_inline)) void
update_links(double *restrict xa, double *restrict ya, double *restrict za,
             const double *restrict wa, double *restrict xb, double *restrict yb,
             double *restrict zb, const double *restrict wb, const double *restrict length,
             int count)
{
    for (int k = 0; k < count; k++) {
        double dx = xb[k] - xa[k], dy = yb[k] - ya[k], dz = zb[k] - za[k];
        double distance = sqrt(dx * dx + dy * dy + dz * dz);
        double s = (distance - length[k]) / (distance * (wa[k] + wb[k]));
        double sa = wa[k] * s, sb = wb[k] * s;
        xa[k] += sa * dx;
        ya[k] += sa * dy;
        za[k] += sa * dz;
        xb[k] -= sb * dx;
        yb[k] -= sb * dy;
        zb[k] -= sb * dz;
    }
}

// The same loop for each vector width of the processor.
#define WIDTH(NAME, TARGET, IS_THERE)                                                              \
    static bool has_##NAME(void)                                                                   \
    {                                                                                              \
        return IS_THERE;                                                                           \
    }                                                                                              \
    TARGET static void sweep_##NAME(double *const a[QUANTITIES], double *const b[QUANTITIES],      \
                                    const double *length, int count)                               \
    {                                                                                              \
        update_links(a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3], length, count);               \
    }
#define LIMIT(NAME, WIDTH)                                                                         \
    {                                                                                              \
        .name = (NAME), .arithmetic = "double, 3D", .order = "one run a colour",                   \
        .kinds = BENCH_CLOTH, .threads = 1,                                                        \
        .settings = &(const width){has_##WIDTH, sweep_##WIDTH}, .create = create,                  \
        .destroy = destroy, .sweep = sweep                                                         \
    }

WIDTH(plain, , true)
#ifdef __clang__ // prefers the widest vectors anyway
#define WIDEST "avx512f"
#else
#define WIDEST "avx512f,prefer-vector-width=512"
#endif
#ifdef __x86_64__
WIDTH(avx2, __attribute__((target("avx2"))), __builtin_cpu_supports("avx2"))
WIDTH(avx512, __attribute__((target(WIDEST))), __builtin_cpu_supports("avx512f"))
#endif

const bench_program bench_limits[] = {
    LIMIT("limit kernel", plain),
#ifdef __x86_64__
    LIMIT("limit kernel AVX2", avx2),
    LIMIT("limit kernel AVX-512", avx512),
#endif
};
const int bench_limit_count = sizeof bench_limits / sizeof *bench_limits;
