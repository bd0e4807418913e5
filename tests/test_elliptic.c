// Jacobi's elliptic functions against the integrals that define them, and their limits.

#pragma GCC diagnostic ignored "-Wdouble-promotion" // to long double, which is meant

#include "base/elementary.h"
#include "physics/math/elliptic.h"
#include "support/testing.h"

// u = ∫ dφ/√(cos² φ + k′² sin² φ) from 0 to φ. With t = tan φ = k″ sinh s, 1/k″ = k′ or 1, the
// steep part near φ = π/2 is spread out: u = ∫ dt/√((1 + t²)(1 + k′² t²)), t = sinh s. In panels by
// the tanh-sinh rule (Takahasi and Mori): s = tanh(π/2 sinh q), whose ends at q = ±3.5 weigh 1e-22.
static long double integral(long double t, long double complement)
{
    enum { PANELS = 8, FINE = 10 };

    const long double quarter = 1.57079632679489661923L;
    long double end = asinhl(t), sum = 0, half = end / PANELS / 2;
    for (int k = 0; k < PANELS; k++)
        for (int i = -7 * FINE / 2; i <= 7 * FINE / 2; i++) {
            long double q = (long double)i / FINE, a = quarter * sinhl(q);
            long double weight = quarter * coshl(q) / (FINE * coshl(a) * coshl(a));
            long double y = complement * sinhl(half * (2 * k + 1 + tanhl(a)));
            sum += weight * half / sqrtl(1 + y * y);
        }
    return sum;
}

static const double complements[] = {1,    0.999999, 0.9,  0.5,   0.1,   1e-2,
                                     1e-3, 1e-5,     1e-8, 1e-12, 1e-50, 1e-150};

enum { COMPLEMENTS = COUNT(complements) };

// u is known to half a unit of its last place, which moves sn by as much as cn dn, cn by sn dn, dn
// by k² sn cn; besides, each function has a relative error of its own of some units of the last
// place.
TEST(functions_invert_the_integral)
{
    vl_random r = {5};
    for (int m = 0; m < COMPLEMENTS; m++)
        for (int i = 0; i < test_cases(40, 200); i++) {
            long double b = complements[m], t = expl(vl_random_uniform(&r, -8, 8));
            double u = (double)integral(t, b);
            long double sn = t / sqrtl(1 + t * t), cn = 1 / sqrtl(1 + t * t);
            long double dn = sqrtl(1 + b * b * t * t) * cn;
            vl_elliptic e = vl_elliptic_functions(u, complements[m]);
            long double shift = DBL_EPSILON * (u + 8), own = 30 * DBL_EPSILON;
            assert_true(fabsl(e.sn - sn) <= shift * cn * dn + own * sn);
            assert_true(fabsl(e.cn - cn) <= shift * sn * dn + own * cn);
            assert_true(fabsl(e.dn - dn) <= shift * sn * cn + own * dn);
        }
}

TEST(the_identities_hold_for_any_argument)
{
    vl_random r = {6};
    for (int m = 0; m < COMPLEMENTS; m++)
        for (int i = 0; i < 200; i++) {
            double b = complements[m], u = vl_random_uniform(&r, -50, 50);
            vl_elliptic e = vl_elliptic_functions(u, b), back = vl_elliptic_functions(-u, b);
            assert_true(fabs(e.sn * e.sn + e.cn * e.cn - 1) <= 1e-14);
            assert_true(fabs(e.dn * e.dn - b * b - (1 - b) * (1 + b) * e.cn * e.cn) <=
                        1e-14 * e.dn * e.dn);
            assert_true(back.sn == -e.sn && back.cn == e.cn && back.dn == e.dn);
        }
}

// Half a period later, sn and cn have turned their signs; a quarter, sn is 1 and cn 0. The quarter
// itself is the integral up to t = ∞, or (by t → 1/(k′ t)) twice that up to 1/√k′.
TEST(the_quarter_is_that_of_the_period)
{
    for (int m = 0; m < COMPLEMENTS; m++) {
        double b = complements[m], quarter = vl_elliptic_quarter(b);
        long double whole = 2 * integral(1 / sqrtl(b), b);
        assert_true(fabsl(quarter - whole) <= 8 * DBL_EPSILON * whole);
        vl_elliptic e = vl_elliptic_functions(quarter, b);
        double rounding = 8 * DBL_EPSILON * quarter;
        assert_true(fabs(e.sn - 1) <= 1e-15);
        assert_true(fabs(e.cn) <= rounding * b);
        assert_true(fabs(e.dn - b) <= 30 * DBL_EPSILON * b);
        vl_elliptic far = vl_elliptic_functions(0.3 + 2 * quarter, b);
        vl_elliptic near = vl_elliptic_functions(0.3, b);
        assert_true(fabs(far.sn + near.sn) <= rounding + 1e-15);
        assert_true(fabs(far.cn + near.cn) <= rounding + 1e-15);
    }
}

TEST(the_limits_are_sine_and_hyperbolic_tangent)
{
    for (double u = -20; u <= 20; u += 0.37) {
        vl_elliptic round = vl_elliptic_functions(u, 1), flat = vl_elliptic_functions(u, 0);
        assert_true(round.sn == vl_sin(u) && round.cn == vl_cos(u) && round.dn == 1);
        assert_true(flat.sn == vl_tanh(u) && flat.cn == 1 / vl_cosh(u) && flat.dn == flat.cn);
    }
    assert_true(isinf(vl_elliptic_quarter(0)));
}
