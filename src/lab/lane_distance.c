#include "lab/lab.h"

#include "physics/math/axes.h"

#include <math.h>

double vl_lab_distance(const vl_world *world, double *const x[VL_AXES],
                       double *const other[VL_AXES])
{
    const vl_particles *p = &world->particles;
    double sum = 0;
    int count = 0;
    for (int i = 0; i < p->count; i++) {
        vl_vec3 apart = vl_sub(vl_read(x, i), vl_read(other, i));
        bool moves = !p->pinned[i];
        sum += moves ? vl_dot(apart, apart) : 0;
        count += moves;
    }
    return count > 0 ? sqrt(sum / count) : 0;
}

bool vl_lab_same_instant(double a, double b)
{
    static const double rounding = 1e-9; // s, and of the time itself

    return fabs(a - b) <= rounding * (1 + fabs(b));
}
