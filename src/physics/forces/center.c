// What forces of a centre have in common.

#include "physics/forces/forces.h"

double vl_force_distance(const vl_force *force, vl_vec3 x, vl_vec3 *d)
{
    *d = vl_sub(x, force->center);
    double r = vl_length(*d);
    return r <= force->cutoff ? 0 : r;
}
