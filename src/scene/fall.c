#include "scene/fall.h"

#include <math.h>

static const double longest = 1000; // s

enum { MOST_ADVANCES = 2000 };

// A particle nearer than that touches, m; coordinates of a file are rounded.
static double skin_of(vl_vec3 x, double radius)
{
    return 1e-9 * (1 + vl_length(x) + radius);
}

// The least time in which a particle of that speed can get `distance` m away, s.
static double least_time(double distance, double speed, double acceleration)
{
    double root = sqrt(speed * speed + 2 * acceleration * distance);
    return speed + root > 0 ? 2 * distance / (speed + root) : HUGE_VAL;
}

vl_fall vl_fall_onto(const vl_collider *collider, vl_vec3 x, vl_vec3 v, vl_vec3 gravity,
                     double radius)
{
    const double skin = skin_of(x, radius);
    double time = 0, acceleration = vl_length(gravity);
    for (int i = 0; i < MOST_ADVANCES && time < longest; i++) {
        vl_clearance here = collider->kind->clearance(collider, x);
        double distance = here.distance - radius;
        if (distance <= skin)
            return (vl_fall){i > 0 ? fmax(-vl_dot(v, here.normal), 0) : 0, here.normal};
        double h = fmin(least_time(distance, vl_length(v), acceleration), longest);
        x = vl_add(x, vl_add(vl_scale(v, h), vl_scale(gravity, 0.5 * h * h)));
        v = vl_add(v, vl_scale(gravity, h));
        time += h;
    }
    return (vl_fall){0, {0, 0, 0}};
}
