#include "physics/math/kepler.h"

#include "base/elementary.h"

#include <float.h>
#include <stdbool.h>

enum {
    MOST_ITERATIONS = 200, // of Newton's method, safeguarded by bisection
    TERMS = 14,            // of the series of G₂ and G₃
};

// G₀ … G₃, with dGₙ₊₁/ds = Gₙ: cos, sin/√β, (1 − cos)/β, (s − sin/√β)/β of √β s.
typedef struct stumpff {
    double g[4];
} stumpff;

static stumpff functions(double beta, double s)
{
    if (fabs(beta) * s * s < 2) {
        // Gₙ = sⁿ Σ (−β s²)^j/(n + 2 j)!, where the closed forms would lose digits.
        double z = -beta * s * s, c2 = 0, c3 = 0;
        for (int j = TERMS; j >= 1; j--) {
            c2 = (1 + c2) * z / ((2 * j + 1) * (2 * j + 2));
            c3 = (1 + c3) * z / ((2 * j + 2) * (2 * j + 3));
        }
        double g2 = 0.5 * s * s * (1 + c2), g3 = s * s * s / 6 * (1 + c3);
        return (stumpff){{1 - beta * g2, s - beta * g3, g2, g3}};
    }
    double root = sqrt(fabs(beta)), q = root * s;
    double c = beta > 0 ? vl_cos(q) : vl_cosh(q), g1 = (beta > 0 ? vl_sin(q) : vl_sinh(q)) / root;
    double half = beta > 0 ? vl_sin(0.5 * q) : vl_sinh(0.5 * q);
    return (stumpff){{c, g1, 2 * half * half / fabs(beta), (s - g1) / beta}};
}

static double time_at(const vl_kepler *o, const stumpff *f)
{
    return o->r * f->g[1] + o->outward * f->g[2] + o->mu * f->g[3];
}

static double radius_at(const vl_kepler *o, const stumpff *f)
{
    return o->r * f->g[0] + o->outward * f->g[1] + o->mu * f->g[2];
}

// The pericentre is L²/(μ (1 + e)) with e² = 1 − β L²/μ²; an unbound body that moves outwards does
// not pass it again.
vl_kepler vl_kepler_orbit(double mu, vl_vec3 x, vl_vec3 v)
{
    double r = vl_length(x);
    vl_kepler o = {
        .mu = mu,
        .x = x,
        .v = v,
        .r = r,
        .outward = vl_dot(x, v),
        .bound = 2 * mu / r - vl_dot(v, v),
    };
    vl_vec3 turning = vl_cross(x, v);
    double parameter = vl_dot(turning, turning) / mu;
    double e = sqrt(fmax(0, 1 - o.bound * parameter / mu));
    bool leaves = o.bound <= 0 && o.outward >= 0;
    o.nearest = leaves ? r : fmin(r, parameter / (1 + e));
    return o;
}

// s at the time t: Newton's method with dt/ds = r, and bisection where that leaves the bracket.
static double anomaly(const vl_kepler *o, double t)
{
    // t(s) is on either side of `t` at `low` and `high`: dt/ds = r > 0, and a period of an ellipse
    // is 2π/√β in s
    double sign = t < 0 ? -1 : 1, far = fabs(t) / o->r;
    if (o->bound > 0) {
        far = 2 * VL_PI / sqrt(o->bound);
    } else {
        for (int i = 0; i < MOST_ITERATIONS; i++) {
            stumpff f = functions(o->bound, sign * far);
            if (!(sign * time_at(o, &f) < fabs(t)))
                break;
            far *= 2;
        }
    }
    double low = fmin(0, sign * far), high = fmax(0, sign * far);
    double s = o->bound > 0 ? t * o->bound / o->mu : t / o->r;
    for (int i = 0; i < MOST_ITERATIONS; i++) {
        if (!(s >= low && s <= high))
            s = 0.5 * (low + high);
        stumpff f = functions(o->bound, s);
        double late = time_at(o, &f) - t, next = s - late / radius_at(o, &f);
        if (late > 0)
            high = s;
        else
            low = s;
        bool there = fabs(next - s) <= DBL_EPSILON * fabs(s) || late == 0;
        s = next;
        if (there)
            break;
    }
    return s;
}

void vl_kepler_motion(const vl_kepler *o, double t, vl_vec3 *x, vl_vec3 *v)
{
    // of an ellipse without whole periods
    double time = o->bound > 0 ? remainder(t, 2 * VL_PI * o->mu / (o->bound * sqrt(o->bound))) : t;
    stumpff s = functions(o->bound, anomaly(o, time));
    double r = radius_at(o, &s);
    double f = 1 - o->mu * s.g[2] / o->r, g = o->r * s.g[1] + o->outward * s.g[2];
    double df = -o->mu * s.g[1] / (r * o->r), dg = 1 - o->mu * s.g[2] / r;
    *x = vl_add(vl_scale(o->x, f), vl_scale(o->v, g));
    *v = vl_add(vl_scale(o->x, df), vl_scale(o->v, dg));
}
