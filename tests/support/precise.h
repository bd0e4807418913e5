#pragma once
// The motion of a small world by an integration of its own: nothing of src/physics but the
// description of the world is used. Extrapolated midpoint rule (Gragg, Bulirsch, Stoer) of order 16
// in long double, its step halved until the last two columns agree.

#include "physics/model/model.h"

enum { PRECISE_MOST = 2, PRECISE_SIZE = 6 * PRECISE_MOST };

/// Where the integration stands. The pendulum alone goes by its angle.
typedef struct precise {
    const vl_world *world; ///< borrowed; two particles at most, one link at most
    long double t;         ///< s
    int size;
    long double y[PRECISE_SIZE]; ///< x of each particle, then v of each
    int by_angle; ///< a pendulum: y is its angle and rate, from the top where 1, from below where
                  ///< −1
    long double up[3], side[3]; ///< where the angle counts from, and grows to
} precise;

/// At the state and the time that the world is in.
precise precise_begin(const vl_world *world);

/// On to time t, s; false where that takes more steps than it should.
bool precise_go(precise *p, double t);

/// Position (m) and velocity (m/s) of particle i.
vl_vec3 precise_x(const precise *p, int i);
vl_vec3 precise_v(const precise *p, int i);

/// a · b without the rounding of a double.
long double precise_dot(vl_vec3 a, vl_vec3 b);
