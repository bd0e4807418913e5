#include "physics/math/tridiagonal.h"

#include <math.h>

static const double least_pivot = 1e-11, lifted_pivot = 1e-8;

void vl_tridiagonal_solve(int count, const double *restrict lower, const double *restrict diagonal,
                          const double *restrict upper, double *restrict b, double *restrict work)
{
    // one division a row: work is 1/pivot
    double before = 0, inverse = 0, above = 0;
    for (int i = 0; i < count; i++) {
        double factor = i ? lower[i] * inverse : 0;
        double pivot = diagonal[i] - factor * above;
        if (!(fabs(pivot) >= least_pivot * fabs(diagonal[i])) || pivot == 0)
            pivot = diagonal[i] != 0 ? lifted_pivot * diagonal[i] : lifted_pivot;
        inverse = 1 / pivot;
        above = upper[i];
        before = b[i] - factor * before;
        work[i] = inverse;
        b[i] = before;
    }

    double after = 0;
    for (int i = count - 1; i >= 0; i--) {
        double known = i + 1 < count ? upper[i] * after : 0;
        after = (b[i] - known) * work[i];
        b[i] = after;
    }
}
