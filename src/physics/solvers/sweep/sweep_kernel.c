// The innermost loops of the solvers, compiled once for each width of vector registers with
// VL_SWEEP_KERNEL the name of the table that is made here and VL_SWEEP_NAME its name for people.
//
// Each loop is plain C without a branch, so that the compiler makes vector code of it. Pointers are
// parameters, because `restrict` has no effect on members of a struct. Only additions,
// multiplications, divisions and square roots are used, which are rounded correctly everywhere: the
// bits do not depend on the width.

#include "physics/solvers/sweep/sweep_kernel.h"

#include <math.h>
#include <string.h>
#ifdef __AVX512F__
#include <immintrin.h>
#endif

extern const vl_sweep_kernel VL_SWEEP_KERNEL;

// --- the formulas: for d = x_b − x_a and the sum w of the inverse masses, a formula returns s: an
// end with the inverse mass 1 moves by s along d (or o) ---

static inline double share(double wanted, double scale, double relaxation)
{
    return scale > 0 ? relaxation * (wanted / scale) : 0;
}

static inline double norm(double dx, double dy, double dz)
{
    return sqrt(dx * dx + dy * dy + dz * dz);
}

static inline double share_new(double distance, double w, double length, double lower_bound,
                               double relaxation)
{
    double error = distance - length;
    double wanted = error > lower_bound ? error : lower_bound;
    return share(wanted, distance * w, relaxation);
}

// With the old link o, d − t o gets the right length: a t² − 2 b t + c = 0 with a = o·o, b = d·o, c
// = d·d − length². Of its two solutions the one near 0 is c/(b + √(b² − a c)). Without a solution,
// b/a gives the smallest length; where the link has turned by more than a right angle and is too
// long, no impulse along o shortens it.
static inline double share_old(double dx, double dy, double dz, double ox, double oy, double oz,
                               double w, double length, double lower_bound, double relaxation)
{
    double a = ox * ox + oy * oy + oz * oz, b = dx * ox + dy * oy + dz * oz;
    double error = dx * dx + dy * dy + dz * dz - length * length;
    double c = error > lower_bound ? error : lower_bound;
    double inside = b * b - a * c;
    double root = sqrt(inside > 0 ? inside : 0);
    double nearest = b > 0 ? b : 0;
    double wanted = inside < 0 ? nearest : c;
    double slope = inside < 0 ? a : b + root;
    return share(wanted, slope * w, relaxation);
}

// λ is positive under tension, the negative of that in the article. For a string it is never below
// 0.
static inline double share_compliant(double distance, double w, double length,
                                     double compliance_per_dt2, double lambda, double lower_bound,
                                     double relaxation, double undone)
{
    double softness = w + compliance_per_dt2;
    double error = distance - length - compliance_per_dt2 * lambda;
    double most_back = (lower_bound - lambda) * softness * undone;
    double wanted = error > most_back ? error : most_back;
    return share(wanted, distance * softness, relaxation);
}

// --- consecutive ends: an array for each axis ---

#define ENDS                                                                                       \
    double *restrict xa, double *restrict ya, double *restrict za, const double *restrict wa,      \
        double *restrict xb, double *restrict yb, double *restrict zb, const double *restrict wb

// Moves both ends by s along (x, y, z) times their inverse masses.
#define MOVE_ENDS(s, x, y, z)                                                                      \
    do {                                                                                           \
        double sa = wa[k] * s, sb = wb[k] * s;                                                     \
        xa[k] += sa * x;                                                                           \
        ya[k] += sa * y;                                                                           \
        za[k] += sa * z;                                                                           \
        xb[k] -= sb * x;                                                                           \
        yb[k] -= sb * y;                                                                           \
        zb[k] -= sb * z;                                                                           \
    } while (0)

static inline void run_new(ENDS, const double *restrict length, double lower_bound,
                           double relaxation, int count)
{
    for (int k = 0; k < count; k++) {
        double dx = xb[k] - xa[k], dy = yb[k] - ya[k], dz = zb[k] - za[k];
        double s = share_new(norm(dx, dy, dz), wa[k] + wb[k], length[k], lower_bound, relaxation);
        MOVE_ENDS(s, dx, dy, dz);
    }
}

static inline void run_old(ENDS, const double *restrict xao, const double *restrict yao,
                           const double *restrict zao, const double *restrict xbo,
                           const double *restrict ybo, const double *restrict zbo,
                           const double *restrict length, double lower_bound, double relaxation,
                           int count)
{
    for (int k = 0; k < count; k++) {
        double dx = xb[k] - xa[k], dy = yb[k] - ya[k], dz = zb[k] - za[k];
        double ox = xbo[k] - xao[k], oy = ybo[k] - yao[k], oz = zbo[k] - zao[k], w = wa[k] + wb[k];
        double s = share_old(dx, dy, dz, ox, oy, oz, w, length[k], lower_bound, relaxation);
        MOVE_ENDS(s, ox, oy, oz);
    }
}

static inline void run_compliant(ENDS, const double *restrict length,
                                 const double *restrict compliance_per_dt2, double *restrict lambda,
                                 double lower_bound, double relaxation, int count)
{
    double undone = 1 / relaxation;
    for (int k = 0; k < count; k++) {
        // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): gather() wrote it
        double dx = xb[k] - xa[k], dy = yb[k] - ya[k], dz = zb[k] - za[k];
        double distance = norm(dx, dy, dz);
        double s = share_compliant(distance, wa[k] + wb[k], length[k], compliance_per_dt2[k],
                                   lambda[k], lower_bound, relaxation, undone);
        lambda[k] += s * distance;
        MOVE_ENDS(s, dx, dy, dz);
    }
}

// The numbers of a row. Where registers have masks these are a copy padded with zeros, which the
// compiler keeps in registers, so that a short row takes no longer than a full one; else they are
// in their arrays.
#ifdef __AVX512F__
typedef struct lanes {
    double at[VL_SWEEP_LANES] __attribute__((aligned(8 * VL_SWEEP_LANES)));
} lanes;

static inline __mmask8 first_of(int count)
{
    return (__mmask8)((1u << count) - 1);
}

static inline lanes take(const double *from, int count)
{
    bool full = count == VL_SWEEP_LANES;
    lanes own;
    _mm512_store_pd(own.at,
                    full ? _mm512_loadu_pd(from) : _mm512_maskz_loadu_pd(first_of(count), from));
    return own;
}

static inline void put(const lanes *own, double *into, int count)
{
    _mm512_mask_storeu_pd(into, first_of(count), _mm512_load_pd(own->at));
}

static inline int lane_count(int count)
{
    return VL_SWEEP_LANES;
}
#else
typedef struct lanes {
    double *at;
} lanes;

static inline lanes take(const double *from, int count)
{
    return (lanes){(double *)from};
}

static inline void put(const lanes *own, double *into, int count)
{
}

static inline int lane_count(int count)
{
    return count;
}
#endif

// Both ends of the links of a row.
typedef struct row_ends {
    lanes xa, ya, za, wa, xb, yb, zb, wb, length;
} row_ends;

static inline row_ends take_row(const vl_sweep *e, const vl_sweep_row *row, int count)
{
    return (row_ends){
        take(e->x[0] + row->a, count),       take(e->x[1] + row->a, count),
        take(e->x[2] + row->a, count),       take(e->inverse_mass + row->a, count),
        take(e->x[0] + row->b, count),       take(e->x[1] + row->b, count),
        take(e->x[2] + row->b, count),       take(e->inverse_mass + row->b, count),
        take(e->length + row->first, count),
    };
}

static inline void put_row(const row_ends *own, const vl_sweep *e, const vl_sweep_row *row,
                           int count)
{
    put(&own->xa, e->x[0] + row->a, count);
    put(&own->ya, e->x[1] + row->a, count);
    put(&own->za, e->x[2] + row->a, count);
    put(&own->xb, e->x[0] + row->b, count);
    put(&own->yb, e->x[1] + row->b, count);
    put(&own->zb, e->x[2] + row->b, count);
}

#define ENDS_OF_ROW(e)                                                                             \
    (e).xa.at, (e).ya.at, (e).za.at, (e).wa.at, (e).xb.at, (e).yb.at, (e).zb.at, (e).wb.at

static inline void row_new(const vl_sweep *e, const vl_sweep_row *row, int count)
{
    row_ends own = take_row(e, row, count);
    run_new(ENDS_OF_ROW(own), own.length.at, e->lower_bound, e->relaxation, lane_count(count));
    put_row(&own, e, row, count);
}

static inline void row_old(const vl_sweep *e, const vl_sweep_row *row, int count)
{
    row_ends own = take_row(e, row, count);
    lanes xao = take(e->x_old[0] + row->a, count), xbo = take(e->x_old[0] + row->b, count);
    lanes yao = take(e->x_old[1] + row->a, count), ybo = take(e->x_old[1] + row->b, count);
    lanes zao = take(e->x_old[2] + row->a, count), zbo = take(e->x_old[2] + row->b, count);
    run_old(ENDS_OF_ROW(own), xao.at, yao.at, zao.at, xbo.at, ybo.at, zbo.at, own.length.at,
            e->lower_bound, e->relaxation, lane_count(count));
    put_row(&own, e, row, count);
}

static inline void row_compliant(const vl_sweep *e, const vl_sweep_row *row, int count)
{
    row_ends own = take_row(e, row, count);
    lanes compliance = take(e->compliance_per_dt2 + row->first, count);
    lanes lambda = take(e->lambda + row->first, count);
    run_compliant(ENDS_OF_ROW(own), own.length.at, compliance.at, lambda.at, e->lower_bound,
                  e->relaxation, lane_count(count));
    put(&lambda, e->lambda + row->first, count);
    put_row(&own, e, row, count);
}

// A full row is corrected by code with a constant count.
#define EACH_ROW(NAME, OF_ROW)                                                                     \
    static void NAME(const vl_sweep *all)                                                          \
    {                                                                                              \
        const vl_sweep e = *all;                                                                   \
        for (int r = 0; r < e.count; r++) {                                                        \
            const vl_sweep_row row = e.rows[r];                                                    \
            if (row.count == VL_SWEEP_LANES)                                                       \
                OF_ROW(&e, &row, VL_SWEEP_LANES);                                                  \
            else                                                                                   \
                OF_ROW(&e, &row, row.count);                                                       \
        }                                                                                          \
    }
EACH_ROW(along_new, row_new)
EACH_ROW(along_old, row_old)
EACH_ROW(compliant, row_compliant)

// --- ends that lie apart: copied into arrays by axis, corrected there as a run, copied back ---

enum { BLOCK = 64 };

typedef struct ends {
    double x[BLOCK], y[BLOCK], z[BLOCK], w[BLOCK];
} ends;

typedef struct block {
    ends a, b, a_old, b_old;
    double compliance_per_dt2[BLOCK], lambda[BLOCK];
} block;

// A register of numbers, and a shuffle of two registers, which gcc and clang name differently.
#ifdef __AVX__
enum { WIDTH = 4 };
#else
enum { WIDTH = 2 };
#endif
typedef double row __attribute__((vector_size(8 * WIDTH)));

#ifdef __clang__
#define PICK(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
typedef long long places __attribute__((vector_size(8 * WIDTH)));
#define PICK(a, b, ...) __builtin_shuffle(a, b, (places){__VA_ARGS__})
#endif

static inline row load(const double *from)
{
    row value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void store(double *to, row value)
{
    memcpy(to, &value, sizeof value);
}

// Transposes WIDTH × WIDTH numbers, whose rows begin at in[] and at out[]. (It has no arrays of
// rows, as gcc would keep them in memory.)
static inline void transpose(const double *const in[WIDTH], double *const out[WIDTH])
{
#ifdef __AVX__
    row a = load(in[0]), b = load(in[1]), c = load(in[2]), d = load(in[3]);
    row even_ab = PICK(a, b, 0, 4, 2, 6), odd_ab = PICK(a, b, 1, 5, 3, 7);
    row even_cd = PICK(c, d, 0, 4, 2, 6), odd_cd = PICK(c, d, 1, 5, 3, 7);
    store(out[0], PICK(even_ab, even_cd, 0, 1, 4, 5));
    store(out[1], PICK(odd_ab, odd_cd, 0, 1, 4, 5));
    store(out[2], PICK(even_ab, even_cd, 2, 3, 6, 7));
    store(out[3], PICK(odd_ab, odd_cd, 2, 3, 6, 7));
#else
    row a = load(in[0]), b = load(in[1]);
    store(out[0], PICK(a, b, 0, 2));
    store(out[1], PICK(a, b, 1, 3));
#endif
}

// Copies x, y, z, w of WIDTH points from the k-th on into `axes`, or back.
static inline void exchange(vl_sweep_point *points, const int *at, ends *axes, int k, bool in)
{
    double *const axis[] = {axes->x + k, axes->y + k, axes->z + k, axes->w + k};
    for (int first = 0; first < 4; first += WIDTH) {
        double *point[WIDTH];
        for (int i = 0; i < WIDTH; i++)
            point[i] = &points[at[k + i]].x + first;
        if (in)
            transpose((const double *const *)point, axis + first);
        else
            transpose((const double *const *)(axis + first), point);
    }
}

static void gather(const vl_sweep_point *points, const int *at, ends *into, int count)
{
    int whole = count - count % WIDTH;
    for (int k = 0; k < whole; k += WIDTH)
        exchange((vl_sweep_point *)points, at, into, k, true);
    for (int k = whole; k < count; k++) {
        const vl_sweep_point *point = &points[at[k]];
        into->x[k] = point->x;
        into->y[k] = point->y;
        into->z[k] = point->z;
        into->w[k] = point->inverse_mass;
    }
}

static void scatter(vl_sweep_point *points, const int *at, ends *from, int count)
{
    int whole = count - count % WIDTH;
    for (int k = 0; k < whole; k += WIDTH)
        exchange(points, at, from, k, false);
    for (int k = whole; k < count; k++)
        points[at[k]] = (vl_sweep_point){from->x[k], from->y[k], from->z[k], from->w[k]};
}

// Calls `correct` for each block of the links of `l`.
static inline void each_block(const vl_sweep *l,
                              void (*correct)(const vl_sweep *l, block *own, int k, int count))
{
    block own;
    for (int k = 0; k < l->count; k += BLOCK) {
        int count = l->count - k < BLOCK ? l->count - k : BLOCK;
        gather(l->points, l->from + k, &own.a, count);
        gather(l->points, l->to + k, &own.b, count);
        correct(l, &own, k, count);
        scatter(l->points, l->from + k, &own.a, count);
        scatter(l->points, l->to + k, &own.b, count);
    }
}

#define ENDS_OF_BLOCK(own)                                                                         \
    (own)->a.x, (own)->a.y, (own)->a.z, (own)->a.w, (own)->b.x, (own)->b.y, (own)->b.z, (own)->b.w

static void block_new(const vl_sweep *l, block *own, int k, int count)
{
    run_new(ENDS_OF_BLOCK(own), l->length + k, l->lower_bound, l->relaxation, count);
}

static void block_old(const vl_sweep *l, block *own, int k, int count)
{
    ends *a = &own->a_old, *b = &own->b_old;
    gather(l->old, l->from + k, a, count);
    gather(l->old, l->to + k, b, count);
    run_old(ENDS_OF_BLOCK(own), a->x, a->y, a->z, b->x, b->y, b->z, l->length + k, l->lower_bound,
            l->relaxation, count);
}

static void block_compliant(const vl_sweep *l, block *own, int k, int count)
{
    for (int i = 0; i < count; i++) {
        own->compliance_per_dt2[i] = l->compliance_per_dt2[l->indices[k + i]];
        own->lambda[i] = l->lambda[l->indices[k + i]];
    }
    run_compliant(ENDS_OF_BLOCK(own), l->length + k, own->compliance_per_dt2, own->lambda,
                  l->lower_bound, l->relaxation, count);
    for (int i = 0; i < count; i++)
        l->lambda[l->indices[k + i]] = own->lambda[i];
}

#ifdef __AVX512F__
typedef struct octet {
    lanes axis[4];
} octet;

// Transposes each half of the registers.
static inline void transpose_halves(__m512d p[4])
{
    const __m512i first = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
    const __m512i second = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
    __m512d even_low = _mm512_unpacklo_pd(p[0], p[1]), odd_low = _mm512_unpackhi_pd(p[0], p[1]);
    __m512d even_high = _mm512_unpacklo_pd(p[2], p[3]), odd_high = _mm512_unpackhi_pd(p[2], p[3]);
    p[0] = _mm512_permutex2var_pd(even_low, first, even_high);
    p[1] = _mm512_permutex2var_pd(odd_low, first, odd_high);
    p[2] = _mm512_permutex2var_pd(even_low, second, even_high);
    p[3] = _mm512_permutex2var_pd(odd_low, second, odd_high);
}

static inline octet take_points(const vl_sweep_point *points, const int *at)
{
    __m512d p[4];
    for (int i = 0; i < 4; i++)
        p[i] = _mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_loadu_pd(&points[at[i]].x)),
                                  _mm256_loadu_pd(&points[at[i + 4]].x), 1);
    transpose_halves(p);
    octet own;
    for (int axis = 0; axis < 4; axis++)
        _mm512_store_pd(own.axis[axis].at, p[axis]);
    return own;
}

static inline void put_points(const octet *own, vl_sweep_point *points, const int *at)
{
    __m512d p[4];
    for (int axis = 0; axis < 4; axis++)
        p[axis] = _mm512_load_pd(own->axis[axis].at);
    transpose_halves(p);
    for (int i = 0; i < 4; i++) {
        _mm256_storeu_pd(&points[at[i]].x, _mm512_castpd512_pd256(p[i]));
        _mm256_storeu_pd(&points[at[i + 4]].x, _mm512_extractf64x4_pd(p[i], 1));
    }
}

// Corrects as many links as fill whole registers, without copies in memory; returns how many.
static int whole_new(const vl_sweep *l)
{
    int whole = l->count & -VL_SWEEP_LANES;
    for (int k = 0; k < whole; k += VL_SWEEP_LANES) {
        octet a = take_points(l->points, l->from + k), b = take_points(l->points, l->to + k);
        lanes length = take(l->length + k, VL_SWEEP_LANES);
        run_new(a.axis[0].at, a.axis[1].at, a.axis[2].at, a.axis[3].at, b.axis[0].at, b.axis[1].at,
                b.axis[2].at, b.axis[3].at, length.at, l->lower_bound, l->relaxation,
                VL_SWEEP_LANES);
        put_points(&a, l->points, l->from + k);
        put_points(&b, l->points, l->to + k);
    }
    return whole;
}
#else
static int whole_new(const vl_sweep *l)
{
    return 0;
}
#endif

static void apart_along_new(const vl_sweep *l)
{
    int whole = whole_new(l);
    if (whole == l->count)
        return;
    vl_sweep others = *l;
    others.from += whole;
    others.to += whole;
    others.length += whole;
    others.count -= whole;
    each_block(&others, block_new);
}

static void apart_along_old(const vl_sweep *l)
{
    each_block(l, block_old);
}

static void apart_compliant(const vl_sweep *l)
{
    each_block(l, block_compliant);
}

const vl_sweep_kernel VL_SWEEP_KERNEL = {
    .name = VL_SWEEP_NAME,
    .along_new = {along_new, apart_along_new},
    .along_old = {along_old, apart_along_old},
    .compliant = {compliant, apart_compliant},
};
