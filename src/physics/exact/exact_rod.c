// A particle on a rod or a taut string whose other end is pinned, and two on a rod or a taut
// string.

#include "physics/exact/exact_parts.h"

#include "base/elementary.h"
#include "physics/forces/forces.h"
#include "physics/math/elliptic.h"

#include <float.h>
#include <math.h>

// Whether the group's link is a rod or a taut string, without compliance and with its length. There
// must be no velocity along the link: a rod would stop it, and a string would go slack.
static bool has_rod(const vl_exact_group *group)
{
    const vl_links *links = &group->world->links;
    int i = group->link;
    if (i < 0 || links->kind[i] == VL_SPRING || links->compliance[i] > 0)
        return false;

    vl_motion d;
    vl_exact_pair_take(group, &d);
    double length = vl_length(d.x), along = vl_dot(d.v, d.x) / length;
    if (!(fabs(length - links->length[i]) <= 1e-9 * links->length[i]))
        return false;
    return links->kind[i] == VL_ROD || along >= -1e-9 * vl_length(d.v);
}

// A particle on a rod or a taut string of length L whose other end is pinned, in uniform gravity,
// moving in one plane: θ″ = −ω₀² sin θ, ω₀² = g/L, θ from hanging down. With S = sin(θ/2), C =
// cos(θ/2) and R = θ′/2, R² + ω₀² S² is constant:
//   below ω₀², swinging: S = k sn, C = dn, R = ω₀ k cn of ω₀ t, k = sin(θmax/2);
//   above it, w², going round: S = sn, C = cn, R = w dn of w t, k = ω₀/w;
//   equal to it, once up: S = tanh, C = sech, R = ω₀ sech of ω₀ t.
// (Whittaker, "A Treatise on the Analytical Dynamics of Particles and Rigid Bodies", section 44.)
// The functions at the start follow from the state, later ones from the addition theorems.
typedef enum regime { SWINGING, ROUND, ONCE_UP } regime;

typedef struct pendulum {
    vl_vec3 hook;       // m
    vl_vec3 down, side; // unit vectors; θ grows towards `side`
    double length;      // m
    regime regime;
    double rate;       // rad/s: ω₀, or w
    double k;          // modulus
    double complement; // k′
    double sign;       // of θ′, where it never changes
    vl_elliptic start; // functions at the start; for ONCE_UP, sn is the argument
} pendulum;

// The half angle, in −π/2…π/2.
typedef struct half {
    double s, c, r; // sin, cos, and rate in rad/s
} half;

// From sin θ and cos θ, each accurate where it is small.
static half half_angle(double sine, double cosine, double rate)
{
    if (cosine >= 0) {
        double c = sqrt(0.5 * (1 + cosine));
        return (half){0.5 * sine / c, c, 0.5 * rate};
    }
    double s = sqrt(0.5 * (1 - cosine));
    return (half){copysign(s, sine), 0.5 * fabs(sine) / s, 0.5 * rate};
}

// ONCE_UP is chosen within rounding errors.
static void begin(pendulum *p, half h, double rate)
{
    double apart = fabs(h.r) - rate * h.c;
    if (fabs(apart) <= 4 * DBL_EPSILON * fabs(h.r)) { // or upright at rest: there for ever
        p->regime = ONCE_UP;
        p->rate = copysign(rate, h.r);
        p->start.sn = vl_asinh(h.s / h.c);
    } else if (apart < 0) {
        p->regime = SWINGING;
        p->rate = rate;
        p->k = vl_hypot(h.s, h.r / rate);
        p->complement = sqrt((h.c - fabs(h.r) / rate) * (h.c + fabs(h.r) / rate));
        p->start =
            p->k > 0 ? (vl_elliptic){h.s / p->k, h.r / rate / p->k, h.c} : (vl_elliptic){0, 1, 1};
    } else {
        double w = vl_hypot(h.r, rate * h.s);
        p->regime = ROUND;
        p->rate = w;
        p->k = rate / w;
        p->complement = sqrt((fabs(h.r) - rate * h.c) * (fabs(h.r) + rate * h.c)) / w;
        p->sign = copysign(1, h.r);
        p->start = (vl_elliptic){p->sign * h.s, h.c, fabs(h.r) / w};
    }
}

// The part of `a` across `down`, as a unit vector; 0 where there is none. `*part` is its share.
static vl_vec3 sideways(vl_vec3 a, vl_vec3 down, double *part)
{
    vl_vec3 across = vl_sub(a, vl_scale(down, vl_dot(a, down)));
    double size = vl_length(across);
    *part = size > 0 ? size / vl_length(a) : 0;
    return size > 0 ? vl_scale(across, 1 / size) : across;
}

static bool is_inside(vl_vec3 a, vl_vec3 side, vl_vec3 down)
{
    vl_vec3 inside = vl_add(vl_scale(side, vl_dot(a, side)), vl_scale(down, vl_dot(a, down)));
    return vl_exact_is_nothing(vl_sub(a, inside), vl_length(a));
}

static bool pendulum_fits(const vl_exact_group *group, void *state)
{
    const vl_world *world = group->world;
    double gravity = vl_length(world->gravity);
    vl_motion d;
    if (group->count != 1 || !has_rod(group) || world->damping != 0 || !(gravity > 0))
        return false;

    pendulum *p = state;
    p->hook = vl_exact_pair_take(group, &d).x;
    p->down = vl_scale(world->gravity, 1 / gravity);
    p->length = world->links.length[group->link];
    // the plane of gravity and the rod, or of gravity and the velocity where that is more accurate
    double of_x, of_v;
    vl_vec3 by_x = sideways(d.x, p->down, &of_x), by_v = sideways(d.v, p->down, &of_v);
    p->side = of_x > 0 && of_x > 0.01 * of_v ? by_x : by_v;
    if (!is_inside(d.x, p->side, p->down) || !is_inside(d.v, p->side, p->down))
        return false;
    double far = vl_length(d.x);
    double sine = vl_dot(d.x, p->side) / far, cosine = vl_dot(d.x, p->down) / far;
    vl_vec3 tangent = vl_sub(vl_scale(p->side, cosine), vl_scale(p->down, sine));
    begin(p, half_angle(sine, cosine, vl_dot(d.v, tangent) / p->length), sqrt(gravity / p->length));
    // a string is under tension while L θ′² + g cos θ ≥ 0: always up to 90°, and going round if
    // that is so at the top, (2 R)² ≥ ω₀²
    const double rounding = 1e-12;
    double square = p->k * p->k, top = 4 * p->complement * p->complement;
    bool taut = p->regime == SWINGING ? square <= 0.5 + rounding
                                      : p->regime == ROUND && top >= (1 - rounding) * square;
    return world->links.kind[group->link] == VL_ROD || taut;
}

// sn, cn, dn of u + v, Abramowitz and Stegun 16.17; the denominator 1 − k² sn² sn₀² is here the sum
// dn² + k² sn² cn₀².
static vl_elliptic add(double k, vl_elliptic e, vl_elliptic o)
{
    double q = e.dn * e.dn + k * k * e.sn * e.sn * o.cn * o.cn;
    return (vl_elliptic){
        .sn = (e.sn * o.cn * o.dn + o.sn * e.cn * e.dn) / q,
        .cn = (e.cn * o.cn - e.sn * e.dn * o.sn * o.dn) / q,
        .dn = (e.dn * o.dn - k * k * e.sn * e.cn * o.sn * o.cn) / q,
    };
}

static half half_at(const pendulum *p, double tau)
{
    double u = p->rate * tau;
    if (p->regime == ONCE_UP) {
        double now = p->start.sn + u;
        return (half){vl_tanh(now), 1 / vl_cosh(now), p->rate / vl_cosh(now)};
    }
    vl_elliptic e = add(p->k, vl_elliptic_functions(u, p->complement), p->start);
    if (p->regime == ROUND)
        return (half){p->sign * e.sn, e.cn, p->sign * p->rate * e.dn};
    return (half){p->k * e.sn, e.dn, p->rate * p->k * e.cn};
}

static vl_motion pendulum_at(const void *state, int member, const vl_exact_instant *now)
{
    const pendulum *p = state;
    half h = half_at(p, now->tau);
    double sine = 2 * h.s * h.c, cosine = (h.c - h.s) * (h.c + h.s);
    vl_vec3 out = vl_add(vl_scale(p->side, sine), vl_scale(p->down, cosine));
    vl_vec3 tangent = vl_sub(vl_scale(p->side, cosine), vl_scale(p->down, sine));
    return (vl_motion){
        .x = vl_add(p->hook, vl_scale(out, p->length)),
        .v = vl_scale(tangent, 2 * h.r * p->length),
    };
}

const vl_exact_solution vl_exact_pendulum = {"pendulum", sizeof(pendulum), pendulum_fits,
                                             pendulum_at, .alone = false};

// A rod or a taut string between two free particles, or between a pinned and a free one without
// other forces. Only damping changes its rate of rotation, θ′ = θ′₀ e^(−c τ). Uniform forces move
// the centre of mass.
typedef struct rotor {
    vl_exact_pair pair;
    vl_vec3 x;    // m, of one end from the other
    vl_vec3 turn; // m, as long as x and normal to it, in the direction of the rotation
    double rate;  // rad/s
} rotor;

static bool rotor_fits(const vl_exact_group *group, void *state)
{
    const vl_world *world = group->world;
    bool pulled = world->force_count > 0 || vl_length(world->gravity) > 0;
    if (!has_rod(group) || (group->count == 1 && pulled))
        return false;

    rotor *r = state;
    vl_motion d;
    r->pair = vl_exact_pair_take(group, &d);
    double found = vl_length(d.x), length = world->links.length[group->link];
    r->x = vl_scale(d.x, length / found);
    vl_vec3 across = vl_sub(d.v, vl_scale(d.x, vl_dot(d.v, d.x) / (found * found)));
    double speed = vl_length(across);
    r->turn = speed > 0 ? vl_scale(across, length / speed) : (vl_vec3){0, 0, 0};
    r->rate = speed / length;
    return true;
}

static vl_motion rotor_at(const void *state, int member, const vl_exact_instant *now)
{
    const rotor *r = state;
    double angle = r->rate * now->carried, rate = r->rate * now->left;
    double c = vl_cos(angle), s = vl_sin(angle);
    vl_motion relative = {
        .x = vl_add(vl_scale(r->x, c), vl_scale(r->turn, s)),
        .v = vl_scale(vl_sub(vl_scale(r->turn, c), vl_scale(r->x, s)), rate),
    };
    return vl_exact_pair_at(&r->pair, member, relative, now);
}

const vl_exact_solution vl_exact_rotor = {"rotating rod", sizeof(rotor), rotor_fits, rotor_at,
                                          .forces = {&vl_force_polynomial, &vl_force_sine}};
