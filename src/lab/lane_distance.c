#include "lab/lab.h"

#include "physics/math/axes.h"

#include <math.h>

// Whether two lanes have states of one instant. Their clocks add up different steps.
static bool are_together(const vl_world *a, const vl_world *b)
{
    static const double rounding = 1e-9; // s

    return !a->now.diverged && !b->now.diverged &&
           fabs(a->now.time - b->now.time) <= rounding * (1 + fabs(a->now.time));
}

double vl_lab_distance(const vl_lab *lab, int lane, int other)
{
    const vl_world *a = lab->runs[lane].world, *b = lab->runs[other].world;
    const vl_particles *p = &a->particles;
    double sum = 0;
    int count = 0;
    if (!are_together(a, b))
        return (double)NAN;
    for (int i = 0; i < p->count; i++) {
        vl_vec3 apart = vl_sub(vl_read(p->x, i), vl_read(b->particles.x, i));
        bool moves = !p->pinned[i];
        sum += moves ? vl_dot(apart, apart) : 0;
        count += moves;
    }
    return count > 0 ? sqrt(sum / count) : 0;
}
