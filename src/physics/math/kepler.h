#pragma once
/// The motion of a body with the acceleration −μ x/|x|³: ellipse, parabola and hyperbola in one
/// form.

#include "base/vec.h"

typedef struct vl_kepler {
    double mu;      ///< m³/s², > 0
    vl_vec3 x, v;   ///< m from the centre, and m/s, at the beginning
    double r;       ///< m, |x| > 0
    double outward; ///< m²/s, x·v
    double bound;   ///< m²/s², 2 μ/r − v²: μ/a of an ellipse, 0 of a parabola, else < 0
    double nearest; ///< m, the smallest distance from now on
} vl_kepler;

/// The orbit through x with v.
vl_kepler vl_kepler_orbit(double mu, vl_vec3 x, vl_vec3 v);

/// The state `t` s later, for any finite t: `*x` in m and `*v` in m/s. The orbit must not lead
/// through the centre.
///
/// Kepler's equation in the universal anomaly s, dt = r ds, t = r₀ G₁ + (x₀·v₀) G₂ + μ G₃, and x, v
/// by Gauss's functions f and g: Battin, "An Introduction to the Mathematics and Methods of
/// Astrodynamics", chapter 4; with Stumpff's functions Gₙ.
void vl_kepler_motion(const vl_kepler *orbit, double t, vl_vec3 *x, vl_vec3 *v);
