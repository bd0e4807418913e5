#pragma once
// A pendulum of N rods in angles from the vertical, by Lagrange's equations: the truth for chains.

#include "physics/model/model.h"

enum { MOST_RODS = 20 };

typedef struct pendulum {
    int rods;
    double mass[MOST_RODS], length[MOST_RODS], angle[MOST_RODS], speed[MOST_RODS];
} pendulum;

/// By classical Runge-Kutta of order 4, under 9.81 m/s².
void swing_in_angles(pendulum *p, double duration, int steps);

/// Where a rod (from 0) of a pendulum in the origin ends, m.
vl_vec3 tip(const pendulum *p, int rod);
