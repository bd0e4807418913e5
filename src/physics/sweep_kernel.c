// The innermost loops of the solvers, compiled once for each width of vector registers with
// VL_SWEEP_KERNEL the name of the table that is made here and VL_SWEEP_NAME its name for people.
//
// Each loop is plain C without a branch, so that the compiler makes vector code of it. The pointers
// are parameters, because as members of a struct they would lose the promise of `restrict`. Only
// additions, multiplications, divisions and square roots are used, which are rounded correctly
// everywhere: the bits do not depend on the width.

#include "physics/sweep.h"

#include <math.h>

extern const vl_sweep_kernel VL_SWEEP_KERNEL;

// s such that the ends approach each other by s d for each unit of inverse mass.
static inline double share(double wanted, double scale, double relaxation)
{
    return scale > 0 ? relaxation * (wanted / scale) : 0;
}

static void correct_along_new(double *restrict xa, double *restrict ya, double *restrict za,
                              const double *restrict wa, double *restrict xb, double *restrict yb,
                              double *restrict zb, const double *restrict wb,
                              const double *restrict length, double least, double relaxation,
                              int count)
{
    for (int k = 0; k < count; k++) {
        double dx = xb[k] - xa[k], dy = yb[k] - ya[k], dz = zb[k] - za[k];
        double distance = sqrt(dx * dx + dy * dy + dz * dz);
        double error = distance - length[k];
        double wanted = error > least ? error : least;

        double s = share(wanted, distance * (wa[k] + wb[k]), relaxation);
        double sa = wa[k] * s, sb = wb[k] * s;
        xa[k] += sa * dx;
        ya[k] += sa * dy;
        za[k] += sa * dz;
        xb[k] -= sb * dx;
        yb[k] -= sb * dy;
        zb[k] -= sb * dz;
    }
}

// Of d − t o, o the old link, the length is sought: a t² − 2 b t + c = 0 with a = o·o, b = d·o,
// c = d·d − length². Of its two solutions the one near 0 is c/(b + √(b² − a c)). Where there is
// none, b/a leaves the least length; where the link has turned by more than a right angle and is
// too long, no pull along o shortens it.
static void correct_along_old(double *restrict xa, double *restrict ya, double *restrict za,
                              const double *restrict wa, double *restrict xb, double *restrict yb,
                              double *restrict zb, const double *restrict wb,
                              const double *restrict xao, const double *restrict yao,
                              const double *restrict zao, const double *restrict xbo,
                              const double *restrict ybo, const double *restrict zbo,
                              const double *restrict length, double least, double relaxation,
                              int count)
{
    for (int k = 0; k < count; k++) {
        double dx = xb[k] - xa[k], dy = yb[k] - ya[k], dz = zb[k] - za[k];
        double ox = xbo[k] - xao[k], oy = ybo[k] - yao[k], oz = zbo[k] - zao[k];
        double a = ox * ox + oy * oy + oz * oz, b = dx * ox + dy * oy + dz * oz;
        double error = dx * dx + dy * dy + dz * dz - length[k] * length[k];
        double c = error > least ? error : least;
        double inside = b * b - a * c;
        double root = sqrt(inside > 0 ? inside : 0);
        double nearest = b > 0 ? b : 0;
        double wanted = inside < 0 ? nearest : c;
        double slope = inside < 0 ? a : b + root;

        double s = share(wanted, slope * (wa[k] + wb[k]), relaxation);
        double sa = wa[k] * s, sb = wb[k] * s;
        xa[k] += sa * ox;
        ya[k] += sa * oy;
        za[k] += sa * oz;
        xb[k] -= sb * ox;
        yb[k] -= sb * oy;
        zb[k] -= sb * oz;
    }
}

// With `pull` = −λ. The sum of what a string pulls never gets below 0.
static void correct_yielding(double *restrict xa, double *restrict ya, double *restrict za,
                             const double *restrict wa, double *restrict xb, double *restrict yb,
                             double *restrict zb, const double *restrict wb,
                             const double *restrict length, const double *restrict yield,
                             double *restrict pull, double least, double relaxation, int count)
{
    double undone = 1 / relaxation;
    for (int k = 0; k < count; k++) {
        double dx = xb[k] - xa[k], dy = yb[k] - ya[k], dz = zb[k] - za[k];
        double distance = sqrt(dx * dx + dy * dy + dz * dz);
        double softness = wa[k] + wb[k] + yield[k];
        double error = distance - length[k] - yield[k] * pull[k];
        double floor_error = (least - pull[k]) * softness * undone;
        double wanted = error > floor_error ? error : floor_error;

        double s = share(wanted, distance * softness, relaxation);
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

static inline double strain_of(const vl_sweep_ends *e, int k)
{
    double dx = e->b[0][k] - e->a[0][k], dy = e->b[1][k] - e->a[1][k], dz = e->b[2][k] - e->a[2][k];
    double error = sqrt(dx * dx + dy * dy + dz * dz) - e->length[k];
    return fabs((error > e->least ? error : e->least) / e->length[k]);
}

static void measure(const vl_sweep_ends *e)
{
    int whole = e->count - e->count % VL_SWEEP_LANES;
    double most[VL_SWEEP_LANES];
    for (int lane = 0; lane < VL_SWEEP_LANES; lane++)
        most[lane] = e->most[lane];
    for (int k = 0; k < whole; k += VL_SWEEP_LANES)
        for (int lane = 0; lane < VL_SWEEP_LANES; lane++) {
            double strain = strain_of(e, k + lane);
            most[lane] = strain > most[lane] ? strain : most[lane];
        }
    for (int k = whole; k < e->count; k++) {
        double strain = strain_of(e, k);
        most[0] = strain > most[0] ? strain : most[0];
    }
    for (int lane = 0; lane < VL_SWEEP_LANES; lane++)
        e->most[lane] = most[lane];
}

static void along_new(const vl_sweep_ends *e)
{
    correct_along_new(e->a[0], e->a[1], e->a[2], e->a_inverse_mass, e->b[0], e->b[1], e->b[2],
                      e->b_inverse_mass, e->length, e->least, e->relaxation, e->count);
}

static void along_old(const vl_sweep_ends *e)
{
    correct_along_old(e->a[0], e->a[1], e->a[2], e->a_inverse_mass, e->b[0], e->b[1], e->b[2],
                      e->b_inverse_mass, e->a_old[0], e->a_old[1], e->a_old[2], e->b_old[0],
                      e->b_old[1], e->b_old[2], e->length, e->least, e->relaxation, e->count);
}

static void yielding(const vl_sweep_ends *e)
{
    correct_yielding(e->a[0], e->a[1], e->a[2], e->a_inverse_mass, e->b[0], e->b[1], e->b[2],
                     e->b_inverse_mass, e->length, e->yield, e->pull, e->least, e->relaxation,
                     e->count);
}

const vl_sweep_kernel VL_SWEEP_KERNEL = {
    .name = VL_SWEEP_NAME,
    .along_new = along_new,
    .along_old = along_old,
    .yielding = yielding,
    .measure = measure,
};
