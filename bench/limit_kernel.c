// The arithmetic of one link update and nothing else. Compiled once for each vector width;
// LIMIT_SWEEP is the name of the function.

#include "limit.h"

#include <math.h>

static void sweep(double *restrict xa, double *restrict ya, double *restrict za,
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

void LIMIT_SWEEP(double *restrict const a[4], double *restrict const b[4],
                 const double *restrict length, int count)
{
    sweep(a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3], length, count);
}
