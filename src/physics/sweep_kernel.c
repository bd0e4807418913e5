// The innermost loops of the solvers, compiled once for each width of vector registers with
// VL_SWEEP_KERNEL the name of the table that is made here and VL_SWEEP_NAME its name for people.
//
// Each loop is plain C without a branch, so that the compiler makes vector code of it. Pointers are
// parameters, because as members of a struct they would lose the promise of `restrict`. Only
// additions, multiplications, divisions and square roots are used, which are rounded correctly
// everywhere: the bits do not depend on the width.

#include "physics/sweep.h"

#include <math.h>
#include <string.h>

extern const vl_sweep_kernel VL_SWEEP_KERNEL;

// --- the formulas: d = x_b − x_a, w the sum of the inverse masses; the answer is s such that the
// ends approach each other by s along d (or o) for each unit of inverse mass ---

static inline double share(double wanted, double scale, double relaxation)
{
    return scale > 0 ? relaxation * (wanted / scale) : 0;
}

static inline double norm(double dx, double dy, double dz)
{
    return sqrt(dx * dx + dy * dy + dz * dz);
}

static inline double share_new(double distance, double w, double length, double least,
                               double relaxation)
{
    double error = distance - length;
    double wanted = error > least ? error : least;
    return share(wanted, distance * w, relaxation);
}

// Of d − t o, o the old link, the length is sought: a t² − 2 b t + c = 0 with a = o·o, b = d·o,
// c = d·d − length². Of its two solutions the one near 0 is c/(b + √(b² − a c)). Where there is
// none, b/a leaves the least length; where the link has turned by more than a right angle and is
// too long, no pull along o shortens it.
static inline double share_old(double dx, double dy, double dz, double ox, double oy, double oz,
                               double w, double length, double least, double relaxation)
{
    double a = ox * ox + oy * oy + oz * oz, b = dx * ox + dy * oy + dz * oz;
    double error = dx * dx + dy * dy + dz * dz - length * length;
    double c = error > least ? error : least;
    double inside = b * b - a * c;
    double root = sqrt(inside > 0 ? inside : 0);
    double nearest = b > 0 ? b : 0;
    double wanted = inside < 0 ? nearest : c;
    double slope = inside < 0 ? a : b + root;
    return share(wanted, slope * w, relaxation);
}

// With `pull` = −λ. What a string pulled in all never gets below 0.
static inline double share_yielding(double distance, double w, double length, double yield,
                                    double pull, double least, double relaxation, double undone)
{
    double softness = w + yield;
    double error = distance - length - yield * pull;
    double most_back = (least - pull) * softness * undone;
    double wanted = error > most_back ? error : most_back;
    return share(wanted, distance * softness, relaxation);
}

static inline double strain(double distance, double length, double least)
{
    double error = distance - length;
    return fabs((error > least ? error : least) / length);
}

// --- consecutive ends: an array for each axis ---

static void run_new(double *restrict xa, double *restrict ya, double *restrict za,
                    const double *restrict wa, double *restrict xb, double *restrict yb,
                    double *restrict zb, const double *restrict wb, const double *restrict length,
                    double least, double relaxation, int count)
{
    for (int k = 0; k < count; k++) {
        double dx = xb[k] - xa[k], dy = yb[k] - ya[k], dz = zb[k] - za[k];
        double s = share_new(norm(dx, dy, dz), wa[k] + wb[k], length[k], least, relaxation);
        double sa = wa[k] * s, sb = wb[k] * s;
        xa[k] += sa * dx;
        ya[k] += sa * dy;
        za[k] += sa * dz;
        xb[k] -= sb * dx;
        yb[k] -= sb * dy;
        zb[k] -= sb * dz;
    }
}

static void run_old(double *restrict xa, double *restrict ya, double *restrict za,
                    const double *restrict wa, double *restrict xb, double *restrict yb,
                    double *restrict zb, const double *restrict wb, const double *restrict xao,
                    const double *restrict yao, const double *restrict zao,
                    const double *restrict xbo, const double *restrict ybo,
                    const double *restrict zbo, const double *restrict length, double least,
                    double relaxation, int count)
{
    for (int k = 0; k < count; k++) {
        double dx = xb[k] - xa[k], dy = yb[k] - ya[k], dz = zb[k] - za[k];
        double ox = xbo[k] - xao[k], oy = ybo[k] - yao[k], oz = zbo[k] - zao[k];
        double s = share_old(dx, dy, dz, ox, oy, oz, wa[k] + wb[k], length[k], least, relaxation);
        double sa = wa[k] * s, sb = wb[k] * s;
        xa[k] += sa * ox;
        ya[k] += sa * oy;
        za[k] += sa * oz;
        xb[k] -= sb * ox;
        yb[k] -= sb * oy;
        zb[k] -= sb * oz;
    }
}

static void run_yielding(double *restrict xa, double *restrict ya, double *restrict za,
                         const double *restrict wa, double *restrict xb, double *restrict yb,
                         double *restrict zb, const double *restrict wb,
                         const double *restrict length, const double *restrict yield,
                         double *restrict pull, double least, double relaxation, int count)
{
    double undone = 1 / relaxation;
    for (int k = 0; k < count; k++) {
        double dx = xb[k] - xa[k], dy = yb[k] - ya[k], dz = zb[k] - za[k];
        double distance = norm(dx, dy, dz);
        double s = share_yielding(distance, wa[k] + wb[k], length[k], yield[k], pull[k], least,
                                  relaxation, undone);
        double sa = wa[k] * s, sb = wb[k] * s;
        pull[k] += s * distance;
        xa[k] += sa * dx;
        ya[k] += sa * dy;
        za[k] += sa * dz;
        xb[k] -= sb * dx;
        yb[k] -= sb * dy;
        zb[k] -= sb * dz;
    }
}

static void along_new(const vl_sweep_ends *e)
{
    run_new(e->a[0], e->a[1], e->a[2], e->a_inverse_mass, e->b[0], e->b[1], e->b[2],
            e->b_inverse_mass, e->length, e->least, e->relaxation, e->count);
}

static void along_old(const vl_sweep_ends *e)
{
    run_old(e->a[0], e->a[1], e->a[2], e->a_inverse_mass, e->b[0], e->b[1], e->b[2],
            e->b_inverse_mass, e->a_old[0], e->a_old[1], e->a_old[2], e->b_old[0], e->b_old[1],
            e->b_old[2], e->length, e->least, e->relaxation, e->count);
}

static void yielding(const vl_sweep_ends *e)
{
    run_yielding(e->a[0], e->a[1], e->a[2], e->a_inverse_mass, e->b[0], e->b[1], e->b[2],
                 e->b_inverse_mass, e->length, e->yield, e->pull, e->least, e->relaxation,
                 e->count);
}

static inline double strain_at(const vl_sweep_ends *e, int k)
{
    double dx = e->b[0][k] - e->a[0][k], dy = e->b[1][k] - e->a[1][k], dz = e->b[2][k] - e->a[2][k];
    return strain(norm(dx, dy, dz), e->length[k], e->least);
}

static void measure(const vl_sweep_ends *e)
{
    int whole = e->count - e->count % VL_SWEEP_LANES;
    double most[VL_SWEEP_LANES];
    for (int lane = 0; lane < VL_SWEEP_LANES; lane++)
        most[lane] = e->most[lane];
    for (int k = 0; k < whole; k += VL_SWEEP_LANES)
        for (int lane = 0; lane < VL_SWEEP_LANES; lane++) {
            double here = strain_at(e, k + lane);
            most[lane] = here > most[lane] ? here : most[lane];
        }
    for (int k = whole; k < e->count; k++) {
        double here = strain_at(e, k);
        most[0] = here > most[0] ? here : most[0];
    }
    for (int lane = 0; lane < VL_SWEEP_LANES; lane++)
        e->most[lane] = most[lane];
}

// --- ends that lie apart: copied into arrays by axis, corrected there as a run, copied back ---

enum { BLOCK = 64 };

typedef struct ends {
    double x[BLOCK], y[BLOCK], z[BLOCK], w[BLOCK];
} ends;

typedef struct block {
    ends a, b, a_old, b_old;
    double yield[BLOCK], pull[BLOCK];
} block;

// As many numbers as a register has, and some of two such by their places: both compilers have it,
// by two names.
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

// Rows become columns: WIDTH × WIDTH numbers, whose rows begin at in[] and at out[]. (Without
// arrays of rows, which gcc keeps in memory.)
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

// The axes x, y, z, w of WIDTH points from the k-th on, from where they lie into `axes`, or back.
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
static inline void each_block(const vl_sweep_apart *l,
                              void (*correct)(const vl_sweep_apart *l, block *own, int k,
                                              int count))
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

static void block_new(const vl_sweep_apart *l, block *own, int k, int count)
{
    ends *a = &own->a, *b = &own->b;
    run_new(a->x, a->y, a->z, a->w, b->x, b->y, b->z, b->w, l->length + k, l->least, l->relaxation,
            count);
}

static void block_old(const vl_sweep_apart *l, block *own, int k, int count)
{
    ends *a = &own->a, *b = &own->b, *a_old = &own->a_old, *b_old = &own->b_old;
    gather(l->old, l->from + k, a_old, count);
    gather(l->old, l->to + k, b_old, count);
    run_old(a->x, a->y, a->z, a->w, b->x, b->y, b->z, b->w, a_old->x, a_old->y, a_old->z, b_old->x,
            b_old->y, b_old->z, l->length + k, l->least, l->relaxation, count);
}

static void block_yielding(const vl_sweep_apart *l, block *own, int k, int count)
{
    ends *a = &own->a, *b = &own->b;
    for (int i = 0; i < count; i++) {
        own->yield[i] = l->yield[l->indices[k + i]];
        own->pull[i] = l->pull[l->indices[k + i]];
    }
    run_yielding(a->x, a->y, a->z, a->w, b->x, b->y, b->z, b->w, l->length + k, own->yield,
                 own->pull, l->least, l->relaxation, count);
    for (int i = 0; i < count; i++)
        l->pull[l->indices[k + i]] = own->pull[i];
}

static void apart_along_new(const vl_sweep_apart *l)
{
    each_block(l, block_new);
}

static void apart_along_old(const vl_sweep_apart *l)
{
    each_block(l, block_old);
}

static void apart_yielding(const vl_sweep_apart *l)
{
    each_block(l, block_yielding);
}

static void apart_measure(const vl_sweep_apart *l)
{
    for (int k = 0; k < l->count; k++) {
        const vl_sweep_point *a = &l->points[l->from[k]], *b = &l->points[l->to[k]];
        double distance = norm(b->x - a->x, b->y - a->y, b->z - a->z);
        double here = strain(distance, l->length[k], l->least);
        double *most = &l->most[k % VL_SWEEP_LANES];
        *most = here > *most ? here : *most;
    }
}

const vl_sweep_kernel VL_SWEEP_KERNEL = {
    .name = VL_SWEEP_NAME,
    .along_new = {along_new, apart_along_new},
    .along_old = {along_old, apart_along_old},
    .yielding = {yielding, apart_yielding},
    .measure = {measure, apart_measure},
};
